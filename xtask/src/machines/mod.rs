//! The program on other machines than this one: cross-built as it is packed, played through an emulator, and compared byte by byte with what
//! it plays here.

mod arm;
mod exam;
mod interrupted;
mod machine;
mod same;
mod target;
mod windows;
mod wine;

use anyhow::Result;

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{optimised, process};
use exam::Exam;
use machine::Machine;
pub(crate) use target::{Target, WINDOWS};

/// Plays on Windows, under Wine, and compares with this machine.
pub(crate) fn windows(workspace: &Workspace) -> Result<Verdict> {
    compare(workspace, windows::machine(workspace)?, |exam, machine| {
        windows::refusals(exam, machine)?;
        windows::tests(workspace, machine)
    })
}

/// Plays on a 64-bit ARM processor, under QEMU, and compares with this machine.
pub(crate) fn arm(workspace: &Workspace) -> Result<Verdict> {
    compare(workspace, arm::machine(workspace)?, |_, _| Ok(()))
}

/// Plays the same on this machine and another, and then what concerns the other alone.
fn compare(
    workspace: &Workspace,
    machine: Result<Machine, String>,
    more: impl FnOnce(&Exam<'_>, &Machine) -> Result<()>,
) -> Result<Verdict> {
    let machine = match machine {
        Ok(machine) => machine,
        Err(reason) => return Ok(Verdict::Skipped(reason)),
    };
    optimised::build(workspace)?;
    let here = Machine::here(workspace)?;
    // Two comparisons run at a time, so each has a directory of its own for this machine as well.
    let one = Exam::begin(workspace, &here, &format!("here-beside-{}", machine.name()))?;
    let other = Exam::begin(workspace, &machine, machine.name())?;
    one.pass(&here)?;
    other.pass(&machine)?;
    let files = same::check(one.place(), other.place())?;
    process::say(&format!("{}: {files} files are the same bytes as here", machine.name()));
    more(&other, &machine)?;
    Ok(Verdict::Done)
}
