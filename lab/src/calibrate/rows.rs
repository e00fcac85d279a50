//! The rows of calibrate.csv and coverage.csv.

use crate::table::{Frame, MeasuredValue, TableRow, counted};

/// A row of calibrate.csv: how often the sequential test accepts H1 in a case.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("calibrate.csv")]
pub struct TestErrorRow {
    /// `copies`: equally strong; `handicap`: the second one blunders.
    pub case: &'static str,
    /// Number of runs of the test.
    pub runs: u64,
    /// Runs that accept H1.
    pub accepted_h1: u64,
    /// Runs that accept H0.
    pub accepted_h0: u64,
    /// Runs that come to the limit of pairs.
    pub undecided: u64,
    /// Share of runs that accept H1.
    pub share_h1: Option<MeasuredValue>,
    /// The smallest share that is right.
    pub wanted_low: Option<f64>,
    /// The greatest.
    pub wanted_high: Option<f64>,
    /// Mean length of a run, in pairs of games.
    #[column(decimals = 1)]
    pub mean_pairs: f64,
    /// Length of the longest run, in pairs of games.
    pub longest_pairs: u64,
}

/// A row of coverage.csv: how often an interval holds the truth in a case.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("coverage.csv")]
pub struct CoverageRow {
    /// The kind of interval.
    pub interval: &'static str,
    /// What the drawn matches are like.
    pub case: &'static str,
    /// Pairs of games, or deals, in a match.
    pub pairs: u64,
    /// Number of matches.
    pub runs: u64,
    /// Share of matches whose interval holds the truth.
    pub coverage: Option<MeasuredValue>,
    /// The smallest share that is right.
    pub wanted_low: Option<f64>,
    /// Mean width of the bounded intervals; `None` if there is none.
    #[column(decimals = 4)]
    pub mean_width: Option<f64>,
    /// Number of unbounded intervals.
    pub open: u64,
}

/// The rows of a calibration.
#[derive(Clone, Debug, PartialEq)]
pub enum CalibrationRows {
    /// Error rates of the sequential test.
    Tests(Vec<TestErrorRow>),
    /// Coverage of intervals.
    Intervals(Vec<CoverageRow>),
}

impl TestErrorRow {
    /// Returns `true` if the interval of the share lies outside the wanted range.
    fn is_missed(&self) -> bool {
        let ends = self.share_h1.and_then(|share| share.interval);
        let range = self.wanted_low.zip(self.wanted_high);
        ends.zip(range).is_some_and(|(ends, (low, high))| ends.low > high || ends.high < low)
    }
}

impl CoverageRow {
    /// Returns `true` if the interval of the coverage lies below what is wanted.
    fn is_missed(&self) -> bool {
        let ends = self.coverage.and_then(|coverage| coverage.interval);
        ends.zip(self.wanted_low).is_some_and(|(ends, low)| ends.high < low)
    }

    fn title(&self) -> String {
        format!("{} ({}, {})", self.interval, self.case, counted(self.pairs, "pair"))
    }
}

impl CalibrationRows {
    /// Returns the rows as a table.
    pub fn frame(&self) -> Frame {
        match self {
            CalibrationRows::Tests(rows) => TestErrorRow::frame(rows),
            CalibrationRows::Intervals(rows) => CoverageRow::frame(rows),
        }
    }

    /// Returns the names of the cases outside their range.
    pub(super) fn missed(&self) -> Vec<String> {
        match self {
            CalibrationRows::Tests(rows) => {
                rows.iter().filter(|row| row.is_missed()).map(|row| row.case.to_owned()).collect()
            }
            CalibrationRows::Intervals(rows) => {
                rows.iter().filter(|row| row.is_missed()).map(CoverageRow::title).collect()
            }
        }
    }

    /// Returns what is said of the cases outside their range.
    pub(super) const fn breach(&self) -> &'static str {
        match self {
            CalibrationRows::Tests(_) => "out of the wanted range",
            CalibrationRows::Intervals(_) => "cover less than promised",
        }
    }

    /// Returns sentences on what was found.
    pub(super) fn sentences(&self) -> Vec<String> {
        match self {
            CalibrationRows::Tests(rows) => rows.iter().filter_map(test_sentence).collect(),
            CalibrationRows::Intervals(rows) => vec![coverage_sentence(rows.len(), &self.missed())],
        }
    }
}

fn test_sentence(row: &TestErrorRow) -> Option<String> {
    let share = row.share_h1?.percent();
    let [low, high] = [row.wanted_low?, row.wanted_high?].map(|share| 100.0 * share);
    let who = match row.case {
        "copies" => "Of runs between equally strong copies, the test finds one stronger in",
        _ => "Of runs against a copy that blunders, the test finds the other stronger in",
    };
    Some(format!("{who} {share}; right are {low:.1} to {high:.1}."))
}

fn coverage_sentence(cases: usize, missed: &[String]) -> String {
    let cases = counted(cases as u64, "case");
    match missed {
        [] => format!("In none of {cases} do the intervals cover clearly less than promised."),
        missed => format!("Of {cases}, intervals cover less than promised in: {}.", missed.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use overhear_stats::Interval;

    use super::*;

    fn row(case: &'static str, low: f64, high: f64) -> TestErrorRow {
        let interval = Some(Interval { low, high });
        TestErrorRow {
            case,
            runs: 40,
            accepted_h1: 2,
            accepted_h0: 38,
            undecided: 0,
            share_h1: Some(MeasuredValue { value: 0.05, interval }),
            wanted_low: Some(0.0),
            wanted_high: Some(0.05),
            mean_pairs: 120.04,
            longest_pairs: 300,
        }
    }

    #[test]
    fn a_rate_is_missed_only_if_its_whole_interval_is() {
        let rows = CalibrationRows::Tests(vec![row("copies", 0.01, 0.2), row("handicap", 0.051, 0.2)]);
        assert_eq!((rows.missed(), rows.breach()), (vec!["handicap".to_owned()], "out of the wanted range"));
        let sentence = "Of runs between equally strong copies, the test finds one stronger in 5.0 of 100 (1.0 to 20.0); \
                        right are 0.0 to 5.0.";
        assert_eq!(rows.sentences()[0], sentence);
        let csv = rows.frame().to_csv();
        assert!(
            csv.contains("copies,40,2,38,0,0.050000,0.010000,0.200000,0.000000,0.050000,120.0,300\n"),
            "{csv}"
        );
    }
}
