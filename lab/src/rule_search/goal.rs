//! Goals of a search: a measure of games, and the range in which it shall lie.

use std::fmt;

use overhear_agents::registry::closest_spelling;
use overhear_engine::rules::MAX_ROUNDS;
use overhear_stats::{Estimate, Interval};

use crate::error::LabError;
use crate::paired::Measure;

/// Name of the mean of the estimated minutes, as lengths.csv has it.
const MEAN_MINUTES: &str = "mean_minutes";

/// A measure that can be a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalMeasure {
    /// A measure of two sets of rules, but for those about one of two agents.
    Games(Measure),
    /// Mean of the estimated minutes of a game.
    Minutes,
}

impl GoalMeasure {
    /// Every measure that can be a goal.
    const ALL: [GoalMeasure; 6] = [
        GoalMeasure::Games(Measure::WhiteScore),
        GoalMeasure::Games(Measure::TiebreakRate),
        GoalMeasure::Games(Measure::SharedRate),
        GoalMeasure::Games(Measure::LimitRate),
        GoalMeasure::Games(Measure::MeanRounds),
        GoalMeasure::Minutes,
    ];

    /// Returns the names of all, in their order.
    pub fn names() -> Vec<&'static str> {
        GoalMeasure::ALL.iter().map(|measure| measure.name()).collect()
    }

    /// Returns the name of its column or row in result files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            GoalMeasure::Games(measure) => measure.name(),
            GoalMeasure::Minutes => MEAN_MINUTES,
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            GoalMeasure::Games(measure) => measure.wording().meaning,
            GoalMeasure::Minutes => "estimated minutes of a game",
        }
    }

    /// Returns the unit in which its sums are counted: minutes in thousandths, so that sums are whole numbers.
    pub(super) const fn unit_of_sums(self) -> f64 {
        match self {
            GoalMeasure::Games(_) => 1.0,
            GoalMeasure::Minutes => 0.001,
        }
    }

    /// Returns the highest number that a goal can name.
    const fn highest(self) -> f64 {
        match self {
            GoalMeasure::Games(Measure::MeanRounds) => MAX_ROUNDS as f64,
            GoalMeasure::Games(_) => 1.0,
            GoalMeasure::Minutes => 10_000.0,
        }
    }

    /// Returns the factor to the numbers that people read, and their unit.
    pub(super) const fn shown(self) -> ShownUnit {
        match self {
            GoalMeasure::Games(measure) => {
                let wording = measure.wording();
                ShownUnit { factor: wording.factor, unit: wording.unit }
            }
            GoalMeasure::Minutes => ShownUnit { factor: 1.0, unit: "minutes" },
        }
    }

    fn named(name: &str) -> Result<GoalMeasure, String> {
        let known = GoalMeasure::ALL.into_iter().find(|measure| measure.name() == name);
        known.ok_or_else(|| {
            let list = GoalMeasure::ALL.map(|measure| format!("{} ({})", measure.name(), measure.meaning()));
            let near = closest_spelling(name, GoalMeasure::names().into_iter());
            let hint = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
            format!("unknown measure `{name}`{hint}; a goal is about {}", list.join(", "))
        })
    }
}

/// How people read a measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownUnit {
    /// Factor from the unit of files.
    pub(super) factor: f64,
    /// Unit, after a number.
    pub(super) unit: &'static str,
}

/// A measure, and the range in which it shall lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal {
    /// The measure.
    pub(super) measure: GoalMeasure,
    /// The range; an end without a limit is infinite.
    range: Interval,
}

/// Whether a goal holds, by an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GoalVerdict {
    /// The whole interval lies in the range.
    Holds,
    /// The whole interval lies outside.
    Fails,
    /// The interval lies on both sides of an end.
    Open,
}

impl GoalVerdict {
    /// Returns the name used in files and sentences.
    pub(super) const fn name(self) -> &'static str {
        match self {
            GoalVerdict::Holds => "holds",
            GoalVerdict::Fails => "does not hold",
            GoalVerdict::Open => "not known yet",
        }
    }
}

impl Goal {
    /// Reads goals, several of a text apart by commas: `tiebreak_rate<0.1, mean_rounds in 5..6`.
    ///
    /// # Errors
    /// Returns an error for a text that is no goal, an unknown measure, and a range without numbers in it.
    pub(super) fn parse_all(texts: &[String]) -> Result<Vec<Goal>, LabError> {
        let parts = texts.iter().flat_map(|text| text.split(',')).map(str::trim);
        let goals = parts.map(|text| {
            Goal::parse(text).map_err(|message| LabError::usage(format_args!("goal `{text}`: {message}")))
        });
        let goals = goals.collect::<Result<Vec<Goal>, LabError>>()?;
        if goals.is_empty() {
            return Err(LabError::usage("there is no goal; name one, as in `tiebreak_rate<0.1`"));
        }
        Ok(goals)
    }

