//! A match that ends at the decision of a sequential test.
//!
//! The test looks after every [`BATCH`] pairs in deal order, and at the end of the schedule. Only pairs up to
//! the deciding look count, even if other threads have played more.

use std::fmt;

use overhear_engine::arena::Outcome;
use overhear_engine::rules::Side;
use overhear_stats::{
    Decision, MonitorState, Pentanomial, SequentialEstimate, SprtMonitor, sequential_estimate,
};
use serde::{Deserialize, Serialize};

use super::SprtSetting;
use crate::error::LabError;
use crate::table::{ColumnValue, NamedRow};

/// Number of pairs between two looks.
pub const BATCH: u64 = 100;

/// Verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestVerdict {
    /// The difference is at most elo0.
    AcceptH0,
    /// The difference is at least elo1.
    AcceptH1,
    /// The games did not suffice for a decision.
    Undecided,
    /// The games did not suffice, and every pair was an exact tie.
    #[serde(rename = "no_difference_seen")]
    NoDifference,
}

/// The name in the manifest.
impl fmt::Display for TestVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The same name in a column.
impl ColumnValue for TestVerdict {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        self.to_string().put(row, column)
    }
}

impl TestVerdict {
    /// Returns `true` if a hypothesis was accepted.
    pub const fn is_decided(self) -> bool {
        matches!(self, TestVerdict::AcceptH0 | TestVerdict::AcceptH1)
    }
}

/// A test and the pairs that it has seen.
#[derive(Debug)]
pub struct SequentialTest {
    /// The hypotheses and error rates.
    pub(super) setting: SprtSetting,
    /// The running test.
    pub monitor: SprtMonitor,
    counts: [u64; 5],
    pairs_seen: u64,
}

/// State of a test in a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestState {
    counts: [u64; 5],
    #[serde(flatten)]
    looked: MonitorState,
}

impl TestState {
    /// Returns the number of pairs seen; `None` on overflow.
    pub(super) fn pairs(&self) -> Option<u64> {
        self.counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count))
    }
}

impl SequentialTest {
    /// Returns a test that begins, or continues from a stored state.
    pub fn new(setting: SprtSetting, state: Option<&TestState>) -> SequentialTest {
        let Some(state) = state else {
            return SequentialTest {
                setting,
                monitor: SprtMonitor::new(setting.sprt, BATCH),
                counts: [0; 5],
                pairs_seen: 0,
            };
        };
        let (counts, pairs_seen) = (state.counts, state.counts.iter().sum());
        let monitor = SprtMonitor::restore(setting.sprt, BATCH, &state.looked);
        SequentialTest { setting, monitor, counts, pairs_seen }
    }

    /// Returns the state for a checkpoint.
    pub fn state(&self) -> TestState {
        TestState { counts: self.counts, looked: self.monitor.state() }
    }

    /// Returns the log-likelihood ratio of the pairs seen; `None` without pairs.
    pub(super) fn llr(&self) -> Option<f64> {
        self.setting.sprt.llr(&self.pairs().into()).ok()
    }

    /// Returns the log-likelihood ratio of the last look; `None` before the first.
    pub(super) fn monitor_llr(&self) -> Option<f64> {
        (self.monitor.observations() > 0).then(|| self.monitor.llr())
    }

    /// Returns the pairs seen, by agent a's score.
    pub fn pairs(&self) -> Pentanomial {
        Pentanomial::new(self.counts)
    }

    /// Returns the verdict.
    pub fn verdict(&self) -> TestVerdict {
        match self.monitor.decision() {
            Decision::AcceptH0 => TestVerdict::AcceptH0,
            Decision::AcceptH1 => TestVerdict::AcceptH1,
            Decision::Continue if self.all_tied() => TestVerdict::NoDifference,
            Decision::Continue => TestVerdict::Undecided,
        }
    }

    /// Returns `true` if every pair is an exact tie, as those of agents that play alike.
    pub(super) fn all_tied(&self) -> bool {
        self.counts[2] == self.pairs_seen
    }

    /// Adds a pair by agent a's half-points, and looks if a batch is full.
    ///
    /// # Errors
    /// Returns an error for counts from which the test cannot be computed.
    pub fn see(&mut self, half_points: usize) -> Result<(), LabError> {
        self.counts[half_points] += 1;
        self.pairs_seen += 1;
        // Looks depend on the number of pairs alone, never on time or threads, so equal seeds decide at equal
        // pairs.
        if self.pairs_seen.is_multiple_of(BATCH) { self.look() } else { Ok(()) }
    }

