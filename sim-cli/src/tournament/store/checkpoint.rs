//! What has to be known of a run to go on with it: what was asked for, and what was counted so far.

use std::ops::Range;
use std::path::{Path, PathBuf};

use overhear_engine::arena::{Schedule, Tally};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cli::{Shard, TournamentArgs, recall};
use crate::failure::Failure;
use crate::output::{Inventory, seal, seal_text, unseal};
use crate::setup::Build;
use crate::tournament::sequential::TestState;

const CHECKPOINT: &str = "checkpoint";
const SHARD: &str = "shard";

/// A run up to the end of a deal. A shard is one that has come to its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::tournament) struct Checkpoint {
    /// What was asked for.
    pub(in crate::tournament) order: Order,
    /// The build that wrote it.
    pub(in crate::tournament) build: Build,
    /// Others that have played a part of it.
    pub(in crate::tournament) other_builds: Vec<Build>,
    /// How long it has played.
    pub(in crate::tournament) seconds: f64,
    /// The first deal that is not counted yet.
    pub(in crate::tournament) next: u64,
    /// What was counted.
    pub(in crate::tournament) tally: Tally,
    /// The sequential test, if there is one.
    pub(in crate::tournament) test: Option<TestState>,
    /// The logs as they are.
    pub(in crate::tournament) logs: Inventory,
}

/// What was asked for, and what that came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::tournament) struct Order {
    /// What followed `tournament`, the seed included.
    command: Vec<String>,
    /// Where that was said.
    directory: PathBuf,
    /// Which part of the run it is.
    pub(in crate::tournament) shard: Option<Shard>,
    /// Everything that decides the result.
    pub(in crate::tournament) identity: Value,
}

impl Order {
    /// What the arguments ask for.
    pub(in crate::tournament) fn new(
        args: &TournamentArgs,
        seed: u64,
        identity: Value,
    ) -> Result<Order, Failure> {
        let word = |word: &std::ffi::OsString| {
            let text = word.to_str().map(str::to_owned);
            text.ok_or_else(|| Failure::content(word.display(), "not UTF-8: it cannot stand in a checkpoint"))
        };
        let mut command: Vec<String> = args.said.iter().map(word).collect::<Result<_, _>>()?;
        if args.seed.seed.is_none() {
            command.push(format!("--seed={seed}"));
        }
        let directory = std::env::current_dir().map_err(|error| Failure::io("working directory", error))?;
        Ok(Order { command, directory, shard: args.shard, identity })
    }

    /// The arguments again. Files that they name relatively are looked for where they were, if that is still there.
    pub(in crate::tournament) fn recall(&self) -> Result<TournamentArgs, Failure> {
        drop(std::env::set_current_dir(&self.directory));
        recall(&self.command)
    }
}

/// The bytes of a checkpoint or a shard with this body.
pub(crate) fn sealed(body: &str, shard: bool) -> Vec<u8> {
    seal_text(if shard { SHARD } else { CHECKPOINT }, body)
}

/// Reads a checkpoint or a shard of a small run of two agents, and lets go of it.
pub(crate) fn try_to_read(path: &Path, shard: bool) -> Result<(), Failure> {
    let read = if shard { Checkpoint::read_shard(path)? } else { Checkpoint::read(path)? };
    let schedule = Schedule::round_robin(2, 40);
    read.check(path.display(), &schedule, &(0..schedule.deals()))
}

impl Checkpoint {
    /// The bytes of a checkpoint.
    pub(super) fn seal(&self) -> Vec<u8> {
        seal(CHECKPOINT, self)
    }

    /// The bytes of a finished shard.
    pub(in crate::tournament) fn seal_shard(&self) -> Vec<u8> {
        seal(SHARD, self)
    }

    /// Refuses counts that cannot be those of the deals from `start` to where it stands, within the run.
    pub(in crate::tournament) fn check(
        &self,
        name: impl std::fmt::Display,
        schedule: &Schedule,
        deals: &Range<u64>,
    ) -> Result<(), Failure> {
        let counted = self.test.as_ref().is_none_or(|test| test.pairs() == Some(self.tally.deals));
        let within = (deals.start..=deals.end).contains(&self.next);
        if within && counted && self.tally.is_of(schedule, self.next - deals.start) {
            return Ok(());
        }
        Err(Failure::content(name, "its counts cannot be those of this run: it was edited"))
    }

    /// All builds that have played a part of it.
    pub(in crate::tournament) fn builds(&self) -> impl Iterator<Item = &Build> {
        self.other_builds.iter().chain([&self.build])
    }

    /// Reads a checkpoint.
    pub(super) fn read(path: &Path) -> Result<Checkpoint, Failure> {
        unseal(CHECKPOINT, path)
    }

    /// Reads a finished shard.
    pub(in crate::tournament) fn read_shard(path: &Path) -> Result<Checkpoint, Failure> {
        unseal(SHARD, path)
    }
}
