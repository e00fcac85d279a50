//! Identity of a build of the program.

use std::fmt;
use std::sync::LazyLock;

use overhear_agents::words::{EMBEDDED_FILES, EmbeddedFile};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::message::Message;
use crate::store::sha256;

/// Version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Text of `--version` after the name.
pub const LONG_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("OVERHEAR_BUILD"), ")");

/// Digest of everything that this build was made of: its sources and every embedded word file.
static SOURCES: LazyLock<String> = LazyLock::new(|| identity(env!("OVERHEAR_SOURCES"), &EMBEDDED_FILES));

/// Returns the SHA-256 of sources and embedded files. These contain the clue law and the word tables.
fn identity(sources: &str, files: &[EmbeddedFile]) -> String {
    let files = files.iter().map(|file| format!("{}\0{}\0", file.name, file.sha256));
    sha256((sources.to_owned() + &files.collect::<String>()).as_bytes())
}

/// A build. Builds are equal if they were made of equal sources and word files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    version: String,
    /// Git commit, with `-dirty` appended if the sources differed; `None` outside a repository.
    commit: Option<String>,
    /// SHA-256 of the sources and of the word files.
    sources: String,
}

impl Build {
    /// Returns this build.
    pub fn own() -> Build {
        let commit = env!("OVERHEAR_COMMIT");
        Build {
            version: VERSION.to_owned(),
            commit: (!commit.is_empty()).then(|| commit.to_owned()),
            sources: SOURCES.clone(),
        }
    }

    /// Returns `true` if the build was made of this build's sources.
    pub(crate) fn is_own(&self) -> bool {
        self.sources == *SOURCES
    }

    /// Returns an error if another build made the file `name`, unless that is allowed.
    ///
    /// # Errors
    /// Returns an error for a file of another build.
    pub fn refuse(&self, name: impl fmt::Display, allowed: bool) -> Result<(), LabError> {
        if self.is_own() || allowed {
            return Ok(());
        }
        let message = Message::new(format_args!(
            "made by another build, {self}; this is {}, and results may differ; ",
            Build::own()
        ))
        .setting("allow-other-build")
        .then(" goes on anyway and records both builds");
        Err(LabError::content(name, message))
    }

    /// Adds builds other than this one to a list, without repetitions.
    pub fn note<'a>(list: &mut Vec<Build>, builds: impl IntoIterator<Item = &'a Build>) {
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
        assert!(
            message.starts_with("checkpoint: ") && message.contains("; allow-other-build goes on"),
            "{message}"
        );
        assert!(edited.refuse("x", true).is_ok());
        let mut list = Vec::new();
        Build::note(&mut list, [&own, &edited, &committed, &edited]);
        assert_eq!(list, [edited]);
        assert_eq!(own.sources.len(), 64);
    }

    #[test]
    fn another_content_of_any_file_of_words_is_another_build() {
        let files = || EMBEDDED_FILES.each_ref().map(|file| EmbeddedFile { ..*file });
        assert_eq!(identity(env!("OVERHEAR_SOURCES"), &files()), Build::own().sources);
        for n in 0..EMBEDDED_FILES.len() {
            let mut edited = files();
            edited[n].sha256 = "another";
            let build = Build { sources: identity(env!("OVERHEAR_SOURCES"), &edited), ..Build::own() };
            assert!(!build.is_own() && build.refuse("x", false).is_err(), "{}", edited[n].name);
        }
    }

    #[test]
    fn every_file_of_words_counts() {
        let text = read("data/src/lib.rs");
        let named = text.lines().filter_map(|line| line.strip_prefix("pub static "));
        let named = named.filter_map(|line| line.split_once(": &").map(|(name, _)| name));
        let counted = text.split_once("pub static EMBEDDED_FILES").expect("the list").1;
        let missing: Vec<&str> = named.filter(|name| !counted.contains(&format!(", {name}"))).collect();
        assert_eq!(missing, ["CLUES"], "only what is measured with takes no part in a game");
    }

    fn read(path: &str) -> String {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Returns the files that `data/build.rs` reads and the folders of the crates that `data` imports, as paths in the workspace.
    fn word_sources() -> Vec<String> {
        let pair = |line: &str| {
            let (file, _) = line.trim().strip_prefix("(\"")?.strip_suffix("\"),")?.split_once("\", \"")?;
            Some(format!("data/{file}"))
        };
        let crates = read("Cargo.toml");
        let folder = |line: &str| {
            let name = line.split(['.', ' ']).next().filter(|name| name.starts_with("overhear-"))?;
            let entry = crates.lines().find(|line| line.starts_with(&format!("{name} = {{ path = ")))?;
            entry.split('"').nth(1).map(str::to_owned)
        };
        let files: Vec<String> = read("data/build.rs").lines().filter_map(pair).collect();
        let folders: Vec<String> = read("data/Cargo.toml").lines().filter_map(folder).collect();
        assert!(files.len() > 5 && folders.len() > 3, "{files:?} {folders:?}");
        [files, folders].concat()
    }

    /// Programs are of one build even if only one of them embeds the words of other languages, so these count as sources.
    #[test]
    fn all_files_of_words_count_as_sources() {
        let counted: Vec<&str> = include_str!("../../build.rs")
            .lines()
            .filter_map(|line| line.strip_prefix("    \"")?.strip_suffix("\","))
            .collect();
        let is_counted =
            |path: &String| counted.iter().any(|part| path == part || path.starts_with(&format!("{part}/")));
        let missing: Vec<String> = word_sources().into_iter().filter(|path| !is_counted(path)).collect();
        assert!(missing.is_empty(), "WORKSPACE in lab/tournament/build.rs lacks {missing:?}");
    }
}
