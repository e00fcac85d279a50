//! A sequential test fed with the shards of a run in deal order. Its looks and its decision are those of an
//! undivided run, and shards after the decision need not be played.

use super::looks::{LookPairs, sum};
use super::run_files::Checkpoint;
use super::running_scores::RunningScores;
use super::sequential::SequentialTest;
use super::{Shard, SprtSetting};
use crate::error::LabError;

/// State after feeding the leading shards of a run.
#[derive(Default)]
pub(super) struct ShardReplay {
    /// The test, if there is one.
    pub(super) test: Option<SequentialTest>,
    /// Running score of every pairing, if requested.
    running: Option<RunningScores>,
    /// Rows of running.csv.
    pub(super) rows: String,
    /// Number of deals fed.
    pub(super) deals: u64,
}

impl ShardReplay {
    /// Returns the state before the first shard.
    pub(super) fn new(sprt: Option<SprtSetting>, running: Option<RunningScores>) -> ShardReplay {
        let test = sprt.map(|setting| SequentialTest::new(setting, None));
        ShardReplay { test, running, ..ShardReplay::default() }
    }

    /// Returns `true` if the test has accepted a hypothesis.
    pub(super) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.verdict().is_decided())
    }

    /// Feeds the segments of the next shard, up to the segment that decides the test. Returns the number of
    /// segments fed.
    pub(super) fn feed_test(&mut self, segments: &[LookPairs]) -> Result<usize, LabError> {
        for (fed, segment) in segments.iter().enumerate() {
            // Segments end at every look, so stopping between segments stops at the deal at which an
            // undivided run stops.
            if self.is_decided() {
                return Ok(fed);
            }
            self.record_pairs(segment)?;
        }
        Ok(segments.len())
    }

    fn record_pairs(&mut self, segment: &LookPairs) -> Result<(), LabError> {
        if let Some(test) = &mut self.test {
            test.see_all(sum([segment], 1)[0])?;
        }
        self.deals = segment.end;
        let Some(running) = &mut self.running else { return Ok(()) };
        running.see_all(&segment.pairs);
        self.rows.extend(running.rows(segment.end, self.test.as_ref()));
        Ok(())
    }

    /// Performs the last look, at the limit of deals.
    pub(super) fn end(&mut self) -> Result<(), LabError> {
        self.test.as_mut().map_or(Ok(()), SequentialTest::look)
    }
}

/// Feeds parts of a run with a sequential test in order, while later parts are still being played.
#[derive(Default)]
pub struct ShardPrefix {
    replay: ShardReplay,
    parts: u64,
}

impl ShardPrefix {
    /// Adds the next part. Returns `true` if the test is decided, so that no later part is needed. A run
    /// without a test is decided by all of its parts.
    ///
    /// # Errors
    /// Returns an error for bytes that are not the next part of the run.
    pub fn add_shard(&mut self, part: &[u8]) -> Result<bool, LabError> {
        self.parts += 1;
        let name = format!("part {}", self.parts);
        let content = Checkpoint::open_shard(&name, part)?;
        let shard = content.request.shard().unwrap_or(Shard::WHOLE);
        if shard.index() != self.parts {
            return Err(LabError::content(name, format_args!("it is shard {shard}")));
        }
        if self.parts == 1 {
            self.replay = ShardReplay::new(content.request.named_config().sprt, None);
        }
        self.replay.feed_test(&content.segments)?;
        Ok(self.replay.is_decided() || self.parts == shard.count())
    }
}
