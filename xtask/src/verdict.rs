//! How a chore ended.

use anyhow::{Result, bail};

/// How a chore ended that did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Carried through.
    Done,
    /// Carried through at the second try; why the first one failed.
    DoneOnRetry(String),
    /// Carried through but for parts in which the browser failed by itself twice: those, and how.
    BrowserFailed(String),
    /// Not carried out, for this reason.
    Skipped(String),
}

/// How a part of a step ended in which nothing was found wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PartEnd {
    /// Carried through.
    Done,
    /// Carried through in a second browser; why the first one failed.
    DoneOnRetry(String),
    /// Two browsers failed by themselves; how.
    BrowserFailed(String),
}

impl Verdict {
    /// What the parts of a step come to.
    pub(crate) fn of_parts(parts: &[PartEnd]) -> Self {
        let (mut failed, mut retried) = (Vec::new(), Vec::new());
        for part in parts {
            match part {
                PartEnd::Done => {}
                PartEnd::DoneOnRetry(reason) => retried.push(reason.as_str()),
                PartEnd::BrowserFailed(reason) => failed.push(reason.as_str()),
            }
        }
        match (failed.is_empty(), retried.is_empty()) {
            (false, _) => Self::BrowserFailed(failed.join("; ")),
            (true, false) => Self::DoneOnRetry(retried.join("; ")),
            (true, true) => Self::Done,
        }
    }

    /// Makes an error of a skip, for a chore that was asked for by name.
    pub(crate) fn required(self) -> Result<()> {
        match self {
            Self::Done | Self::DoneOnRetry(_) => Ok(()),
            Self::Skipped(reason) | Self::BrowserFailed(reason) => bail!(reason),
        }
    }
}
