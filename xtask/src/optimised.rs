//! The programs optimised, as users have them.
//!
//! On Linux they need no library of their system, on Windows none that Microsoft's compiler brings, as `cargo xtask dist` packs them: what
//! is measured is what is shipped, and everything is compiled once for both.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, process};

/// Links the libraries of the system into the program, and leaves out the names that only a debugger reads.
const ALONE: &str = "-C target-feature=+crt-static -C strip=symbols";

/// The command line and the benchmarks, together: alone each would give what both need other features, and all of it would be compiled
/// once more.
const TOGETHER: [&str; 9] =
    ["--locked", "-p", "sim-cli", "-p", "overhear-benches", "--bench", "games", "--bench", "start"];

/// Builds the command line, the benchmarks and their programs.
pub(crate) fn build(workspace: &Workspace) -> Result<Verdict> {
    process::run(cargo(workspace, "build")?.args(TOGETHER).args(["--release", "--bins"]))?;
    Ok(Verdict::Done)
}

/// Runs each benchmark once, unmeasured.
pub(crate) fn benches(workspace: &Workspace) -> Result<Verdict> {
    process::run(cargo(workspace, "bench")?.args(TOGETHER).args(["--", "--test"]))?;
    Ok(Verdict::Done)
}

/// Cargo, to do something with what [`build`] compiles.
fn cargo(workspace: &Workspace, what: &str) -> Result<Command> {
    let mut cargo = cargo::command(workspace);
    cargo.arg(what).args(cargo::SHIPPED_PROFILE);
    if stands_alone(workspace) {
        cargo.args(["--target", &cargo::host(workspace)?]).env("RUSTFLAGS", ALONE);
    }
    Ok(cargo)
}

/// Where it puts a program.
pub(crate) fn program(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let place = if stands_alone(workspace) { cargo::host(workspace)? } else { String::new() };
    Ok(workspace.target("").join(place).join("release").join(format!("{name}{EXE_SUFFIX}")))
}

/// Whether a program can be linked that needs no library but those that every such system has.
pub(crate) fn stands_alone(workspace: &Workspace) -> bool {
    if cfg!(target_env = "msvc") {
        return true;
    }
    if !cfg!(target_os = "linux") {
        return false;
    }
    let library = process::output(workspace.command("cc").arg("-print-file-name=libc.a"));
    library.is_some_and(|path| Path::new(&path).is_absolute())
}
