//! What an experiment has found, where it can be stopped before all of it is done.

use crate::error::LabError;

/// What was found: all of it, or what was finished before the experiment was stopped.
#[derive(Clone, Debug)]
pub struct SoFar<T> {
    /// Only what is finished: nothing here rests on fewer games than were asked for.
    pub found: T,
    whole: bool,
}

impl<T> SoFar<T> {
    /// Everything was done, or not.
    pub(crate) const fn new(found: T, whole: bool) -> SoFar<T> {
        SoFar { found, whole }
    }

    /// All that was found.
    ///
    /// # Errors
    /// An interruption.
    pub fn whole(self) -> Result<T, LabError> {
        self.sound().map(|()| self.found)
    }

    /// Whether all of it was done.
    ///
    /// # Errors
    /// An interruption.
    pub fn sound(&self) -> Result<(), LabError> {
        if self.whole { Ok(()) } else { Err(LabError::interrupted(CUT)) }
    }
}

/// What is said of an experiment that was stopped.
pub(crate) const CUT: &str = "interrupted; what was finished is printed, incomplete";
