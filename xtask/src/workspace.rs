//! Where the repository and its target directory are, and how programs are started there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// The repository on this machine.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
    ci: bool,
    every_feature: bool,
}

impl Workspace {
    /// Finds the repository from the place of this crate, and the target directory from `CARGO_TARGET_DIR`.
    pub(crate) fn locate() -> Result<Self> {
        let here = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here.parent().context("the xtask crate has no parent directory")?.to_path_buf();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            Some(path) => env::current_dir().context("no current directory")?.join(path),
            None => root.join("target"),
        };
        Ok(Self { root, target, ci: env::var("CI").is_ok_and(|value| is_set(&value)), every_feature: false })
    }

    /// The same repository, compiled with every feature: all steps must agree on it, or each compiles everything anew.
    pub(crate) fn with_every_feature(self, every_feature: bool) -> Self {
        Self { every_feature, ..self }
    }

    /// What cargo is told of features.
    pub(crate) fn features(&self) -> &'static [&'static str] {
        if self.every_feature { &["--all-features"] } else { &[] }
    }

    /// A path below the top of the repository.
    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.root.join(below)
    }

    /// Reads a text file below the top of the repository.
    ///
    /// # Errors
    /// If it cannot be read; the error names it.
    pub(crate) fn read(&self, file: &str) -> Result<String> {
        fs::read_to_string(self.path(file)).with_context(|| format!("cannot read {file}"))
    }

    /// A path below the target directory, where everything generated goes.
    pub(crate) fn target(&self, below: &str) -> PathBuf {
        self.target.join(below)
    }

    /// A path below `target/` where nothing of an earlier run stands: an earlier program's results are not replaced.
    pub(crate) fn fresh(&self, below: &str) -> std::io::Result<PathBuf> {
        let path = self.target(below);
        if path.exists() {
            std::fs::remove_dir_all(&path)?;
        }
        Ok(path)
    }

    /// Whether this is continuous integration (`CI=true`): no progress bars, and Python is not optional.
    pub(crate) fn ci(&self) -> bool {
        self.ci
    }

    /// A program to be started at the top of the repository, without standard input.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).stdin(Stdio::null()).env("CARGO_TARGET_DIR", &self.target);
        if self.ci {
            command.env("CARGO_TERM_PROGRESS_WHEN", "never").env("PIP_PROGRESS_BAR", "off");
        }
        command
    }
}

/// Whether the value of an environment variable that is a switch means yes.
fn is_set(value: &str) -> bool {
    !matches!(value, "" | "0" | "false")
}

/// Returns a file, or all files in a folder and below, without folders of the names to skip.
pub(crate) fn files_below(path: &Path, skipped: &[&str]) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .filter(|path| !(path.is_dir() && skipped.iter().any(|name| path.ends_with(name))))
        .flat_map(|path| files_below(&path, skipped))
        .collect()
}

/// Copies a folder with all that is in it.
///
/// # Errors
/// If something cannot be read or written; the error names it.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), &place).with_context(|| format!("cannot write {}", place.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_in_the_environment() {
        assert!(is_set("true") && is_set("1"));
        assert!(!is_set("") && !is_set("0") && !is_set("false"));
    }

    #[test]
    fn the_root_holds_the_workspace_manifest() {
        let workspace = Workspace::locate().unwrap();
        assert!(workspace.path("Cargo.toml").is_file());
        assert!(workspace.path("xtask/Cargo.toml").is_file());
        assert!(workspace.root.is_absolute() && workspace.target.is_absolute());
    }
}
