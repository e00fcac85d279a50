//! Cargo itself, and the two parts of the toolchain that may be missing.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::Context as _;

use crate::process;
use crate::verdict::Verdict;
use crate::workspace::Workspace;

/// Settings of cargo that optimise `overhear-lab` and `overhear-report` for size in programs that are shipped. The workspace's profile
/// does not optimise them, so that a first build is short.
pub(crate) const SHIPPED_PROFILE: [&str; 4] = [
    "--config",
    "profile.release.package.overhear-lab.opt-level=\"s\"",
    "--config",
    "profile.release.package.overhear-report.opt-level=\"s\"",
];

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

    /// What is said where it could not be had.
    fn missing(self) -> Verdict {
        let package = self.package();
        Verdict::Skipped(format!(
            "{package} is not installed and `rustup component add {package}` did not help"
        ))
    }
}

/// The cargo that started this program.
fn program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// That cargo, to be given its words.
pub(crate) fn command(workspace: &Workspace) -> Command {
    workspace.command(program())
}

/// What the compiler compiles for if it is not told.
pub(crate) fn host(workspace: &Workspace) -> anyhow::Result<String> {
    let version = process::output(workspace.command("rustc").arg("-vV")).context("rustc does not answer")?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not say what it compiles for")
}

/// Compiles all tests by way of clippy, with warnings as errors, and with every feature the benchmarks too: with a `cargo clippy` of its
/// own everything would be read twice. The first caller does it once, and the others wait for it.
pub(crate) fn lint(workspace: &Workspace) -> anyhow::Result<Verdict> {
    static LINTED: OnceLock<Result<Verdict, String>> = OnceLock::new();
    let linted = LINTED.get_or_init(|| {
        if !Component::Clippy.obtain(workspace) {
            return Ok(Component::Clippy.missing());
        }
        process::say("clippy looks at what is compiled for the tests:");
        let mut compiled = process::run_shown(by_clippy(&mut tests(workspace)).arg("--no-run"));
        if !workspace.features().is_empty() {
            compiled = compiled.and_then(|()| {
                process::run_shown(by_clippy(&mut tests(workspace)).args(["--no-run", "--benches"]))
            });
        }
        compiled.map(|()| Verdict::Done).map_err(|error| format!("{error:#}"))
    });
    linted.clone().map_err(anyhow::Error::msg)
}

/// `cargo test` on what has been compiled already: by clippy, unless it is missing or complains.
pub(crate) fn test(workspace: &Workspace) -> Command {
    let mut tests = tests(workspace);
    as_tested(workspace, &mut tests);
    tests
}

/// Has cargo compile as it has for the tests.
pub(crate) fn as_tested<'a>(workspace: &Workspace, command: &'a mut Command) -> &'a mut Command {
    if matches!(lint(workspace), Ok(Verdict::Done)) { by_clippy(command) } else { command }
}

/// Has cargo compile the workspace's own crates by clippy, which is the compiler and its lints, and stands beside cargo.
fn by_clippy(command: &mut Command) -> &mut Command {
    let driver = Path::new(&program()).with_file_name(format!("clippy-driver{EXE_SUFFIX}"));
    command.env("RUSTC_WORKSPACE_WRAPPER", driver).env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings")
}

/// `cargo test` on everything that has tests: the benchmarks have none, and the crates that they alone need take long to
/// compile; they come with every feature. So do the slow tests: they play so many games that the laboratory is optimised a little.
fn tests(workspace: &Workspace) -> Command {
    let mut test = command(workspace);
    test.args(["test", "--workspace"]).args(workspace.features());
    if workspace.features().is_empty() {
        test.args(["--exclude", "overhear-benches"]);
    } else {
        for name in ["overhear-lab", "overhear-report", "overhear-tournament"] {
            test.args(["--config", &format!("profile.test.package.{name}.opt-level=1")]);
        }
    }
    test
}

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
    if component.obtain(workspace) { run(workspace, arguments) } else { Ok(component.missing()) }
}

/// Workspaces of their own, whose lock files nothing else here reads.
const BESIDE: [&str; 3] = ["fuzz", "python", "web"];

/// Refuses a lock file that does not fit its manifests any more, with what is known of the registry if that suffices.
pub(crate) fn locks(workspace: &Workspace) -> anyhow::Result<Verdict> {
    for beside in BESIDE {
        if !process::succeeds(update_locked(workspace, beside).arg("--offline")) {
            process::run(&mut update_locked(workspace, beside))?;
        }
    }
    Ok(Verdict::Done)
}

/// A command that reads the lock file of a folder and refuses to change it.
fn update_locked(workspace: &Workspace, folder: &str) -> Command {
    let mut update = command(workspace);
    update.args(["update", "--workspace", "--locked", "--manifest-path"]);
    update.arg(workspace.path(folder).join("Cargo.toml"));
    update
}
