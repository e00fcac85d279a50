//! What is said of a difference.

use serde::Serialize;

use super::evidence::Decision;

/// What is said of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// B brings more.
    More,
    /// B brings less.
    Less,
    /// What difference there is lies within the margin.
    NoneThatMatters,
    /// The games do not tell yet.
    NotKnownYet,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 4] =
        [Verdict::More, Verdict::Less, Verdict::NoneThatMatters, Verdict::NotKnownYet];

    /// What follows from a decision, and from the difference that was seen.
    pub(super) fn of(decision: Option<Decision>, difference: f64) -> Verdict {
        match decision {
            Some(Decision::Different) if difference > 0.0 => Verdict::More,
            Some(Decision::Different) => Verdict::Less,
            Some(Decision::Equivalent | Decision::SmallDifference) => Verdict::NoneThatMatters,
            None => Verdict::NotKnownYet,
        }
    }

    /// Its place in what is said: what is clear, what is not known, what does not matter.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Verdict::More | Verdict::Less => 0,
            Verdict::NotKnownYet => 1,
            Verdict::NoneThatMatters => 2,
        }
    }

    /// The verdict in words: `clearly more`.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::More => "clearly more",
            Verdict::Less => "clearly less",
            Verdict::NoneThatMatters => "no difference that matters",
            Verdict::NotKnownYet => "not known yet",
        }
    }
}
