//! What an experiment has found, where it can be stopped before all of it is done.

use crate::error::LabError;

/// What was found: all of it, or what was finished before the experiment was stopped.
#[derive(Clone, Debug)]
pub struct PartialResult<T> {
    /// Only what is finished: nothing here rests on fewer games than were asked for.
    pub found: T,
    whole: bool,
}

impl<T> PartialResult<T> {
    /// Everything was done, or not.
    pub(crate) const fn new(found: T, whole: bool) -> PartialResult<T> {
        PartialResult { found, whole }
    }

    /// Returns all that was found.
    ///
    /// # Errors
    /// An interruption.
    pub fn whole(self) -> Result<T, LabError> {
        self.check_complete().map(|()| self.found)
    }

    /// Returns `true` if all of it was done.
    ///
    /// # Errors
    /// An interruption.
    pub fn check_complete(&self) -> Result<(), LabError> {
        if self.whole { Ok(()) } else { Err(LabError::interrupted(CUT)) }
    }
}

/// What is said of an experiment that was stopped.
pub(crate) const CUT: &str = "interrupted; what was finished is printed, incomplete";
