//! A sequential test that is shown the shards of a run in the order of their deals: its looks, and so its decision, are those of the run
//! in one piece, and shards behind the decision need not be played.

use super::looks::{LookPairs, sum};
use super::running_scores::RunningScores;
use super::sequential::SequentialTest;
use super::store::Checkpoint;
use super::{Shard, SprtSetting};
use crate::error::LabError;

/// The shards of a run in their order, as far as they have been shown.
#[derive(Default)]
pub(super) struct ShardReplay {
    /// The test, if there is one.
    pub(super) test: Option<SequentialTest>,
    /// The score of every pairing over time, if that is asked for.
    running: Option<RunningScores>,
    /// The rows of running.csv.
    pub(super) rows: String,
    /// How many deals have been told.
    pub(super) deals: u64,
}

impl ShardReplay {
    /// Nothing yet.
    pub(super) fn new(sprt: Option<SprtSetting>, running: Option<RunningScores>) -> ShardReplay {
        let test = sprt.map(|setting| SequentialTest::new(setting, None));
        ShardReplay { test, running, ..ShardReplay::default() }
    }

    /// Whether the test has accepted a hypothesis.
    pub(super) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.verdict().is_decided())
    }

    /// Goes on with the bands of the next shard, up to the one that decides the test; how many were told.
    pub(super) fn feed_test(&mut self, bands: &[LookPairs]) -> Result<usize, LabError> {
        for (told, band) in bands.iter().enumerate() {
            if self.is_decided() {
                return Ok(told);
            }
            self.record_pairs(band)?;
        }
        Ok(bands.len())
    }

    fn record_pairs(&mut self, band: &LookPairs) -> Result<(), LabError> {
        if let Some(test) = &mut self.test {
            test.see_all(sum([band], 1)[0])?;
        }
        self.deals = band.end;
        let Some(running) = &mut self.running else { return Ok(()) };
        running.see_all(&band.pairs);
        self.rows.extend(running.rows(band.end, self.test.as_ref()));
        Ok(())
    }

    /// The last look, at the limit of deals.
    pub(super) fn end(&mut self) -> Result<(), LabError> {
        self.test.as_mut().map_or(Ok(()), SequentialTest::look)
    }
}

/// Parts of a run with a sequential test, shown in their order while others are still played.
#[derive(Default)]
pub struct ShardPrefix {
    told: ShardReplay,
    parts: u64,
}

impl ShardPrefix {
    /// Takes in the next part, and tells whether the test is decided: then no later part is needed. A run without a test is
    /// decided by all of its parts.
    ///
    /// # Errors
    /// Bytes that are not the next part of a run.
    pub fn add_shard(&mut self, part: &[u8]) -> Result<bool, LabError> {
        self.parts += 1;
        let name = format!("part {}", self.parts);
        let content = Checkpoint::open_shard(&name, part)?;
        let shard = content.order.shard().unwrap_or(Shard::WHOLE);
        if shard.index() != self.parts {
            return Err(LabError::content(name, format_args!("it is shard {shard}")));
        }
        if self.parts == 1 {
            self.told = ShardReplay::new(content.order.named_config().sprt, None);
        }
        self.told.feed_test(&content.bands)?;
        Ok(self.told.is_decided() || self.parts == shard.count())
    }
}
