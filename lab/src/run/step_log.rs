//! The finished steps of an experiment: what an interrupted one does not play again.
//!
//! An experiment is a function of its configuration, so it is run again from its beginning; only what its steps have come
//! to is taken from the log. Its files are therefore those of a run that was never interrupted.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::checkpoint::CheckpointStore;
use crate::error::{ErrorKind, LabError};
use crate::partial_result::PartialResult;
use crate::setup::Build;

/// The steps of an experiment in their order. The default keeps none.
#[derive(Default)]
pub struct StepLog {
    /// How many steps of an earlier program were taken.
    taken: usize,
    /// Whether a step was stopped: steps after it are not recorded.
    is_cut: bool,
    store: Option<CheckpointStore>,
}

impl fmt::Debug for StepLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StepLog").field("taken", &self.taken).finish_non_exhaustive()
    }
}

impl StepLog {
    /// Returns a log whose steps are kept.
    pub(super) fn with_store(store: CheckpointStore) -> StepLog {
        StepLog { store: Some(store), ..StepLog::default() }
    }

    /// Notes what the experiment plays with, before its first step.
    ///
    /// # Errors
    /// If an interrupted run was begun with something else; a disk that fails.
    pub(crate) fn begin(&mut self, sources: &impl Serialize) -> Result<(), LabError> {
        self.store.as_mut().map_or(Ok(()), |store| store.check_or_record_sources(sources))
    }

    /// Returns the outcome of the next step in an earlier program, finished or not.
    pub(crate) fn earlier_outcome<T: DeserializeOwned>(&self) -> Result<Option<T>, LabError> {
        let Some(store) = &self.store else { return Ok(None) };
        store.finished_step(self.taken)?.map_or_else(|| store.step_under_way(), |outcome| Ok(Some(outcome)))
    }

    /// Returns the outcome of a step, playing it if it is not in the log; `None` if it was stopped. The games of a
    /// step that is not played again are counted as done.
    pub(crate) fn step<T: Serialize + DeserializeOwned>(
        &mut self,
        (done, games): (&AtomicU64, u64),
        play: impl FnOnce() -> Result<Option<T>, LabError>,
    ) -> Result<Option<T>, LabError> {
        let Some(store) = &mut self.store else { return play() };
        if let Some(outcome) = store.finished_step(self.taken)? {
            self.taken += 1;
            done.fetch_add(games, Ordering::Relaxed);
            return Ok(Some(outcome));
        }
        let Some(outcome) = play()? else { return Ok(None) };
        store.add_step(&outcome)?;
        self.taken += 1;
        Ok(Some(outcome))
    }

    /// Returns what a long step comes to, and whether it is finished. It begins from what it had come to when it was
    /// interrupted, and is given a function that saves its partial outcome.
    pub(crate) fn long_step<T: Serialize + DeserializeOwned>(
        &mut self,
        play: impl FnOnce(
            Option<T>,
            &mut (dyn FnMut(&T) -> Result<(), LabError> + Send),
        ) -> Result<(T, bool), LabError>,
    ) -> Result<(T, bool), LabError> {
        let Some(store) = self.store.as_mut().filter(|_| !self.is_cut) else {
            return play(None, &mut |_| Ok(()));
        };
        if let Some(outcome) = store.finished_step(self.taken)? {
            self.taken += 1;
            return Ok((outcome, true));
        }
        let (outcome, is_finished) = play(store.step_under_way()?, &mut |state| store.keep(state))?;
        if is_finished {
            store.add_step(&outcome)?;
            self.taken += 1;
        } else {
            store.set_step_under_way(&outcome)?;
            self.is_cut = true;
        }
        Ok((outcome, is_finished))
    }

    /// Returns other builds that have played a part.
    pub(crate) fn other_builds(&self) -> Vec<Build> {
        self.store.as_ref().map_or(Vec::new(), |store| store.other_builds().to_vec())
    }

    /// Returns where the steps are kept, if they are.
    pub(super) fn into_store(self) -> Option<CheckpointStore> {
        self.store
    }

    /// Returns `true` if steps are kept, so that a long one is better played in pieces.
    pub(crate) const fn keeps_steps(&self) -> bool {
        self.store.is_some()
    }

    /// Saves the finished steps of an interrupted run, and adds the command that resumes it to the error.
    pub(super) fn suspend<T>(
        self,
        result: PartialResult<T>,
        error: LabError,
    ) -> Result<PartialResult<T>, LabError> {
        let Some(mut store) = self.store else { return Ok(result) };
        store.save()?;
        Ok(result.stopped_by(store.with_resume_command(error)))
    }

    /// Keeps what there is of a run that has failed, if it may get further another time.
    pub(super) fn save_or_discard(self, error: LabError) -> LabError {
        let Some(mut store) = self.store.filter(CheckpointStore::has_begun) else { return error };
        let may_go_on = match error.kind() {
            ErrorKind::Interrupted | ErrorKind::Runtime => true,
            _ => error.is_passing(),
        };
        if !may_go_on {
            drop(store.into_dir().work.clear());
            return error;
        }
        match store.save() {
            Ok(()) => store.with_resume_command(error.and("what was finished is kept; resume with:")),
            Err(_) => error,
        }
    }
}
