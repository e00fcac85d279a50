//! Experiments that can be played in parts. The deals of every population are divided into ranges, and counts
//! are integers that merge.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::experiment_setup::ExperimentSetup;
use super::population_config::PopulationConfig;
use super::provenance::{TabularResult, publish};
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::setup::OutConfig;
use crate::store::ResultDir;
use crate::tournament::Shard;

/// Configuration of an experiment that can be played in parts.
pub(crate) trait ShardableConfig: Clone + PartialEq {
    /// The experiment type.
    type Experiment: Shardable<Config = Self>;
    /// Name of the command.
    const COMMAND: &'static str;
    /// `true` if the presets play as well when no agent is named.
    const WITH_ROSTER: bool = false;

    /// Returns the agents and words.
    fn population(&self) -> &PopulationConfig;

    /// Returns the agents and words for modification.
    fn population_mut(&mut self) -> &mut PopulationConfig;

    /// Returns the number of games of each population.
    fn games(&self) -> u64;

    /// Returns `true` if the experiment may end early, at a decision.
    fn has_looks(&self) -> bool {
        false
    }

    /// Returns the configuration in which relative file names are resolved in `folder`, where such files
    /// exist.
    fn within(&self, folder: &Path) -> Self;

    /// Returns the configuration with another output directory.
    fn writing_to(self, out: &OutConfig) -> Self;
}

/// An experiment whose configuration is checked and whose files are read.
pub(crate) trait Shardable: Sized {
    /// The configuration type.
    type Config: ShardableConfig<Experiment = Self>;
    /// Counts of some deals.
    type Counts: Serialize + DeserializeOwned;
    /// Result of the whole experiment.
    type Result;

    /// Checks a configuration, cheap checks first, and reads its files. The agents are not built yet.
    fn prepare(config: &Self::Config, watch: &RunControl) -> Result<Self, LabError>;

    /// Renames rules and files as the parts called them, wherever they were found now.
    fn name_files_as(&mut self, requested: &Self::Config);

    /// Returns the setup.
    fn lab(&self) -> &ExperimentSetup;

    /// Returns the setup for modification.
    fn lab_mut(&mut self) -> &mut ExperimentSetup;

    /// Builds the agents.
    fn seat(&mut self) -> Result<(), LabError> {
        self.lab_mut().seat()
    }

    /// Returns everything that determines the result.
    fn identity(&self) -> Value;

    /// Returns the lines to print before the run.
    fn header(&self) -> Vec<String>;

    /// Prints those lines and remarks on the words.
    fn announce(&self, watch: &RunControl) {
        watch.note(&self.header());
        self.lab().announce(watch);
    }

    /// How many times each deal is played: once under each arm that is compared.
    fn arms(&self) -> u64 {
        1
    }

    /// Plays every deal of a part. After a stop the counts cover the leading deals only.
    fn play(&self, shard: Shard, watch: &RunControl) -> Result<Self::Counts, LabError>;

    /// Plays the whole experiment, ending early at a decision. A part cannot end early: it does not know the
    /// counts of earlier parts.
    fn play_whole(&self, watch: &RunControl) -> Result<Self::Counts, LabError> {
        self.play(Shard::WHOLE, watch)
    }

    /// Returns the number of deals of each population in `counts`; `None` if the counts are not of this
    /// experiment.
    fn deals(&self, counts: &Self::Counts) -> Option<Vec<u64>>;

    /// Returns the number of leading parts that suffice for a decision, if a decision ends the experiment.
    fn enough(&self, _parts: &[Self::Counts]) -> Option<usize> {
        None
    }

    /// Returns the result of consecutive parts.
    fn result(self, parts: Vec<Self::Counts>) -> Result<Self::Result, LabError>;
}

/// Plays the whole experiment.
fn whole<E: Shardable>(config: &E::Config, watch: &RunControl) -> Result<E::Result, LabError> {
    let mut experiment = E::prepare(config, watch)?;
    experiment.seat()?;
    experiment.announce(watch);
    let counts = experiment.play_whole(watch)?;
    experiment.result(vec![counts])
}

/// Plays the whole experiment. Writes its files if it completes and an output directory was requested.
pub(crate) fn published<E>(
    config: &E::Config,
    out: &OutConfig,
    watch: &RunControl,
) -> Result<E::Result, LabError>
where
    E: Shardable,
    E::Result: TabularResult,
{
    let dir = ResultDir::from_config(out, &watch.stop)?;
    let result = whole::<E>(config, watch)?;
    if let (Some(dir), Ok(())) = (dir, &result.provenance().stopped) {
        publish(&result, dir)?;
    }
    Ok(result)
}
