//! How experiments run: one driver plays them, keeps their finished steps, goes on after an interruption, and writes the result
//! into its directory.
//!
//! An [`Experiment`] is a configuration that says what it plays, step by step. Those on agents are
//! [`Measurement`](crate::measurement::Measurement)s, those on rules an [`ExperimentRequest`](crate::parts::ExperimentRequest).

mod checkpoint;
mod interrupted;
mod step_log;

use std::path::Path;

use overhear_agents::registry::Registry;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::LabError;
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::setup::OutConfig;
use crate::store::ResultDir;
pub use checkpoint::CheckpointStore;
pub use interrupted::InterruptedRun;
pub use step_log::StepLog;

/// What was asked for, and how it is played.
pub trait Experiment: Clone + Serialize + DeserializeOwned {
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
}

/// An experiment whose result can be kept in a directory.
pub trait KeptExperiment: Experiment {
    /// Checks that the names of its files can stand in a checkpoint, which is text.
    ///
    /// # Errors
    /// Returns an error for a name that is not UTF-8.
    fn check_names(&self) -> Result<(), LabError>;

    /// Writes the files of a whole result where its steps are kept.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be written.
    fn publish(&self, result: &Self::Output, store: CheckpointStore) -> Result<(), LabError>;
}

/// Plays an experiment, and keeps its result in a directory where one is named: its tables, and a manifest with what decides
/// them. The names of files are those of the working `folder`. After an interruption [`InterruptedRun`] goes on.
///
/// ```
/// use overhear_lab::run::play_kept;
/// use overhear_lab::setup::OutConfig;
/// use overhear_lab::{FrontierConfig, RunControl};
///
/// let dir = tempfile::tempdir().map_err(overhear_lab::LabError::runtime)?;
/// let out = OutConfig { out: Some(dir.path().join("kept")), force: false };
/// let (lambda, gamma, referee) = (vec![0.0], vec![0.0], vec!["off".to_owned()]);
/// let config = FrontierConfig { lambda, gamma, referee, games: 2, ..FrontierConfig::default() };
/// play_kept(&config, dir.path(), &out, &RunControl::default())?;
/// assert!(dir.path().join("kept/frontier.csv").exists() && dir.path().join("kept/manifest.json").exists());
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Those of the experiment; a directory that may not be written or has a result, a disk that fails.
pub fn play_kept<E: KeptExperiment>(
    config: &E,
    folder: &Path,
    out: &OutConfig,
    watch: &RunControl,
) -> Result<PartialResult<E::Output>, LabError> {
    let Some(dir) = ResultDir::from_config(out, &watch.stop)? else {
        return config.play(watch, &mut StepLog::default());
    };
    let config = config.clone().seeded();
    let store = CheckpointStore::begin(config.command(), &config, folder, dir, watch);
    // What cannot be written is a name of a file most often, which is said by the name.
    let store = store.or_else(|error| config.check_names().and(Err(error)))?;
    let store = if E::KEEPS_STEPS { store } else { store.unwritten() };
    play_and_publish(&config, StepLog::with_store(store), watch)
}

/// Plays what is left, and publishes the result if all is played.
fn play_and_publish<E: KeptExperiment>(
    config: &E,
    mut log: StepLog,
    watch: &RunControl,
) -> Result<PartialResult<E::Output>, LabError> {
    let result = match config.play(watch, &mut log) {
        Err(error) => return Err(log.save_or_discard(error)),
        Ok(result) => result,
    };
    if let Err(stopped) = result.check_complete() {
        return log.suspend(result, stopped.and("resume with:"));
    }
    log.into_store().map_or(Ok(()), |store| config.publish(&result.found, store))?;
    Ok(result)
}
