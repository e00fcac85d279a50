//! Which build of the program this is, or was.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::LabError;

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What `--version` says behind the name.
pub const LONG_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("OVERHEAR_BUILD"), ")");

/// A build: two are one if they were made of the same sources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Build {
    version: String,
    /// The commit, with `-dirty` behind it if the sources differed; nothing where there was no repository.
    commit: Option<String>,
    /// The SHA-256 of the sources.
    sources: String,
}

impl Build {
    /// This one.
    pub(crate) fn own() -> Build {
        let commit = env!("OVERHEAR_COMMIT");
        Build {
            version: VERSION.to_owned(),
            commit: (!commit.is_empty()).then(|| commit.to_owned()),
            sources: env!("OVERHEAR_SOURCES").to_owned(),
        }
    }

    /// Whether it was made of the sources of this one.
    pub(crate) fn is_own(&self) -> bool {
        self.sources == env!("OVERHEAR_SOURCES")
    }

    /// Refuses another build than this one, which made what `name` says, unless that is allowed.
    pub(crate) fn refuse(&self, name: impl fmt::Display, allowed: bool) -> Result<(), LabError> {
        if self.is_own() || allowed {
            return Ok(());
        }
        let message = format_args!(
            "made by another build, {self}; this is {}: results may differ; --allow-other-build goes on all the same, and \
             the manifest says so",
            Build::own()
        );
        Err(LabError::content(name, message))
    }

    /// Adds to a list, each once, those builds that are not this one.
    pub(crate) fn note<'a>(list: &mut Vec<Build>, builds: impl IntoIterator<Item = &'a Build>) {
        for build in builds {
            if !build.is_own() && list.iter().all(|known| known.sources != build.sources) {
                list.push(build.clone());
            }
        }
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sources = self.sources.get(..12).unwrap_or(&self.sources);
        match &self.commit {
            Some(commit) => write!(f, "{} ({commit}, sources {sources})", self.version),
            None => write!(f, "{} (sources {sources})", self.version),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_are_told_apart_by_their_sources_alone() {
        let own = Build::own();
        let committed = Build { commit: Some("0123456789ab".to_owned()), ..own.clone() };
        let edited = Build { sources: "0".repeat(64), ..own.clone() };
        assert!(own.refuse("x", false).is_ok() && committed.refuse("x", false).is_ok());
        let message = edited.refuse("checkpoint", false).expect_err("another").to_string();
        assert!(message.starts_with("checkpoint: ") && message.contains("--allow-other-build"), "{message}");
        assert!(edited.refuse("x", true).is_ok());
        let mut list = Vec::new();
        Build::note(&mut list, [&own, &edited, &committed, &edited]);
        assert_eq!(list, [edited]);
        assert_eq!(own.sources.len(), 64);
    }
}
