//! The fuzz targets in `fuzz/`, each run for a bounded time.
//!
//! They are laid out for `cargo-fuzz`, but nothing has to be installed to run them: the compiler's flags are those that
//! `cargo fuzz run --sanitizer none` sets, and they work with a stable compiler. Nothing that they reach is unsafe, so no
//! sanitizer is needed. A C++ compiler is, for libFuzzer itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, parallel, process};

/// Counts which branches are taken, and compares numbers where the fuzzer sees it; debug assertions stay.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1 -Cdebug-assertions";

/// The longest input, in bytes.
const LONGEST: u32 = 4096;

/// Targets that run side by side.
const SIDE_BY_SIDE: usize = 2;

/// A fuzz target, named like its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Rules files.
    Rules,
    /// Keyword decks.
    Deck,
    /// Clues as free text.
    Clue,
    /// Records of games.
    Record,
    /// Word spaces in all three formats.
    Space,
    /// SPECs of agents.
    Spec,
    /// Agents, rules, settings, note sheets, recorded clues, checkpoints and shards, as the command line reads them.
    Files,
}

impl Target {
    /// The name of its file.
    const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Deck => "deck",
            Self::Clue => "clue",
            Self::Record => "record",
            Self::Space => "space",
            Self::Spec => "spec",
            Self::Files => "files",
        }
    }
}

/// Runs the targets for a number of seconds each, all of them if none is named. An input that fails is kept below the
/// target directory, and said.
pub(crate) fn run(workspace: &Workspace, targets: &[Target], seconds: u32) -> Result<Verdict> {
    if !process::succeeds(Command::new("c++").arg("--version")) {
        return Ok(Verdict::Skipped("there is no C++ compiler to build libFuzzer with".to_owned()));
    }
    let host = cargo::host(workspace)?;
    build(workspace, &host)?;
    let programs = workspace.target("fuzz").join(host).join("release");
    let targets = if targets.is_empty() { Target::value_variants() } else { targets };
    let ends =
        parallel::each(SIDE_BY_SIDE, targets.len(), |n| fuzz(workspace, &programs, targets[n], seconds));
    ends.into_iter().collect::<Result<()>>()?;
    Ok(Verdict::Done)
}

/// Naming the machine keeps the flags off build scripts and macros.
fn build(workspace: &Workspace, host: &str) -> Result<()> {
    let mut build = cargo::command(workspace);
    build.args(["build", "--release", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target", host]);
    build.arg("--target-dir").arg(workspace.target("fuzz")).env("RUSTFLAGS", FLAGS);
    process::run(&mut build)
}

fn fuzz(workspace: &Workspace, programs: &Path, target: Target, seconds: u32) -> Result<()> {
    let name = target.name();
    let [corpus, artifacts] =
        ["corpus", "artifacts"].map(|kind| workspace.target("fuzz").join(kind).join(name));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let mut command = workspace.command(programs.join(name));
    command.arg(corpus).arg(workspace.path("fuzz/seeds").join(name));
    command.arg(format!("-max_total_time={seconds}")).arg(format!("-max_len={LONGEST}"));
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.args(["-verbosity=0", "-print_final_stats=1", "-rss_limit_mb=1024"]);
    process::run_apart(&mut command).with_context(|| format!("the fuzz target `{name}` has failed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_a_program_of_the_fuzz_crate_with_seeds() {
        let workspace = Workspace::locate().expect("a workspace");
        let manifest = fs::read_to_string(workspace.path("fuzz/Cargo.toml")).expect("a manifest");
        for target in Target::value_variants() {
            let name = target.name();
            assert!(
                manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"")),
                "{name}"
            );
            let mut seeds = fs::read_dir(workspace.path("fuzz/seeds").join(name)).expect("a folder of seeds");
            assert!(seeds.next().is_some(), "{name} has no seed");
        }
        assert_eq!(manifest.matches("[[bin]]").count(), Target::value_variants().len());
    }
}
