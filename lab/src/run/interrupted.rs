//! An interrupted experiment, found in its directory.

use std::fmt;
use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;

use super::{CheckpointStore, KeptExperiment, StepLog, play_and_publish};
use crate::error::LabError;
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;

/// A run that goes on from its checkpoint.
pub struct InterruptedRun<E> {
    /// What was asked for.
    pub config: E,
    directory: PathBuf,
    folder: PathBuf,
    log: StepLog,
}

impl<E: fmt::Debug> fmt::Debug for InterruptedRun<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InterruptedRun").field("config", &self.config).finish_non_exhaustive()
    }
}

impl<E: KeptExperiment> InterruptedRun<E> {
    /// Finds the run that was interrupted in a directory, which one of these commands plays.
    ///
    /// # Errors
    /// If there is none, or it is not as it was written; a run of another command, or of another build unless that is allowed.
    pub fn find(
        path: &Path,
        commands: &[&'static str],
        allow_other_build: bool,
        registry: &Registry,
        watch: &RunControl,
    ) -> Result<InterruptedRun<E>, LabError> {
        let store = CheckpointStore::find(path, commands, allow_other_build, watch)?;
        let config = store.config::<E>()?.with_registry(registry);
        let (directory, folder) = (path.to_owned(), store.folder().to_owned());
        Ok(InterruptedRun { config, directory, folder, log: StepLog::with_store(store) })
    }

    /// Returns the working folder in which it was asked for, from which its files are named.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Plays what is left of it, and keeps the result in its directory.
    ///
    /// # Errors
    /// Those of the experiment; files that are not what they were.
    pub fn play(self, watch: &RunControl) -> Result<(E, PartialResult<E::Output>), LabError> {
        let watch = watch.with_stored_bots(self.directory.display(), Vec::new());
        let result = play_and_publish(&self.config, self.log, &watch)?;
        Ok((self.config, result))
    }
}
