//! `sim-cli balance` and `sim-cli rules compare`.

mod compare_table;
mod grid_table;
mod screen;
mod words_table;

use overhear_agents::registry::Registry;
use std::path::Path;

use overhear_lab::experiment::TabularResult;
use overhear_lab::parts::{ExperimentRequest, ExperimentResult, merge_shards};
use overhear_lab::setup::OutConfig;
use overhear_lab::table::json;
use overhear_lab::tournament::Shard;
use overhear_lab::{RulesComparison, RunControl};

use crate::cli::{BalanceArgs, CompareRulesArgs, DisplayArgs, MergeArgs, RulesRunArgs, working_folder};
use crate::commands::kept_run::run_config;
use crate::failure::Failure;
use crate::output::{OutputFormat, form, on_stdout, print};
use crate::terminal::{listening, part_written, say, threads, written};

/// Error message for `--by` given together with `--deck-b`.
const BY_OF_TWO: &str = "\
--by cannot be combined with --deck-b: the words of two decks cannot be paired; run --deck FILE --by keyword once for \
each deck";

/// Plays the populations and prints the report.
pub(crate) fn run(args: &BalanceArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = begin(&args.run)?;
    if args.by.is_some() && args.deck_b.is_some() {
        return Err(Failure::usage(BY_OF_TWO));
    }
    play("balance", || args.experiment(registry), &args.run, args.shard, registry, &watch)
}

/// Starts the threads of a run, and returns its run control.
fn begin(run: &RulesRunArgs) -> Result<RunControl, Failure> {
    let control = run.asking.limit(listening(run.progress, run.display.color)?);
    threads(run.threads)?;
    Ok(control)
}

/// Plays an experiment or a part of it, or goes on with one.
fn play(
    command: &'static str,
    experiment: impl FnOnce() -> ExperimentRequest,
    RulesRunArgs { keep, display, .. }: &RulesRunArgs,
    shard: Option<Shard>,
    registry: &Registry,
    watch: &RunControl,
) -> Result<(), Failure> {
    if let (Some(shard), None) = (shard, &keep.resume) {
        let out = keep.out.config();
        experiment().play_shard(&working_folder(), shard, &out, watch)?;
        part_written(out.out.as_deref(), shard);
        return Ok(());
    }
    let run = run_config(keep, &[command], experiment, registry, watch)?;
    // An interruption is reported after the result.
    let shown = show_result(&run.result.found, run.out.as_deref(), display);
    run.result.check_complete()?;
    shown
}

/// Merges the parts of an experiment and prints the result.
pub(crate) fn merge(args: &MergeArgs, registry: &Registry, watch: &RunControl) -> Result<(), Failure> {
    let config = args.config(registry);
    let (merged, needed) = merge_shards(&config, watch)?;
    say(needed.as_slice());
    merged.save(&OutConfig { out: config.out, force: config.force })?;
    show_result(&merged, args.out.as_deref(), &args.display)
}

/// Prints the result of an experiment; `out` is the directory of its files, if there is one.
fn show_result(shown: &ExperimentResult, out: Option<&Path>, display: &DisplayArgs) -> Result<(), Failure> {
    if shown.check().is_ok() {
        written(out, "");
        if let (ExperimentResult::Sweep(_), None) = (shown, out) {
            say(&["as a figure: again with --out DIR, then sim-cli report DIR".to_owned()]);
        }
    }
    let paint = on_stdout(display.color);
    match shown {
        ExperimentResult::Balance(result) => print_tabled(&**result, display, || screen::draw(result, paint)),
        ExperimentResult::WordStats(result) => {
            print_tabled(&**result, display, || words_table::screen(result, paint))
        }
        ExperimentResult::Sweep(result) => {
            print_tabled(&**result, display, || grid_table::screen(result, paint))
        }
        ExperimentResult::Decks(result) => {
            print_tabled(&**result, display, || compare_table::decks_screen(result, paint))
        }
        ExperimentResult::Compare(result) => show_comparison(result, display),
    }?;
    Ok(shown.check()?)
}

/// Prints the first table of a result as CSV, the whole result as JSON, or the screen for people.
fn print_tabled(
    result: &impl TabularResult,
    display: &DisplayArgs,
    screen: impl FnOnce() -> String,
) -> Result<(), Failure> {
    match form(display.format) {
        OutputFormat::Csv => print(&result.frames()[0].to_csv()),
        OutputFormat::Json => print(&result.to_json()),
        OutputFormat::Table => print(&screen()),
    }
}

/// Compares two rule sets.
pub(crate) fn compare(args: &CompareRulesArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = begin(&args.run)?;
    play(
        "rules compare",
        || ExperimentRequest::Compare(args.config(registry)),
        &args.run,
        args.shard,
        registry,
        &watch,
    )
}

fn show_comparison(result: &RulesComparison, display: &DisplayArgs) -> Result<(), Failure> {
    match form(display.format) {
        OutputFormat::Csv => print(&result.frame().to_csv()),
        OutputFormat::Json => print(&json(&result.frame())),
        OutputFormat::Table => print(&compare_table::rules_screen(result, on_stdout(display.color))),
    }
}