    /// Adds the pairs of a segment up to a look, or of a part of it. No batch fills up inside a segment.
    pub(super) fn see_all(&mut self, pairs: [u64; 5]) -> Result<(), LabError> {
        self.counts.iter_mut().zip(pairs).for_each(|(own, pairs)| *own += pairs);
        self.pairs_seen += pairs.iter().sum::<u64>();
        if self.pairs_seen.is_multiple_of(BATCH) { self.look() } else { Ok(()) }
    }

    /// Looks at the pairs seen. A second look at the pairs seen before changes nothing.
    ///
    /// # Errors
    /// Returns an error for counts from which the test cannot be computed.
    pub fn look(&mut self) -> Result<(), LabError> {
        if self.pairs_seen > 0 {
            let sample = self.pairs().into();
            self.monitor.update(&sample).map_err(|error| LabError::setting("sprt", error))?;
        }
        Ok(())
    }
}

/// Returns the estimate corrected for the stopping; `None` if all pairs were exact ties.
pub fn unbiased(test: &SequentialTest) -> Option<SequentialEstimate> {
    if test.all_tied() {
        return None;
    }
    sequential_estimate(&test.setting.sprt, &test.pairs().into()).ok()
}

/// Returns the half-points of the agent that is White in the first game and Black in the second.
pub fn pair_half_points(winners: &[Option<Side>]) -> usize {
    let points = Side::ALL
        .into_iter()
        .zip(winners)
        .map(|(side, &winner)| Outcome::for_side(winner, side).half_points());
    points.sum::<u64>() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(state: Option<&TestState>) -> SequentialTest {
        let sprt = overhear_stats::Sprt::new(0.0, 20.0, 0.05, 0.05, overhear_stats::EloModel::Normalized)
            .expect("a test");
        SequentialTest::new(SprtSetting { sprt, model: overhear_stats::EloModel::Normalized }, state)
    }

    /// Returns the pair that decides if every fourth pair goes to b and the others to a, with the state
    /// stored and restored after every `portion` pairs.
    fn decided_at(portion: usize) -> Option<usize> {
        let mut test = test(None);
        (1..=5000).find(|&pair| {
            test.see(if pair % 4 == 0 { 0 } else { 4 }).expect("in reach");
            if pair % portion == 0 {
                test = self::test(Some(&test.state()));
            }
            test.verdict().is_decided()
        })
    }

    #[test]
    fn it_ends_after_a_whole_batch_however_often_it_is_taken_up() {
        let deciding_pair = decided_at(5001).expect("a is much better");
        assert!(deciding_pair.is_multiple_of(BATCH as usize) && deciding_pair < 5000, "{deciding_pair}");
        for portion in [1, 7, 100, 133] {
            assert_eq!(decided_at(portion), Some(deciding_pair), "portions of {portion}");
        }
    }

    #[test]
    fn a_checkpoint_has_its_numbers_side_by_side() {
        let mut test = test(None);
        (0..BATCH).for_each(|pair| test.see(if pair < 60 { 4 } else { 0 }).expect("in reach"));
        let written = serde_json::to_string(&test.state()).expect("a text");
        assert!(written.starts_with(r#"{"counts":[40,0,0,0,60],"observations":100,"llr":"#), "{written}");
        assert_eq!(serde_json::from_str::<TestState>(&written).expect("a state"), test.state());
    }

    #[test]
    fn exact_ties_show_no_difference_until_they_suffice_for_h0() {
        let mut test = test(None);
        (0..BATCH).for_each(|_| test.see(2).expect("in reach"));
        assert_eq!((test.verdict(), test.monitor.observations()), (TestVerdict::NoDifference, BATCH));
        assert_eq!(test.verdict().to_string(), "no_difference_seen");
        assert!(test.llr().is_some_and(|llr| llr < 0.0 && llr == test.monitor.llr()));
        let decided = (0..100 * BATCH).find(|_| {
            test.see(2).expect("in reach");
            test.verdict().is_decided()
        });
        assert!(decided.is_some(), "as `stats sprt` says of these counts");
        assert_eq!(test.verdict(), TestVerdict::AcceptH0);
    }

    #[test]
    fn without_a_pair_no_look_is_made() {
        let mut test = test(None);
        test.look().expect("nothing to look at");
        assert_eq!(
            (test.verdict(), test.llr(), test.monitor.observations()),
            (TestVerdict::NoDifference, None, 0)
        );
    }

    #[test]
    fn the_last_look_is_at_the_limit() {
        let mut test = test(None);
        [4, 0, 3].into_iter().for_each(|points| test.see(points).expect("in reach"));
        assert_eq!((test.verdict(), test.monitor.observations()), (TestVerdict::Undecided, 0));
        test.look().expect("in reach");
        assert_eq!((test.verdict(), test.monitor.observations()), (TestVerdict::Undecided, 3));
        assert_eq!(test.llr(), Some(test.monitor.llr()));
    }
}
