//! How a chore ended.

use anyhow::{Result, bail};

/// How a chore ended that did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Carried through.
    Done,
    /// Not carried out, for this reason.
    Skipped(String),
}

impl Verdict {
    /// Makes an error of a skip, for a chore that was asked for by name.
    pub(crate) fn required(self) -> Result<()> {
        match self {
            Self::Done => Ok(()),
            Self::Skipped(reason) => bail!(reason),
        }
    }
}
