//! What an experiment does that can be played in parts: the deals of every population are cut in as many ranges, and what they
//! come to are whole numbers that add up.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::experiment_setup::{ExperimentSetup, PopulationConfig};
use super::provenance::{TabularResult, publish};
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::setup::OutConfig;
use crate::store::ResultDir;
use crate::tournament::Shard;

/// What is asked of an experiment that can be played in parts.
pub(crate) trait ShardableConfig: Clone {
    /// The experiment.
    type Experiment: Shardable<Config = Self>;
    /// The command that plays it.
    const COMMAND: &'static str;
    /// Whether the presets play as well where no agent is named.
    const WITH_ROSTER: bool = false;

    /// Who plays.
    fn population(&self) -> &PopulationConfig;

    /// Who plays, to be changed.
    fn population_mut(&mut self) -> &mut PopulationConfig;

    /// Games of each population.
    fn games(&self) -> u64;

    /// Whether it ends as soon as something is decided.
    fn has_looks(&self) -> bool {
        false
    }

    /// The same with the files that stand in `folder`, if they still do, in place of those that are named relatively.
    fn within(&self, folder: &Path) -> Self;

    /// The same with its result in another place.
    fn writing_to(self, out: &OutConfig) -> Self;
}

/// An experiment whose configuration is checked and whose files are read.
pub(crate) trait Shardable: Sized {
    /// What is asked for.
    type Config: ShardableConfig<Experiment = Self>;
    /// What some deals come to.
    type Counts: Serialize + DeserializeOwned;
    /// What all of it has shown.
    type Result;

    /// Checks a configuration, the cheap things first, and reads its files. Nobody is seated yet.
    fn prepare(config: &Self::Config, watch: &RunControl) -> Result<Self, LabError>;

    /// Calls rules and files as they were called when the parts were played, wherever they were found now.
    fn name_files_as(&mut self, asked: &Self::Config);

    /// Where it is played.
    fn lab(&self) -> &ExperimentSetup;

    /// The same, to be changed.
    fn lab_mut(&mut self) -> &mut ExperimentSetup;

    /// Has the players take their seats.
    fn seat(&mut self) -> Result<(), LabError> {
        self.lab_mut().seat()
    }

    /// Everything that decides the result.
    fn identity(&self) -> Value;

    /// What is said before it.
    fn header(&self) -> Vec<String>;

    /// Says it, and what is to be said about the words.
    fn announce(&self, watch: &RunControl) {
        watch.note(&self.header());
        self.lab().announce(watch);
    }

    /// Plays every deal of a part; after a stop only the first of them.
    fn play(&self, shard: Shard, watch: &RunControl) -> Result<Self::Counts, LabError>;

    /// Plays the whole experiment, which may end early where something is decided: a part cannot know what the parts before it
    /// have decided.
    fn play_whole(&self, watch: &RunControl) -> Result<Self::Counts, LabError> {
        self.play(Shard::WHOLE, watch)
    }

    /// How many deals of each population are counted; nothing if these are no counts of this experiment.
    fn deals(&self, counts: &Self::Counts) -> Option<Vec<u64>>;

    /// How many of the first parts decide what is to be decided, where that ends the experiment.
    fn enough(&self, _parts: &[Self::Counts]) -> Option<usize> {
        None
    }

    /// What parts have shown that are laid end to end.
    fn result(self, parts: Vec<Self::Counts>) -> Result<Self::Result, LabError>;
}

/// Plays all of an experiment.
fn whole<E: Shardable>(config: &E::Config, watch: &RunControl) -> Result<E::Result, LabError> {
    let mut experiment = E::prepare(config, watch)?;
    experiment.seat()?;
    experiment.announce(watch);
    let counts = experiment.play_whole(watch)?;
    experiment.result(vec![counts])
}

/// Plays all of an experiment, and writes its files if all was played and somebody asked for them.
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
