//! A result that may be incomplete after a stop.

use crate::error::LabError;

/// Findings of an experiment: all, or those finished before a stop.
#[derive(Clone, Debug)]
pub struct PartialResult<T> {
    /// The finished findings. Each rests on the requested number of games.
    pub found: T,
    whole: bool,
}

impl<T> PartialResult<T> {
    /// Returns a result that is complete or not.
    pub(crate) const fn new(found: T, whole: bool) -> PartialResult<T> {
        PartialResult { found, whole }
    }

    /// Returns the findings if they are complete.
    ///
    /// # Errors
    /// Returns an error after an interruption.
    pub fn whole(self) -> Result<T, LabError> {
        self.check_complete().map(|()| self.found)
    }

    /// Checks that the result is complete.
    ///
    /// # Errors
    /// Returns an error after an interruption.
    pub fn check_complete(&self) -> Result<(), LabError> {
        if self.whole { Ok(()) } else { Err(LabError::interrupted(CUT)) }
    }
}

/// Message for an experiment that was stopped.
pub(crate) const CUT: &str = "interrupted; what was finished is printed, incomplete";
