//! A sealed part of an experiment: a header with its identity, and its counts.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::request::ExperimentRequest;
use crate::error::LabError;
use crate::experiment::{ExperimentSetup, PopulationConfig, Shardable, ShardableConfig};
use crate::run_control::RunControl;
use crate::setup::{Build, kept_folder, nameable};
use crate::store::{Inventory, open, seal_text};
use crate::tournament::{NO_SEED, RunPart, Shard};

/// Kind name of the sealed file.
pub(super) const SHARD: &str = "shard";

/// Header of a part.
#[derive(Serialize, Deserialize)]
pub(super) struct PartHeader {
    /// The request; its tag names the experiment.
    pub(super) experiment: ExperimentRequest,
    /// Working directory of the request, to which relative paths refer; empty if there are none.
    pub(super) folder: PathBuf,
    pub(super) identity: Value,
    pub(super) shard: Shard,
    pub(super) build: Build,
}

/// Contents of a part's file.
#[derive(Serialize, Deserialize)]
struct ExperimentPart<C> {
    head: PartHeader,
    counts: C,
    /// Files beside the part: always empty.
    logs: Inventory,
}

/// A part read for its header only.
#[derive(Deserialize)]
struct HeaderOnly {
    head: PartHeader,
}

/// Plays a part of a request and seals it.
pub(super) fn sealed_part<C: ShardableConfig>(
    config: &C,
    request: &ExperimentRequest,
    folder: &Path,
    (shard, watch): (Shard, &RunControl),
) -> Result<Vec<u8>, LabError> {
    let PopulationConfig { players, words, seed, tables } = config.population();
    if seed.is_none() {
        return Err(LabError::setting(("shard", shard), NO_SEED));
    }
    nameable(words.files().chain(players.files()).chain([folder]), "a shard")?;
    let mut experiment = C::Experiment::prepare(config, watch)?;
    let most = deals_of(experiment.lab(), Shard::WHOLE).into_iter().max().unwrap_or_default();
    shard.divides(most)?;
    experiment.seat()?;
    experiment.announce(watch);
    let counts = experiment.play(shard, watch)?;
    // A stop leaves the part incomplete. A merge could not tell, so nothing is sealed.
    let planned = deals_of(experiment.lab(), shard);
    if experiment.deals(&counts).as_ref() != Some(&planned) {
        return Err(LabError::interrupted(format_args!(
            "interrupted; nothing is kept of shard {shard}: play it again"
        )));
    }
    let head = PartHeader {
        experiment: request.clone(),
        folder: kept_folder(folder, (players, tables), config, &config.within(folder)),
        identity: identity::<C>(&experiment),
        shard,
        build: Build::own(),
    };
    let part = ExperimentPart { head, counts, logs: Inventory::new() };
    let body = serde_json::to_string(&part).map_err(LabError::runtime)?;
    Ok(seal_text(SHARD, &(body + "\n")))
}

/// Returns everything that determines the result.
pub(super) fn identity<C: ShardableConfig>(experiment: &C::Experiment) -> Value {
    let seed = experiment.lab().seed.0;
    json!({ "command": C::COMMAND, "seed": seed, "of": experiment.identity() })
}

/// Returns the number of deals of each population in a part.
pub(super) fn deals_of(lab: &ExperimentSetup, shard: Shard) -> Vec<u64> {
    let ranges = lab.populations.iter().map(|population| shard.range(population.lineup.schedule.deals()));
    ranges.map(|deals| deals.end - deals.start).collect()
}

/// The bytes of a part, the name of their source, and the header.
pub(super) struct PartFile<'a> {
    name: String,
    bytes: &'a [u8],
    pub(super) head: PartHeader,
}

impl RunPart for PartFile<'_> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn shard(&self) -> Shard {
        self.head.shard
    }

    fn identity(&self) -> &Value {
        &self.head.identity
    }
}

impl<'a> PartFile<'a> {
    /// Reads the header of a part.
    pub(super) fn new(name: String, bytes: &'a [u8], any_build: bool) -> Result<PartFile<'a>, LabError> {
        let opened: Result<HeaderOnly, _> = open(SHARD, bytes);
        let head = opened.map_err(|message| LabError::content(&name, message))?.head;
        head.build.refuse(&name, any_build)?;
        Ok(PartFile { name, bytes, head })
    }

    /// Returns the part's counts, checked to cover all of its deals.
    pub(super) fn counts<E: Shardable>(&self, experiment: &E) -> Result<E::Counts, LabError> {
        let counts: Result<ExperimentPart<E::Counts>, _> = open(SHARD, self.bytes);
        let counts = counts.map_err(|message| LabError::content(&self.name, message))?.counts;
        if experiment.deals(&counts) == Some(deals_of(experiment.lab(), self.head.shard)) {
            return Ok(counts);
        }
        Err(LabError::content(&self.name, "its counts do not fit this run: it was edited"))
    }
}
