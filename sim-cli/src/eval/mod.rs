//! `sim-cli eval`: agents on recorded human clues.

mod screen;

use overhear_agents::registry::Registry;
use overhear_lab::eval::Task;
use overhear_lab::run::Experiment as _;
use overhear_lab::table::TableRow as _;
use overhear_lab::{EvalConfig, LabError, RecordedGamesConfig, WrittenSheet, import_recorded_games};

use crate::cli::{EvalArgs, EvalCommand, RecordedGamesArgs};
use crate::commands::kept_run::run_config;
use crate::failure::Failure;
use crate::output::{OutputFormat, form, on_stdout, print, show};
use crate::terminal::stoppable;

/// Runs a command of `eval`.
pub(crate) fn run(command: &EvalCommand, registry: &Registry) -> Result<(), Failure> {
    match command {
        EvalCommand::Decode(args) => evaluate(Task::Decode, args, registry),
        EvalCommand::Intercept(args) => evaluate(Task::Intercept, args, registry),
        EvalCommand::Import(args) => import(args),
    }
}

/// Writes recorded games as files of both tasks, and prints what was written.
fn import(args: &RecordedGamesArgs) -> Result<(), Failure> {
    let RecordedGamesArgs { files, out, force, display } = args;
    let Some(out) = out else {
        return Err(LabError::clause(("out", "DIR"), "is required for the files that are written").into());
    };
    let config = RecordedGamesConfig { files: files.clone(), out: out.clone(), force: *force };
    show(&WrittenSheet::frame(&import_recorded_games(&config)?), display)
}

/// Evaluates agents and prints their scores.
fn evaluate(task: Task, args: &EvalArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = args.asking.limit(stoppable()?);
    let mut keep = args.keep.clone();
    let config = EvalConfig { task, force: keep.out.force, ..args.config.0.clone() }.with_registry(registry);
    // It replaces files of --predictions and --calibration as well.
    keep.out.force &= keep.out.out.is_some();
    let found = run_config(&keep, &["eval decode", "eval intercept"], || config, (registry, &watch))?;
    let result = &found.result;
    match form(args.display.format) {
        OutputFormat::Table => print(&screen::table(&result.found, on_stdout(args.display.color))),
        OutputFormat::Csv | OutputFormat::Json => show(&result.found.frame(), &args.display),
    }?;
    found.finish()?;
    Ok(result.found.check()?)
}
