#![doc = include_str!("../README.md")]
//!
//! Every command goes the same way: `cli` parses and makes a configuration of it, a function of the
//! laboratory (`overhear-lab`) does the work, `output` writes. Results go to standard output and nothing else
//! does; everything that can go wrong is a `failure::Failure`, which is one line on standard error and an
//! exit code.

mod advise;
mod balance;
mod cli;
mod commands;
mod eval;
mod failure;
mod league;
mod memory;
mod origins;
mod output;
mod own_command;
mod replay;
mod serve;
mod stderr;
mod terminal;
mod tournament;

use std::process::ExitCode;

use cli::Command;
use commands::{
    agents, calibrate, cluster, compare_results, findings, report, rules, schema, space, stats, tools, tune,
};
use failure::Failure;
pub use memory::Allocator;
use overhear_agents::registry::Registry;

/// Returns the program with these agents: reads the command line, does what it asks, and says how it went.
pub fn main(registry: &Registry) -> ExitCode {
    failure::report_defects_in_one_line();
    let parsed = cli::parse(std::env::args_os().collect());
    match parsed
        .and_then(|(command, origins)| run(command, registry).map_err(|failure| failure.traced(&origins)))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// What is said of a file of settings with this content; `None` if it is taken. For the fuzz targets.
#[doc(hidden)]
pub fn refusal_of_config(path: &std::path::Path) -> Option<String> {
    let words = ["sim-cli", "tournament", "--config"].map(std::ffi::OsString::from);
    cli::parse(words.into_iter().chain([path.into()]).collect()).err().map(|failure| failure.message())
}

fn run(command: Command, registry: &Registry) -> Result<(), Failure> {
    // Before any thread is started: the library of threads would try to start as many as the environment asks for.
    overhear_lab::threads(None)?;
    match command {
        Command::Tournament(args) => tournament::run(&args, registry),
        Command::Merge(args) => tournament::merge(&args, registry),
        Command::Compare(args) => compare_results::run(&args),
        Command::Cluster { command } => cluster::run(&command, registry),
        Command::Balance(args) => balance::run(&args, registry),
        Command::Report(args) => report::run(&args),
        Command::Serve(args) => serve::run(&args, registry),
        Command::Agents { command } => agents::run(&command, registry),
        Command::Rules { command } => rules::run(&command, registry),
        Command::Space { command } => space::run(&command),
        Command::Stats { command } => stats::run(&command),
        Command::Eval { command } => eval::run(&command, registry),
        Command::Advise(args) => advise::run(&args, registry),
        Command::Replay(args) => replay::run(&args, registry),
        Command::Selfcheck(args) => findings::selfcheck(&args, registry),
        Command::Calibrate(args) => calibrate::run(&args, registry),
        Command::Tune(args) => tune::run(&args, registry),
        Command::Schema => schema::run(),
        Command::Completions { shell } => tools::completions(shell),
        Command::Man { command } => tools::man(&command),
    }
}
