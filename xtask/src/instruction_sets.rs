//! The same bytes from every instruction set.
//!
//! A small tournament is played as the processor is, under valgrind, which offers programs AVX2 at most, and under QEMU, which
//! plays a processor with SSE2 alone. What each of them really offers, a program of our own says first: what is not
//! offered is not tried, and said to be so.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{debian, optimised, process};

/// An instruction set and what a program has to be run under to have no wider one.
struct Set {
    name: &'static str,
    under: &'static [&'static str],
    package: &'static str,
}

const SETS: [Set; 3] = [
    Set { name: "AVX-512", under: &[], package: "" },
    Set { name: "AVX2", under: &["valgrind", "--tool=none", "--quiet"], package: "valgrind" },
    Set { name: "SSE2", under: &["qemu-x86_64", "-cpu", "qemu64"], package: "qemu-user" },
];

/// Every loop that is compiled for several instruction sets runs in it.
const TOURNAMENT: &[&str] = &[
    "tournament",
    "--agent",
    "margin",
    "--agent",
    "pragmatic/adaptive",
    "--agent",
    "human",
    "--agent",
    "value/bayes:distinct=1",
    "--games",
    "60",
    "--seed",
    "7",
    "--log",
    "halves",
    "--progress",
    "none",
    "--force",
    "--out",
];

/// Plays the tournament with each instruction set that can be had, and compares every table.
pub(crate) fn check(workspace: &Workspace) -> Result<Verdict> {
    optimised::build(workspace)?;
    let (mut played, mut missing) = (Vec::new(), Vec::new());
    for set in &SETS {
        if !offers(workspace, set) {
            process::say(&format!("{}: cannot be had here", set.name));
            missing.push(set.name);
            continue;
        }
        let out = workspace.fresh(&format!("instruction-sets/{}", set.name))?;
        process::run(command(workspace, set, "sim-cli")?.args(TOURNAMENT).arg(&out))?;
        played.push((set.name, out));
    }
    for pair in played.windows(2) {
        let [(name, dir), (other, with)] = pair else { unreachable!("windows of two") };
        let compared = compare(dir, with)?;
        process::say(&format!("{name} and {other}: {compared} tables are the same"));
    }
    if played.len() < 2 {
        return Ok(Verdict::Skipped(format!("there is nothing to compare without {}", missing.join(", "))));
    }
    Ok(Verdict::Done)
}

/// Whether the set is the widest that a program is offered, with what it takes installed if it can be.
fn offers(workspace: &Workspace, set: &Set) -> bool {
    let offered = widest(workspace, set)
        .or_else(|| debian::install(workspace, &[set.package]).then(|| widest(workspace, set)).flatten());
    offered.is_some_and(|widest| widest == set.name)
}

fn widest(workspace: &Workspace, set: &Set) -> Option<String> {
    process::output(&mut command(workspace, set, "widest").ok()?)
}

fn command(workspace: &Workspace, set: &Set, program: &str) -> Result<Command> {
    let program = optimised::program(workspace, program)?;
    Ok(match set.under {
        [] => workspace.command(program),
        [runner, arguments @ ..] => {
            let mut command = workspace.command(runner);
            command.args(arguments).arg(program);
            command
        }
    })
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// How many tables two directories of results have, all of which are the same bytes.
fn compare(a: &Path, b: &Path) -> Result<usize> {
    let mut compared = 0;
    for entry in fs::read_dir(a).with_context(|| format!("cannot read {}", a.display()))? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "csv") {
            continue;
        }
        let other = b.join(path.file_name().context("a file has a name")?);
        if read(&path)? != read(&other)? {
            bail!("{} and {} differ", path.display(), other.display());
        }
        compared += 1;
    }
    ensure!(compared > 0, "{} has no tables", a.display());
    Ok(compared)
}
