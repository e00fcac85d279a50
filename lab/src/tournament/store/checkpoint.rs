//! What has to be known of a run to go on with it: what was asked for, and what was counted so far.

use std::ops::Range;
use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use overhear_engine::arena::{Schedule, Tally};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::LabError;
use crate::setup::{Build, nameable};
use crate::store::{Inventory, open, seal, seal_text, unseal};
use crate::tournament::looks::{LookPairs, LookSchedule, are_of};
use crate::tournament::pairs::pairs_of;
use crate::tournament::sequential::TestState;
use crate::tournament::{Shard, TournamentConfig};

const CHECKPOINT: &str = "checkpoint";
const SHARD: &str = "shard";

/// A run up to the end of a deal. A shard is one that has come to its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    /// What was asked for.
    pub order: RunRequest,
    /// The build that wrote it.
    pub build: Build,
    /// Others that have played a part of it.
    pub other_builds: Vec<Build>,
    /// How long it has played.
    pub seconds: f64,
    /// The first deal that is not counted yet.
    pub next: u64,
    /// What was counted.
    pub tally: Tally,
    /// The sequential test, if there is one.
    pub test: Option<TestState>,
    /// The pairs of a shard from look to look, where a merge has to look.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<LookPairs>,
    /// The logs as they are.
    pub logs: Inventory,
}

/// What was asked for, and what that came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunRequest {
    /// What was asked for, the seed included.
    config: TournamentConfig,
    /// The working folder in which that was asked.
    folder: PathBuf,
    /// Everything that decides the result.
    pub identity: Value,
}

impl RunRequest {
    /// What a configuration asks for in a working folder, with the seed that was drawn if it had none.
    ///
    /// # Errors
    /// If a file has a name that cannot stand in a checkpoint.
    pub(crate) fn new(
        config: &TournamentConfig,
        folder: &Path,
        seed: u64,
        identity: Value,
    ) -> Result<RunRequest, LabError> {
        nameable(config.words.files().chain(config.players.files()).chain([folder]), "a checkpoint")?;
        let config = TournamentConfig { seed: Some(seed), folder: PathBuf::new(), ..config.clone() };
        Ok(RunRequest { config, folder: folder.to_owned(), identity })
    }

    /// What was asked for, with files as they were named.
    pub(crate) const fn named_config(&self) -> &TournamentConfig {
        &self.config
    }

    /// The same, but files that are named relatively are looked for where they were, if they are still there.
    pub(crate) fn config(&self, registry: &Registry) -> TournamentConfig {
        let mut config = self.config.clone();
        config.players.registry = registry.clone();
        config.within(&self.folder)
    }

    /// Which part of the run it is.
    pub(crate) const fn shard(&self) -> Option<Shard> {
        self.config.shard
    }
}

/// The bytes of a checkpoint or a shard with this body.
pub(crate) fn sealed(body: &str, shard: bool) -> Vec<u8> {
    seal_text(if shard { SHARD } else { CHECKPOINT }, body)
}

/// Reads a checkpoint or a shard of a small run of two agents, and lets go of it.
pub(crate) fn try_to_read(path: &Path, shard: bool) -> Result<(), LabError> {
    let read = if shard { Checkpoint::read_shard(path)? } else { Checkpoint::read(path)? };
    let schedule = Schedule::round_robin(2, 40);
    read.check(path.display(), &schedule, &(0..schedule.deals()))
}

impl Checkpoint {
    /// The bytes of a checkpoint.
    pub(super) fn seal(&self) -> Vec<u8> {
        seal(CHECKPOINT, self)
    }

    /// Returns the checkpoint without what may differ between two runs of one shard: how long it took, and on how many threads.
    /// Its time stands in timing.json beside it.
    pub(super) fn without_circumstances(mut self) -> Checkpoint {
        self.seconds = 0.0;
        (self.order.config.threads, self.order.config.checkpoint) = (None, None);
        self
    }

    /// The bytes of a finished shard.
    pub(crate) fn seal_shard(&self) -> Vec<u8> {
        seal(SHARD, self)
    }

    /// Refuses counts that cannot be those of the deals from `start` to where it stands, within the run.
    pub(crate) fn check(
        &self,
        name: impl std::fmt::Display,
        schedule: &Schedule,
        deals: &Range<u64>,
    ) -> Result<(), LabError> {
        let counted = self.test.as_ref().is_none_or(|test| test.pairs() == Some(self.tally.deals));
        let within = (deals.start..=deals.end).contains(&self.next);
        if within
            && counted
            && self.tally.is_consistent_with(schedule, self.next - deals.start)
            && self.has_bands(deals)
        {
            return Ok(());
        }
        Err(LabError::content(name, "its counts cannot be those of this run: it was edited"))
    }

    /// Whether its bands are those of its pairs; only a shard has any.
    fn has_bands(&self, deals: &Range<u64>) -> bool {
        let asked = &self.order.config;
        let looks = LookSchedule::from_config(asked).filter(|_| asked.shard.is_some());
        are_of(&self.bands, looks, &(deals.start..self.next), &pairs_of(&self.tally))
    }

    /// All builds that have played a part of it.
    pub(crate) fn builds(&self) -> impl Iterator<Item = &Build> {
        self.other_builds.iter().chain([&self.build])
    }

    /// Reads a checkpoint.
    pub(super) fn read(path: &Path) -> Result<Checkpoint, LabError> {
        unseal(CHECKPOINT, path)
    }

    /// Reads a finished shard from its bytes, which `name` stands for in messages.
    pub(crate) fn open_shard(name: impl std::fmt::Display, bytes: &[u8]) -> Result<Checkpoint, LabError> {
        open(SHARD, bytes).map_err(|message| LabError::content(name, message))
    }

    /// Reads a finished shard.
    pub(crate) fn read_shard(path: &Path) -> Result<Checkpoint, LabError> {
        unseal(SHARD, path)
    }
}
