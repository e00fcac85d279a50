//! `cargo xtask bare`: what a release hands out, installed and tried in a Debian that has nothing else.

mod arm;
mod machine;
mod program;
mod python;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use self::machine::Machine;
use crate::python::Availability;
use crate::verdict::Verdict;
use crate::workspace::Workspace;

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// The packed program of `cargo xtask dist`: a tournament, its report, the page.
    Program,
    /// The wheel of `cargo xtask wheel`: the example of README.md.
    Wheel,
    /// The sources of the Python package of `cargo xtask release --dry --only sdist`: built with a linker and Rust, and played with.
    Sdist,
    /// The wheel for ARM of `cargo xtask wheels --only linux-arm`: the example of README.md, under QEMU.
    ArmWheel,
}

/// Tries these parts, or all.
///
/// # Errors
/// A part that was not made before, or does not do what it is tried for.
pub(crate) fn run(workspace: &Workspace, only: &[Part]) -> Result<Verdict> {
    for part in Part::value_variants().iter().filter(|part| only.is_empty() || only.contains(part)) {
        let verdict = try_out(workspace, *part)?;
        if matches!(verdict, Verdict::Skipped(_)) {
            return Ok(verdict);
        }
    }
    Ok(Verdict::Done)
}

/// Tries one part, if there can be such a Debian here.
///
/// # Errors
/// As [`run`].
pub(crate) fn try_out(workspace: &Workspace, part: Part) -> Result<Verdict> {
    match part {
        Part::Program => on_bare_machine(workspace, program::try_out),
        Part::Wheel => on_bare_machine(workspace, python::try_wheel),
        Part::Sdist => on_bare_machine(workspace, python::try_sources),
        Part::ArmWheel => arm::try_wheel(workspace),
    }
}

/// Tries something in such a Debian, if there can be one here.
fn on_bare_machine(
    workspace: &Workspace,
    attempt: impl FnOnce(&Workspace, &Machine) -> Result<()>,
) -> Result<Verdict> {
    match Machine::obtain(workspace)? {
        Availability::Ready(machine) => attempt(workspace, &machine).map(|()| Verdict::Done),
        Availability::Missing(reason) => {
            Ok(Verdict::Skipped(format!("nothing was tried on a bare machine: {reason}")))
        }
    }
}

/// Returns the file in a folder below `target` whose name ends so.
///
/// # Errors
/// None there, with the command that makes it.
fn artifact(workspace: &Workspace, folder: &str, end: &str, command: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(workspace.target(folder)).into_iter().flatten().flatten();
    let mut files = entries.map(|entry| entry.path()).filter(|path| path.to_string_lossy().ends_with(end));
    files.next().with_context(|| format!("there is no target/{folder}/*{end}; make it: {command}"))
}
