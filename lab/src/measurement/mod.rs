//! Experiments on agents: their configurations say which steps they play, and what their results say in tables and sentences.
//! [`run`](crate::run) plays and keeps them.

mod manifest;

use overhear_agents::registry::Spec;
use serde_json::Value;

use crate::error::LabError;
pub use crate::run::StepLog;
use crate::run::{CheckpointStore, Experiment, KeptExperiment};
use crate::settings::Settings;
use crate::setup::{AgentEntry, nameable_as_text};
use crate::store::Inventory;
use crate::table::Frame;
pub use manifest::{MEASUREMENTS, MeasurementManifest, RunSources};

/// An experiment on agents: what its result says in tables and sentences.
pub trait Measurement: Experiment + Settings {
    /// Returns the seed of all chance; 0 where nothing is drawn.
    fn seed(&self) -> u64;

    /// Returns the tables.
    fn tables(output: &Self::Output) -> Vec<Frame>;

    /// Returns the names and the bytes of the files: the tables, unless there are others.
    fn files(output: &Self::Output) -> Vec<(String, Vec<u8>)> {
        Self::tables(output).iter().map(Frame::file).collect()
    }

    /// Returns what was found, in sentences.
    fn findings(output: &Self::Output) -> Vec<String>;

    /// Returns the number of games, where only the result shows it.
    fn games(output: &Self::Output) -> Option<u64> {
        let _ = output;
        None
    }

    /// Returns a stored configuration as the manifest has it.
    fn in_manifest(configuration: Value) -> Value {
        configuration
    }
}

impl<M: Measurement> KeptExperiment for M {
    fn check_names(&self) -> Result<(), LabError> {
        let words = M::settings().into_iter().filter_map(|setting| self.words(setting.key)).flatten();
        nameable_as_text(words, "a checkpoint")
    }

    fn publish(&self, result: &M::Output, store: CheckpointStore) -> Result<(), LabError> {
        let manifest = MeasurementManifest::new(self, result, &store)?;
        store.into_dir().publish(M::files(result), Inventory::new(), &manifest)
    }
}

/// Returns the names and settings of agents, for a manifest.
pub(crate) fn specs<'a>(specs: impl IntoIterator<Item = &'a Spec>) -> Vec<AgentEntry> {
    specs.into_iter().map(AgentEntry::new).collect()
}
