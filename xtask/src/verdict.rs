//! How a chore ended.

use anyhow::{Result, bail};

/// How a chore ended that did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Carried through.
    Done,
    /// Carried through at the second try; why the first one failed.
    DoneOnRetry(String),
    /// Not carried out, for this reason.
    Skipped(String),
}

impl Verdict {
    /// What was carried through, with why the first tries of some of its parts failed.
    pub(crate) fn with_retries(first_failures: &[String]) -> Self {
        if first_failures.is_empty() { Self::Done } else { Self::DoneOnRetry(first_failures.join("; ")) }
    }

    /// Makes an error of a skip, for a chore that was asked for by name.
    pub(crate) fn required(self) -> Result<()> {
        match self {
            Self::Done | Self::DoneOnRetry(_) => Ok(()),
            Self::Skipped(reason) => bail!(reason),
        }
    }
}
