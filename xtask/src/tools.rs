//! Programs that come from the index of crates, each in one version, below `target/tools`.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace::Workspace;
use crate::{cargo, process};

/// A program; one whose name begins with `cargo-` is a subcommand of cargo.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// The crate, and its program.
    pub(crate) name: &'static str,
    /// The version that the project is checked with.
    version: &'static str,
}

/// What may be depended on.
pub(crate) const DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };

/// The pages of the documentation.
pub(crate) const MDBOOK: Tool = Tool { name: "mdbook", version: "0.5.4" };

/// Changes of the sources that tests should notice.
pub(crate) const MUTANTS: Tool = Tool { name: "cargo-mutants", version: "27.1.0" };

impl Tool {
    /// Returns the tool in this version where it is installed, here or in the path.
    pub(crate) fn installed(self, workspace: &Workspace) -> Option<PathBuf> {
        let here = workspace.target("tools/bin").join(format!("{}{EXE_SUFFIX}", self.name));
        [here, self.name.into()].into_iter().find(|program| self.is(workspace, program))
    }

    /// Returns the tool, installed if it is missing.
    ///
    /// # Errors
    /// Why it cannot be had, in a sentence.
    pub(crate) fn obtain(self, workspace: &Workspace) -> Result<PathBuf, String> {
        if let Some(program) = self.installed(workspace) {
            return Ok(program);
        }
        let Tool { name, version } = self;
        let mut install = cargo::command(workspace);
        install.args(["install", "--locked", "--quiet", "--version", version, name]);
        install
            .arg("--root")
            .arg(workspace.target("tools"))
            .env("CARGO_TARGET_DIR", workspace.target("tools/build"));
        process::run(&mut install).ok();
        std::fs::remove_dir_all(workspace.target("tools/build")).ok();
        let command = format!("cargo install --locked --version {version} {name}");
        self.installed(workspace)
            .ok_or(format!("{name} {version} is not installed and `{command}` did not help"))
    }

    /// Returns a command that calls it, a subcommand as cargo does.
    pub(crate) fn command(self, workspace: &Workspace, program: PathBuf) -> Command {
        let mut command = workspace.command(program);
        command.args(self.name.strip_prefix("cargo-"));
        command
    }

    fn is(self, workspace: &Workspace, program: &Path) -> bool {
        let output = process::output(self.command(workspace, program.to_owned()).arg("--version"));
        let version = output.as_deref().and_then(|text| text.split_whitespace().last());
        version.is_some_and(|version| version.trim_start_matches('v') == self.version)
    }
}