    fn parse(text: &str) -> Result<Goal, String> {
        const FORM: &str = "write MEASURE<NUMBER, MEASURE>NUMBER or MEASURE in LOW..HIGH";
        let split =
            text.split_once(" in ").or_else(|| text.find(['<', '>']).map(|place| text.split_at(place)));
        let (name, limit) = split.ok_or(FORM)?;
        let measure = GoalMeasure::named(name.trim())?;
        let range = match (limit.split_once(".."), limit.split_at_checked(1)) {
            (_, Some(("<", end))) => Interval {
                low: f64::NEG_INFINITY,
                high: measure.limit(end.strip_prefix('=').unwrap_or(end))?,
            },
            (_, Some((">", end))) => {
                Interval { low: measure.limit(end.strip_prefix('=').unwrap_or(end))?, high: f64::INFINITY }
            }
            (Some((low, high)), _) => Interval { low: measure.limit(low)?, high: measure.limit(high)? },
            _ => return Err(FORM.to_owned()),
        };
        if range.low >= range.high {
            return Err("a range goes from a lower to a higher number".to_owned());
        }
        Ok(Goal { measure, range })
    }

    /// Returns how deep a number lies in the range, in the unit of the measure: its distance from the nearer end, negative outside.
    pub(super) fn depth(&self, value: f64) -> f64 {
        (value - self.range.low).min(self.range.high - value)
    }

    /// Returns the depth of the end of an interval that lies less deep.
    pub(super) fn least_depth(&self, interval: Interval) -> f64 {
        self.depth(interval.low).min(self.depth(interval.high))
    }

    /// Returns whether the goal holds, by the interval of an estimate.
    pub(super) fn verdict(&self, estimate: &Estimate) -> GoalVerdict {
        let Interval { low, high } = estimate.interval;
        if self.least_depth(estimate.interval) >= 0.0 {
            GoalVerdict::Holds
        } else if high < self.range.low || low > self.range.high {
            GoalVerdict::Fails
        } else {
            GoalVerdict::Open
        }
    }
}

impl GoalMeasure {
    /// Reads a number that the measure can have.
    fn limit(self, text: &str) -> Result<f64, String> {
        let text = text.trim();
        let number = text.parse().ok().filter(|number| (0.0..=self.highest()).contains(number));
        number.ok_or_else(|| format!("`{text}`: {} takes a number from 0 to {}", self.name(), self.highest()))
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, Interval { low, high }) = (self.measure.name(), self.range);
        match (low.is_finite(), high.is_finite()) {
            (true, true) => write!(f, "{name} in {low}..{high}"),
            (true, false) => write!(f, "{name}>{low}"),
            _ => write!(f, "{name}<{high}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goals(text: &str) -> Result<Vec<String>, String> {
        let goals = Goal::parse_all(&[text.to_owned()]).map_err(|error| error.to_string())?;
        Ok(goals.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn goals_are_read_and_written() {
        let read =
            goals("tiebreak_rate < 0.1, mean_rounds in 5..6,white_score>=0.45, mean_minutes in 20 .. 30.5");
        let written =
            ["tiebreak_rate<0.1", "mean_rounds in 5..6", "white_score>0.45", "mean_minutes in 20..30.5"];
        assert_eq!(read.expect("goals"), written);
    }

    #[test]
    fn what_is_no_goal_is_refused_with_what_can_be_one() {
        for (text, parts) in [
            (
                "tie_rate<0.1",
                &["goal `tie_rate<0.1`: unknown measure `tie_rate`", "shared_rate (", "mean_minutes ("][..],
            ),
            ("tiebreak_rat<0.1", &["did you mean `tiebreak_rate`?", "white_score ("]),
            ("keywords<5", &["unknown measure `keywords`"]),
            ("tiebreak_rate<10", &["`10`: tiebreak_rate takes a number from 0 to 1"]),
            ("mean_rounds in 6..5", &["from a lower to a higher number"]),
            ("mean_rounds in 6", &["MEASURE in LOW..HIGH"]),
            ("mean_rounds", &["MEASURE in LOW..HIGH"]),
            ("mean_rounds<nan", &["takes a number from 0 to 16"]),
            ("", &["MEASURE<NUMBER"]),
        ] {
            let refused = goals(text).expect_err(text);
            assert!(parts.iter().all(|part| refused.contains(part)), "{text}: {refused}");
        }
    }

    #[test]
    fn a_goal_holds_where_the_whole_interval_lies_in_its_range() {
        let goal = Goal::parse("mean_rounds in 5..6").expect("a goal");
        let verdict = |low: f64, high: f64| {
            goal.verdict(&Estimate { value: low.midpoint(high), se: 0.1, interval: Interval { low, high } })
        };
        assert_eq!(verdict(5.1, 5.9), GoalVerdict::Holds);
        assert_eq!(verdict(4.1, 4.9), GoalVerdict::Fails);
        assert_eq!(verdict(4.9, 5.1), GoalVerdict::Open);
        assert_eq!(verdict(4.9, 6.1), GoalVerdict::Open);
        assert_eq!(goal.depth(5.25), 0.25);
        assert_eq!(goal.least_depth(Interval { low: 4.5, high: 5.25 }), -0.5);
    }
}
