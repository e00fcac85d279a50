//! Experiments on agents: their configurations say which steps they play, and what their results say in tables and sentences.
//! [`run`](crate::run) plays and keeps them.

mod manifest;

use overhear_agents::registry::{Registry, Spec};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::LabError;
use crate::partial_result::PartialResult;
pub use crate::run::StepLog;
use crate::run::{CheckpointStore, Experiment};
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{AgentEntry, nameable_as_text};
use crate::store::Inventory;
use crate::table::Frame;
pub use manifest::{MEASUREMENTS, MeasurementManifest, RunSources};

/// A configuration of an experiment on agents: what it plays, step by step, and what its result says.
pub trait Measurement: Clone + Settings + Serialize + DeserializeOwned {
    /// What is found.
    type Output;

    /// Whether an interrupted run keeps its finished steps in its directory, and goes on from them.
    const KEEPS_STEPS: bool = true;

    /// Returns the command that plays it, as in `agents cross`.
    fn command(&self) -> &'static str;

    /// Returns the same with a seed, drawn where there is none.
    #[must_use]
    fn seeded(self) -> Self {
        self
    }

    /// Returns the seed of all chance; 0 where nothing is drawn.
    fn seed(&self) -> u64;

    /// Returns the configuration with another registry of agents.
    #[must_use]
    fn with_registry(self, registry: &Registry) -> Self {
        let _ = registry;
        self
    }

    /// Plays the steps that are not yet in the log.
    ///
    /// # Errors
    /// What makes no sense, files that cannot be read, agents that break down.
    fn play(&self, watch: &RunControl, log: &mut StepLog) -> Result<PartialResult<Self::Output>, LabError>;

    /// Returns the tables.
    fn tables(found: &Self::Output) -> Vec<Frame>;

    /// Returns the names and the bytes of the files: the tables, unless there are others.
    fn files(found: &Self::Output) -> Vec<(String, Vec<u8>)> {
        Self::tables(found).iter().map(Frame::file).collect()
    }

    /// Returns what was found, in sentences.
    fn findings(found: &Self::Output) -> Vec<String>;

    /// Returns the number of games, where only the result shows it.
    fn games(found: &Self::Output) -> Option<u64> {
        let _ = found;
        None
    }

    /// Returns a stored configuration as the manifest has it.
    fn in_manifest(configuration: Value) -> Value {
        configuration
    }
}

impl<M: Measurement> Experiment for M {
    type Output = <M as Measurement>::Output;
    const KEEPS_STEPS: bool = <M as Measurement>::KEEPS_STEPS;

    fn command(&self) -> &'static str {
        Measurement::command(self)
    }

    fn seeded(self) -> M {
        Measurement::seeded(self)
    }

    fn with_registry(self, registry: &Registry) -> M {
        Measurement::with_registry(self, registry)
    }

    fn check_names(&self) -> Result<(), LabError> {
        let words = M::settings().into_iter().filter_map(|setting| self.words(setting.key)).flatten();
        nameable_as_text(words, "a checkpoint")
    }

    fn play(
        &self,
        watch: &RunControl,
        log: &mut StepLog,
    ) -> Result<PartialResult<<M as Measurement>::Output>, LabError> {
        Measurement::play(self, watch, log)
    }

    fn publish(&self, found: &<M as Measurement>::Output, store: CheckpointStore) -> Result<(), LabError> {
        let manifest = MeasurementManifest::new(self, found, &store)?;
        store.into_dir().publish(M::files(found), Inventory::new(), &manifest)
    }
}

/// Returns the names and settings of agents, for a manifest.
pub(crate) fn specs<'a>(specs: impl IntoIterator<Item = &'a Spec>) -> Vec<AgentEntry> {
    specs.into_iter().map(AgentEntry::new).collect()
}
