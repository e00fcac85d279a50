//! A result that may be incomplete after a stop.

use crate::error::LabError;

/// Findings of an experiment: all, or those finished before a stop.
#[derive(Clone, Debug)]
pub struct PartialResult<T> {
    /// The finished findings. Each rests on the requested number of games.
    pub found: T,
    stopped: Result<(), LabError>,
}

impl<T> PartialResult<T> {
    /// Returns a result that is complete or not.
    pub(crate) fn new(findings: T, whole: bool) -> PartialResult<T> {
        PartialResult {
            found: findings,
            stopped: if whole { Ok(()) } else { Err(LabError::interrupted(CUT)) },
        }
    }

    /// Returns a result that is complete, or stopped by an error.
    pub(crate) fn with_status(findings: T, stopped: Result<(), LabError>) -> PartialResult<T> {
        PartialResult { found: findings, stopped }
    }

    /// Returns the result as stopped by `error`.
    pub(crate) fn stopped_by(self, error: LabError) -> PartialResult<T> {
        PartialResult { stopped: Err(error), ..self }
    }

    /// Returns the findings if they are complete.
    ///
    /// # Errors
    /// Returns an error after an interruption.
    pub fn whole(self) -> Result<T, LabError> {
        self.stopped.map(|()| self.found)
    }

    /// Checks that the result is complete.
    ///
    /// # Errors
    /// Returns an error after an interruption.
    pub fn check_complete(&self) -> Result<(), LabError> {
        self.stopped.clone()
    }

    /// The same of what is made of it.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> PartialResult<U> {
        PartialResult { found: make(self.found), stopped: self.stopped }
    }
}

/// Message for an experiment that was stopped.
pub(crate) const CUT: &str = "interrupted; what was finished is printed, incomplete";
