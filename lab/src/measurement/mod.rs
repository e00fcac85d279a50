//! Experiments on agents whose result is kept in a directory: its files, its manifest, and how an interrupted one goes on.

mod interrupted;
mod manifest;

use std::path::Path;

use overhear_agents::registry::{Registry, Spec};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::checkpoint::CheckpointStore;
pub use crate::checkpoint::StepLog;
use crate::error::LabError;
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{AgentEntry, OutConfig, nameable_as_text};
use crate::store::{Inventory, ResultDir};
use crate::table::Frame;
pub use interrupted::InterruptedMeasurement;
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

/// Plays an experiment, and keeps its result in a directory where one is named: its tables, and a manifest with what decides
/// them. The names of files are those of the working `folder`.
///
/// ```
/// use overhear_lab::measurement::measure;
/// use overhear_lab::setup::OutConfig;
/// use overhear_lab::{FrontierConfig, RunControl};
///
/// let dir = tempfile::tempdir().map_err(overhear_lab::LabError::runtime)?;
/// let out = OutConfig { out: Some(dir.path().join("kept")), force: false };
/// let (lambda, gamma, referee) = (vec![0.0], vec![0.0], vec!["off".to_owned()]);
/// let config = FrontierConfig { lambda, gamma, referee, games: 2, ..FrontierConfig::default() };
/// measure(&config, dir.path(), &out, &RunControl::default())?;
/// assert!(dir.path().join("kept/frontier.csv").exists() && dir.path().join("kept/manifest.json").exists());
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Those of the experiment; a directory that may not be written or has a result, a disk that fails.
pub fn measure<M: Measurement>(
    config: &M,
    folder: &Path,
    out: &OutConfig,
    watch: &RunControl,
) -> Result<PartialResult<M::Output>, LabError> {
    let Some(dir) = ResultDir::from_config(out, &watch.stop)? else {
        return config.play(watch, &mut StepLog::default());
    };
    let config = config.clone().seeded();
    let store = CheckpointStore::begin(config.command(), &config, folder, dir, watch);
    // What cannot be written is a name of a file most often, which is said by the name.
    let store = store.or_else(|error| check_names(&config).and(Err(error)))?;
    let store = if M::KEEPS_STEPS { store } else { store.unwritten() };
    play(&config, StepLog::kept(store), watch)
}

/// Checks that the names of files of a configuration can stand in a checkpoint.
fn check_names<M: Measurement>(config: &M) -> Result<(), LabError> {
    let words = M::settings().into_iter().filter_map(|setting| config.words(setting.key)).flatten();
    nameable_as_text(words, "a checkpoint")
}

/// Plays what is left, and publishes the result if all is played.
fn play<M: Measurement>(
    config: &M,
    mut log: StepLog,
    watch: &RunControl,
) -> Result<PartialResult<M::Output>, LabError> {
    match config.play(watch, &mut log) {
        Err(error) => Err(log.save_or_discard(error)),
        Ok(found) if found.check_complete().is_err() => log.suspend(found),
        Ok(found) => publish(config, &found.found, log).map(|()| found),
    }
}

/// Writes the files of a result where its steps are kept.
fn publish<M: Measurement>(config: &M, found: &M::Output, log: StepLog) -> Result<(), LabError> {
    let Some(store) = log.into_store() else { return Ok(()) };
    let manifest = MeasurementManifest::new(config, found, &store)?;
    store.into_dir().publish(M::files(found), Inventory::new(), &manifest)
}

/// Returns the names and settings of agents, for a manifest.
pub(crate) fn specs<'a>(specs: impl IntoIterator<Item = &'a Spec>) -> Vec<AgentEntry> {
    specs.into_iter().map(AgentEntry::new).collect()
}
