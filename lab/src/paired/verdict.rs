//! Decisions and verdicts about a difference.

use overhear_stats::Interval;
use serde::Serialize;

use crate::table::OptionalName;

/// A decision that tests or intervals support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// There is a difference.
    Different,
    /// There is no difference that exceeds the margin.
    Equivalent,
    /// There is a difference, within the margin.
    SmallDifference,
}

impl Decision {
    const ALL: [Decision; 3] = [Decision::Different, Decision::Equivalent, Decision::SmallDifference];

    /// Returns the decision that follows from a test of "no difference" and a test of "beyond the margin".
    pub(super) fn from_tests(different: bool, equivalent: bool) -> Option<Decision> {
        match (different, equivalent) {
            (true, false) => Some(Decision::Different),
            (false, true) => Some(Decision::Equivalent),
            (true, true) => Some(Decision::SmallDifference),
            (false, false) => None,
        }
    }

    /// Returns the decision that follows from an interval: whether it excludes 0, and whether it lies within
    /// the margin.
    pub(super) fn from_interval(interval: Interval, margin: f64) -> Option<Decision> {
        let within = -margin < interval.low && interval.high < margin;
        Decision::from_tests(!interval.contains(0.0), within)
    }

    /// Returns the decision with this name in files.
    pub fn named(name: &str) -> Option<Decision> {
        Decision::ALL.into_iter().find(|decision| Decision::name(Some(*decision)) == name)
    }

    /// Returns the name in files; `undecided` without a decision.
    pub const fn name(decision: Option<Decision>) -> &'static str {
        match decision {
            Some(Decision::Different) => "different",
            Some(Decision::Equivalent) => "equivalent",
            Some(Decision::SmallDifference) => "different within margin",
            None => "undecided",
        }
    }
}

impl OptionalName for Decision {
    const NONE: &'static str = Decision::name(None);

    fn name_in_files(&self) -> String {
        Decision::name(Some(*self)).to_owned()
    }
}

/// Verdict on a difference, B minus A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// B has more.
    More,
    /// B has less.
    Less,
    /// The difference, if any, lies within the margin.
    NoneThatMatters,
    /// The games played so far do not decide.
    NotKnownYet,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 4] =
        [Verdict::More, Verdict::Less, Verdict::NoneThatMatters, Verdict::NotKnownYet];

    /// Returns the verdict that follows from a decision and the observed difference.
    pub(super) fn from_decision(decision: Option<Decision>, difference: f64) -> Verdict {
        match decision {
            Some(Decision::Different) if difference > 0.0 => Verdict::More,
            Some(Decision::Different) => Verdict::Less,
            Some(Decision::Equivalent | Decision::SmallDifference) => Verdict::NoneThatMatters,
            None => Verdict::NotKnownYet,
        }
    }

    /// Returns the sort key: clear verdicts first, then unknown ones, then equivalence.
    pub(crate) const fn rank(self) -> u8 {
        match self {
            Verdict::More | Verdict::Less => 0,
            Verdict::NotKnownYet => 1,
            Verdict::NoneThatMatters => 2,
        }
    }

    /// Returns `true` if the games establish a difference that matters.
    pub(crate) const fn is_clear(self) -> bool {
        matches!(self, Verdict::More | Verdict::Less)
    }

    /// Returns the verdict in words: `clearly more`.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::More => "clearly more",
            Verdict::Less => "clearly less",
            Verdict::NoneThatMatters => "no difference that matters",
            Verdict::NotKnownYet => "not known yet",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_and_a_difference_make_a_verdict() {
        let of = |decision, difference| Verdict::from_decision(Some(decision), difference);
        assert_eq!(of(Decision::Different, 0.1), Verdict::More);
        assert_eq!(of(Decision::Different, -0.1), Verdict::Less);
        assert_eq!(of(Decision::SmallDifference, 0.1), Verdict::NoneThatMatters);
        assert_eq!(of(Decision::Equivalent, 0.1), Verdict::NoneThatMatters);
        assert_eq!(Verdict::from_decision(None, 0.1), Verdict::NotKnownYet);
    }
}
