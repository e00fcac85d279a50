//! Windows, as Wine plays it.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::exam::Exam;
use super::machine::Machine;
use super::target::WINDOWS;
use super::wine;
use crate::process;
use crate::workspace::Workspace;

/// Returns the machine with the program on it, or why it cannot be had.
pub(crate) fn machine(workspace: &Workspace) -> Result<Result<Machine, String>> {
    if let Err(reason) = WINDOWS.obtain(workspace) {
        return Ok(Err(reason));
    }
    let Some(program) = wine::program(workspace) else {
        return Ok(Err("wine is not here and cannot be installed (wine64)".to_owned()));
    };
    let built = WINDOWS.build(workspace)?;
    wine::prepare(workspace, program)?;
    let machine = Machine::emulated("windows", built, vec![program.into()]);
    Ok(Ok(machine.with_environment(wine::environment(workspace)).with_compiler(WINDOWS.linker, '\\')))
}

/// What names no directory, and what is there already under letters of another size: the end of a command, and what is said.
const REFUSALS: [(&str, &str); 4] = [
    ("NUL", "`NUL` is the name of a device on Windows; give another name"),
    ("results\\aux.d", "`aux.d` is the name of a device on Windows; give another name"),
    ("what?", "`?` is in no name on Windows; give another name"),
    ("MERGED", "it holds a result"),
];

/// Checks what is refused on Windows alone.
pub(super) fn refusals(exam: &Exam<'_>, machine: &Machine) -> Result<()> {
    for (out, named) in REFUSALS {
        let words = format!("tournament --agent random --agent nearest --games 2 --out {out}");
        let (code, _, err) = exam.run(machine, &words)?;
        ensure!(code == Some(2) && err.contains(named), "--out {out} ends with {code:?}: {err}");
    }
    Ok(())
}

/// The parts of the tournament library with tests of what Windows has of its own.
const TESTED: [&str; 4] = ["store::", "system::", "input::", "table::shell::"];

fn test(workspace: &Workspace, machine: &Machine) -> Command {
    let mut cargo = WINDOWS.cargo(workspace, "test");
    cargo.args(["-p", "overhear-tournament", "--lib", "--"]).args(TESTED);
    machine.runs_what(&mut cargo, "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER");
    cargo
}

/// Runs the tests of what Windows has of its own. A part in which no test is found has moved.
pub(super) fn tests(workspace: &Workspace, machine: &Machine) -> Result<()> {
    process::run(&mut test(workspace, machine))?;
    let list =
        process::output(test(workspace, machine).arg("--list")).context("the tests cannot be listed")?;
    let moved: Vec<&str> =
        TESTED.into_iter().filter(|part| !list.lines().any(|test| test.starts_with(part))).collect();
    ensure!(moved.is_empty(), "overhear-tournament has no test in {}", moved.join(", "));
    Ok(())
}
