//! Cargo itself, and the two parts of the toolchain that may be missing.

use std::process::Command;

use crate::process;
use crate::steps::Verdict;
use crate::workspace::Workspace;

/// A part of the toolchain that `rustup` installs on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    /// `cargo fmt`.
    Rustfmt,
    /// `cargo clippy`.
    Clippy,
}

impl Component {
    /// Its name for `rustup component add`.
    const fn package(self) -> &'static str {
        match self {
            Self::Rustfmt => "rustfmt",
            Self::Clippy => "clippy",
        }
    }

    /// The subcommand of cargo that it brings.
    const fn subcommand(self) -> &'static str {
        match self {
            Self::Rustfmt => "fmt",
            Self::Clippy => "clippy",
        }
    }

    /// Whether it is installed.
    fn works(self, workspace: &Workspace) -> bool {
        process::succeeds(command(workspace).args([self.subcommand(), "--version"]))
    }

    /// Whether it is installed, or could be installed just now.
    fn obtain(self, workspace: &Workspace) -> bool {
        if self.works(workspace) {
            return true;
        }
        let added = process::run(workspace.command("rustup").args(["component", "add", self.package()]));
        added.is_ok() && self.works(workspace)
    }
}

/// The cargo that started this program.
pub(crate) fn command(workspace: &Workspace) -> Command {
    workspace.command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs cargo with these arguments.
pub(crate) fn run(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<Verdict> {
    process::run(command(workspace).args(arguments))?;
    Ok(Verdict::Done)
}

/// The command line, as the tests have built it already.
pub(crate) fn sim(workspace: &Workspace) -> Command {
    let mut command = command(workspace);
    command.args(["run", "--quiet", "-p", "sim-cli", "--"]);
    command
}

/// Runs cargo with these arguments if the component can be had; skips otherwise.
pub(crate) fn run_with(
    component: Component,
    workspace: &Workspace,
    arguments: &[&str],
) -> anyhow::Result<Verdict> {
    if component.obtain(workspace) {
        return run(workspace, arguments);
    }
    let package = component.package();
    Ok(Verdict::Skipped(format!(
        "{package} is not installed and `rustup component add {package}` did not help"
    )))
}
