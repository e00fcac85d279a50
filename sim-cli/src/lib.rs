//! `sim-cli`: tournaments between AI players of the word game Decrypto.
//!
//! Every command goes the same way: `cli` parses and does nothing, `setup` reads files and checks what was asked
//! for, the module of the command runs, `output` writes. Results go to standard output and nothing else does;
//! everything that can go wrong is a `failure::Failure`, which knows its exit code and is one line on standard
//! error.

mod advise;
mod balance;
mod calibrate;
mod cli;
mod commands;
pub mod doors;
mod eval;
mod failure;
mod input;
mod league;
mod memory;
mod output;
mod replay;
mod report;
mod selfcheck;
mod setup;
mod tournament;
mod tune;
mod venue;

use std::process::ExitCode;

use cli::Command;
use failure::Failure;
pub use memory::Allocator;

/// The program: reads the command line, does what it asks, and says how it went.
pub fn main() -> ExitCode {
    failure::report_defects_in_one_line();
    let parsed = cli::parse(std::env::args_os().collect());
    match parsed.and_then(|(command, origins)| run(command).map_err(|failure| failure.traced(&origins))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Tournament(args) => tournament::run(&args),
        Command::Merge(args) => tournament::merge(&args),
        Command::Balance(args) => balance::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Agents { command } => commands::agents::run(&command),
        Command::Rules { command } => commands::rules::run(&command),
        Command::Space { command } => commands::space::run(&command),
        Command::Stats { command } => commands::stats::run(&command),
        Command::Eval { command } => eval::run(&command),
        Command::Advise(args) => advise::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Selfcheck(args) => selfcheck::run(&args),
        Command::Calibrate(args) => calibrate::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Schema => commands::schema::run(),
        Command::Completions { shell } => commands::tools::completions(shell),
        Command::Man { command } => commands::tools::man(&command),
    }
}
