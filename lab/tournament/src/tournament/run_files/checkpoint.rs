//! Checkpoints: the request and the counts so far, enough to resume a run.

use std::ops::Range;
use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use overhear_engine::arena::{Schedule, Tally};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::LabError;
use crate::setup::{Build, kept_folder, nameable};
use crate::store::{Inventory, open, seal, seal_text, unseal};
use crate::tournament::looks::{LookPairs, LookSchedule, are_of};
use crate::tournament::pair_counts::pairs_of;
use crate::tournament::sequential::TestState;
use crate::tournament::{Shard, TournamentConfig};

const CHECKPOINT: &str = "checkpoint";
const SHARD: &str = "shard";

/// State of a run at the end of a deal. A shard is a checkpoint at the end of its deals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    /// The request; files have it under the name `order`.
    #[serde(rename = "order")]
    pub request: RunRequest,
    /// The build that wrote the checkpoint.
    pub build: Build,
    /// Other builds that have played a part of the run.
    pub other_builds: Vec<Build>,
    /// Playing time in seconds.
    pub seconds: f64,
    /// The first deal that is not counted yet.
    pub next: u64,
    /// The counts.
    pub tally: Tally,
    /// The sequential test, if there is one.
    pub test: Option<TestState>,
    /// Pairs of a shard between consecutive looks, for the merge; files have them under the name `bands`.
    #[serde(rename = "bands", default, skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<LookPairs>,
    /// Checksums of the logs.
    pub logs: Inventory,
}

/// A request together with the identity of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunRequest {
    /// The configuration, including the seed.
    config: TournamentConfig,
    /// Working directory of the request; empty if it names nothing from there.
    folder: PathBuf,
    /// Everything that determines the result.
    pub identity: Value,
}

impl RunRequest {
    /// Returns the request for a configuration in a working directory, with the seed that was given or drawn.
    ///
    /// # Errors
    /// Returns an error if the name of a file cannot be represented in a checkpoint.
    pub(crate) fn new(
        config: &TournamentConfig,
        folder: &Path,
        seed: u64,
        identity: Value,
    ) -> Result<RunRequest, LabError> {
        nameable(config.words.files().chain(config.players.files()).chain([folder]), "a checkpoint")?;
        let config = TournamentConfig { seed: Some(seed), folder: PathBuf::new(), ..config.clone() };
        let folder = kept_folder(folder, (&config.players, &[]), &config, &config.within(folder));
        Ok(RunRequest { config, folder, identity })
    }

    /// Returns the configuration with files as they were named.
    pub(crate) const fn named_config(&self) -> &TournamentConfig {
        &self.config
    }

    /// Returns the configuration in which relative file names are resolved in the request's working
    /// directory, where such files exist.
    pub(crate) fn config(&self, registry: &Registry) -> TournamentConfig {
        let mut config = self.config.clone();
        config.players.registry = registry.clone();
        config.within(&self.folder)
    }

    /// Returns the part of the run, if it is one.
    pub(crate) const fn shard(&self) -> Option<Shard> {
        self.config.shard
    }
}

/// Returns the bytes of a checkpoint or a shard with this body.
pub fn sealed(body: &str, shard: bool) -> Vec<u8> {
    seal_text(if shard { SHARD } else { CHECKPOINT }, body)
}

/// Reads and checks a checkpoint or shard of a small run of two agents, for the fuzz targets.
///
/// # Errors
/// Returns an error for a file that is no checkpoint, or no shard, of that run.
pub fn try_to_read(path: &Path, shard: bool) -> Result<(), LabError> {
    let read = if shard { Checkpoint::read_shard(path)? } else { Checkpoint::read(path)? };
    let schedule = Schedule::round_robin(2, 40);
    read.check(path.display(), &schedule, &(0..schedule.deals()))
}

impl Checkpoint {
    /// Returns the bytes of a checkpoint.
    pub(super) fn seal(&self) -> Vec<u8> {
        seal(CHECKPOINT, self)
    }

    /// Returns the checkpoint without data that may differ between two runs of one shard: playing time,
    /// threads and checkpoint interval. timing.json holds the time.
    pub(super) fn without_circumstances(mut self) -> Checkpoint {
        self.seconds = 0.0;
        (self.request.config.threads, self.request.config.checkpoint) = (None, None);
        self
    }

    /// Returns the bytes of a finished shard.
    pub(crate) fn seal_shard(&self) -> Vec<u8> {
        seal(SHARD, self)
    }

    /// Checks that the counts can be those of the deals from `start` to `next`, within the run.
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
            && self.has_valid_segments(deals)
        {
            return Ok(());
        }
        Err(LabError::content(name, "its counts do not fit this run: it was edited"))
    }

    /// Returns `true` if the segments match the counted pairs. Only a shard has segments.
    fn has_valid_segments(&self, deals: &Range<u64>) -> bool {
        let config = &self.request.config;
        let looks = LookSchedule::from_config(config).filter(|_| config.shard.is_some());
        are_of(&self.segments, looks, &(deals.start..self.next), &pairs_of(&self.tally))
    }

    /// Returns all builds that have played a part of the run.
    pub(crate) fn builds(&self) -> impl Iterator<Item = &Build> {
        self.other_builds.iter().chain([&self.build])
    }

    /// Reads a checkpoint.
    pub(super) fn read(path: &Path) -> Result<Checkpoint, LabError> {
        unseal(CHECKPOINT, path)
    }

    /// Reads a finished shard from bytes; `name` identifies it in messages.
    pub(crate) fn open_shard(name: impl std::fmt::Display, bytes: &[u8]) -> Result<Checkpoint, LabError> {
        open(SHARD, bytes).map_err(|message| LabError::content(name, message))
    }

    /// Reads a finished shard from a file.
    pub(crate) fn read_shard(path: &Path) -> Result<Checkpoint, LabError> {
        unseal(SHARD, path)
    }
}
