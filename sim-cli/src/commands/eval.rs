//! `sim-cli eval`: agents on recorded human clues.

use overhear_agents::registry::Registry;
use overhear_lab::eval::{EvalRow, Task};
use overhear_lab::run::Experiment as _;
use overhear_lab::table::{MeasuredValue, TableRow as _, fixed, grouped, printable};
use overhear_lab::{
    EvalConfig, EvalResult, LabError, RecordedGamesConfig, WrittenSheet, import_recorded_games,
};

use super::kept_run::run_config;
use crate::cli::{EvalArgs, EvalCommand, RecordedGamesArgs};
use crate::failure::Failure;
use crate::output::{Column, OutputFormat, Paint, form, on_stdout, print, render, show, wrapped};
use crate::terminal::stoppable;

const LEGEND: &str = "\
code, digit: share of codes and of digits guessed right; 95 %: interval of code.
log loss: nats. unknown: words of the file that are not in the space.";

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
    let evaluation = run_config(&keep, &["eval decode", "eval intercept"], || config, registry, &watch)?;
    let result = &evaluation.result;
    match form(args.display.format) {
        OutputFormat::Table => print(&screen(&result.found, on_stdout(args.display.color))),
        OutputFormat::Csv | OutputFormat::Json => show(&result.found.frame(), &args.display),
    }?;
    evaluation.finish()?;
    Ok(result.found.check()?)
}

/// Returns the scores for display, eighty columns wide: a line on the file, a sentence, and a table with a row for each agent.
fn screen(EvalResult { rows, sentence, .. }: &EvalResult, paint: Paint) -> String {
    let numbers = ["n", "code", "95 %", "digit", "log loss", "brier", "unknown"].map(Column::numbers);
    let columns: Vec<Column> = std::iter::once(Column::words("agent")).chain(numbers).collect();
    let title =
        rows.first().map_or(String::new(), |row| format!("{} {}", row.task.name(), printable(&row.file)));
    let table = render(&columns, rows.iter().map(cells).collect(), paint);
    let sentence = sentence.as_deref().map_or(String::new(), wrapped);
    format!("{}\n{sentence}{table}{}\n", paint.bold(&title), paint.legend(LEGEND))
}

fn cells(row: &EvalRow) -> Vec<String> {
    vec![
        printable(&row.agent),
        grouped(row.n),
        fixed(row.code_accuracy.value, 3),
        ends(row.code_accuracy).unwrap_or_default(),
        fixed(row.digit_accuracy, 3),
        loss_text(row.log_loss),
        loss_text(row.brier),
        grouped(row.unknown_words),
    ]
}

/// Returns a loss as files have it, without its interval.
fn loss_text(loss: MeasuredValue) -> String {
    loss.as_in_files().map_or(String::new(), |loss| fixed(loss.value, 3))
}

/// Returns the interval of a number as files have it.
fn ends(measured: MeasuredValue) -> Option<String> {
    let ends = measured.as_in_files()?.interval?;
    Some(format!("[{}, {}]", fixed(ends.low, 3), fixed(ends.high, 3)))
}
