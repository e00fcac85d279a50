//! Cargo itself, and the two parts of the toolchain that may be missing.

use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::process;
use crate::verdict::Verdict;
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

/// `cargo test` on everything that has tests: the benchmarks have none, and the crates that they alone need take long to
/// compile. With every feature come the slow tests: they play so many games that the laboratory is optimised a little.
pub(crate) fn test(workspace: &Workspace) -> Command {
    let mut test = command(workspace);
    test.args(["test", "--workspace", "--exclude", "overhear-benches"]).args(workspace.features());
    if !workspace.features().is_empty() {
        test.args(["--config", "profile.test.package.overhear-lab.opt-level=1"]);
    }
    test
}

/// Builds the command line optimised, and with it the programs of the benchmarks: with each on its own everything would be
/// compiled twice.
pub(crate) const RELEASE: &[&str] =
    &["build", "--release", "-p", "sim-cli", "-p", "overhear-benches", "--bins"];

/// Runs cargo with these arguments.
pub(crate) fn run(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<Verdict> {
    process::run(command(workspace).args(arguments))?;
    Ok(Verdict::Done)
}

/// The command line, as the tests have built it already: alone it would have other features, and everything would be
/// compiled once more.
pub(crate) fn sim(workspace: &Workspace) -> anyhow::Result<Command> {
    Ok(workspace.command(built(workspace)?))
}

/// Where that program is.
pub(crate) fn built(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    static BUILT: OnceLock<()> = OnceLock::new();
    if BUILT.get().is_none() {
        process::run(test(workspace).args(["--no-run", "--quiet"]))?;
        BUILT.get_or_init(|| ());
    }
    Ok(workspace.target("debug").join(format!("sim-cli{EXE_SUFFIX}")))
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
