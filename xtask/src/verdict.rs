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
        let reasons = |reason: fn(&PartEnd) -> Option<&String>| {
            parts.iter().filter_map(reason).map(String::as_str).collect::<Vec<_>>().join("; ")
        };
        let failed =
            reasons(|part| if let PartEnd::BrowserFailed(reason) = part { Some(reason) } else { None });
        let retried =
            reasons(|part| if let PartEnd::DoneOnRetry(reason) = part { Some(reason) } else { None });
        match (failed.is_empty(), retried.is_empty()) {
            (false, _) => Self::BrowserFailed(failed),
            (true, false) => Self::DoneOnRetry(retried),
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
