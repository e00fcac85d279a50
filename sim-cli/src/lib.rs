#![doc = include_str!("../README.md")]
//!
//! Every command has three steps: `cli` parses it into a configuration, a function of the laboratory
//! (`overhear-lab`) runs it, and `output` prints the result. Only results go to standard output. Every error
//! is a `failure::Failure`, one line on standard error and an exit code.

mod advise;
mod balance;
mod cli;
mod commands;
mod failure;
mod league;
mod memory;
mod output;
mod own_command;
mod replay;
mod serve;
mod stderr;
mod terminal;
mod tournament;

use std::process::ExitCode;

use cli::{Command, ParsedCommand};
use commands::{agents, checks, cluster, compare_results, eval, results, rules, space, stats, tools};
use failure::Failure;
pub use memory::Allocator;
use overhear_agents::registry::Registry;

/// Runs the program with these agents: parses the command line, executes the command, and reports the
/// outcome.
pub fn main(registry: &Registry) -> ExitCode {
    failure::report_defects_in_one_line();
    #[cfg(unix)]
    terminal::heed_limits();
    let parsed = cli::parse(std::env::args_os().collect());
    match parsed.and_then(|ParsedCommand { command, origins }| {
        run(command, registry).map_err(|failure| failure.traced(&origins))
    }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Returns the error message for a file of settings with this content; `None` if it is accepted. For the fuzz
/// targets.
#[doc(hidden)]
pub fn refusal_of_config(path: &std::path::Path) -> Option<String> {
    let words = ["sim-cli", "tournament", "--config"].map(std::ffi::OsString::from);
    cli::parse(words.into_iter().chain([path.into()]).collect()).err().map(|failure| failure.message())
}

fn run(command: Command, registry: &Registry) -> Result<(), Failure> {
    // Before any thread starts: the thread pool would try to start as many as the environment requests.
    overhear_lab::threads(None)?;
    match command {
        Command::Tournament(args) => tournament::run(&args, registry),
        Command::Merge(args) => tournament::merge(&args, registry),
        Command::Compare(args) => compare_results::run(&args),
        Command::Leaderboard(args) => results::leaderboard(&args),
        Command::Cluster { command } => cluster::run(&command, registry),
        Command::Balance(args) => balance::run(&args, registry),
        Command::Report(args) => results::report(&args),
        Command::Serve(args) => serve::run(&args, registry),
        Command::Agents { command } => agents::run(&command, registry),
        Command::Rules { command } => rules::run(&command, registry),
        Command::Space { command } => space::run(&command),
        Command::Stats { command } => stats::run(&command),
        Command::Eval { command } => eval::run(&command, registry),
        Command::Bench(args) => agents::card(&args, registry),
        Command::Advise(args) => advise::run(&args, registry),
        Command::Replay(args) => replay::run(&args, registry),
        Command::Selfcheck(args) => checks::selfcheck(&args, registry),
        Command::Calibrate(args) => checks::calibrate(&args, registry),
        Command::Tune(args) => agents::tune(&args, registry),
        Command::Schema => tools::schema(),
        Command::Completions { shell } => tools::completions(shell),
        Command::Man { command } => tools::man(&command),
    }
}
