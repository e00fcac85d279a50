//! An interrupted experiment on agents, found in its directory.

use std::fmt;
use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;

use super::{Measurement, StepLog, play};
use crate::checkpoint::CheckpointStore;
use crate::error::LabError;
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;

/// A run that goes on from its checkpoint.
pub struct InterruptedMeasurement<M> {
    /// What was asked for.
    pub config: M,
    directory: PathBuf,
    folder: PathBuf,
    log: StepLog,
}

impl<M: fmt::Debug> fmt::Debug for InterruptedMeasurement<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InterruptedMeasurement").field("config", &self.config).finish_non_exhaustive()
    }
}

impl<M: Measurement> InterruptedMeasurement<M> {
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
    ) -> Result<InterruptedMeasurement<M>, LabError> {
        let store = CheckpointStore::find(path, commands, allow_other_build, watch)?;
        let config = store.config::<M>()?.with_registry(registry);
        let (directory, folder) = (path.to_owned(), store.folder().to_owned());
        Ok(InterruptedMeasurement { config, directory, folder, log: StepLog::kept(store) })
    }

    /// Returns the working folder in which it was asked for, from which its files are named.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Plays what is left of it, and keeps the result in its directory.
    ///
    /// # Errors
    /// Those of the experiment; files that are not what they were.
    pub fn play(self, watch: &RunControl) -> Result<(M, PartialResult<M::Output>), LabError> {
        let watch = watch.with_stored_bots(self.directory.display(), Vec::new());
        let found = play(&self.config, self.log, &watch)?;
        Ok((self.config, found))
    }
}
