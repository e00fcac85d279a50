//! What a live comparison has found: numbers with their intervals, of a measure and of a kind of games.

use overhear_stats::{Estimate, Interval};
use serde::Serialize;

use crate::paired::{Measure, Verdict};

/// A number with its 95 % interval. The interval has no width where the rules leave no choice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NumberWithRange {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Estimate> for NumberWithRange {
    fn from(Estimate { value, interval: Interval { low, high }, .. }: Estimate) -> NumberWithRange {
        NumberWithRange { value, low, high }
    }
}

/// Finding about a measure. Numbers are in the measure's unit; shares are in 0..=1.
#[derive(Clone, Debug, Serialize)]
pub struct LiveFinding {
    /// The measure.
    pub measure: Measure,
    /// Title of the measure, for display.
    pub title: &'static str,
    /// Meaning of the measure, for display.
    pub meaning: &'static str,
    /// Unit to print after numbers multiplied by `factor`.
    pub unit: &'static str,
    /// Factor to multiply numbers with for display.
    pub factor: f64,
    /// Number of games that count.
    pub games: u64,
    /// Value under rule set A.
    pub a: NumberWithRange,
    /// Value under rule set B.
    pub b: NumberWithRange,
    /// Difference, B minus A.
    pub difference: NumberWithRange,
    /// Equivalence margin in words.
    pub margin: String,
    /// Verdict on the difference.
    pub verdict: Verdict,
    /// The verdict in words.
    pub words: &'static str,
    /// The finding as a sentence.
    pub sentence: String,
}

/// Games of one kind under A and under B.
#[derive(Clone, Debug, Serialize)]
pub struct Share {
    /// Name of the kind.
    pub name: String,
    /// Games under A.
    pub count_a: u64,
    /// Games under B.
    pub count_b: u64,
    /// Share of games under A.
    pub a: Option<NumberWithRange>,
    /// Share of games under B.
    pub b: Option<NumberWithRange>,
}
