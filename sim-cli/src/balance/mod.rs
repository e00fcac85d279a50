//! `sim-cli balance` and `sim-cli rules compare`.

mod compare_table;
mod decks_table;
mod grid_table;
mod screen;
mod words_table;

use overhear_agents::registry::Registry;
use std::path::Path;

use overhear_lab::balance::{
    CensusResult, Cut, DecksResult, Experiment, Merged, SweepResult, balance, census, compare as compared,
    decks, merge_shards, sweep as swept,
};
use overhear_lab::setup::OutConfig;
use overhear_lab::table::{json, quoted};
use overhear_lab::tournament::Shard;
use overhear_lab::{BalanceResult, CompareResult, Watch};

use crate::cli::{BalanceArgs, CompareArgs, DisplayArgs, MergeArgs};
use crate::failure::Failure;
use crate::output::{Form, form, on_stdout, print};
use crate::terminal::{listening, say, threads};

/// Why two decks have no words in common.
const BY_OF_TWO: &str = "\
--by with --deck-b: --by counts what becomes of the words of one deck, and two decks have other words, which cannot be \
paired; compare the decks with --deck-b alone, and look for the words that stand out with --deck FILE --by keyword, once \
for each";

/// Plays a population and reports what a designer asks.
pub(crate) fn run(args: &BalanceArgs, registry: &Registry) -> Result<(), Failure> {
    let (population, display) = (&args.population, &args.population.display);
    threads(population.threads)?;
    let watch = listening(population.progress, display.color)?;
    if let Some(shard) = args.shard {
        return part(&args.experiment(registry), shard, &args.config(registry).out, &watch);
    }
    if !args.sweep.is_empty() {
        return sweep(args, registry, &watch);
    }
    if args.by.is_some() && args.deck_b.is_some() {
        return Err(Failure::usage(BY_OF_TWO));
    }
    if let Some(cut) = args.by {
        return words(args, cut, registry, &watch);
    }
    if let Some(deck_b) = &args.deck_b {
        return two_decks(args, deck_b, registry, &watch);
    }
    show_report(&balance(&args.config(registry), &watch)?, display)
}

/// Plays a part into its directory.
fn part(experiment: &Experiment, shard: Shard, out: &OutConfig, watch: &Watch) -> Result<(), Failure> {
    Ok(experiment.play_shard(shard, out, watch)?)
}

/// Makes one result of the parts of an experiment, and prints it.
pub(crate) fn merge(args: &MergeArgs, registry: &Registry) -> Result<(), Failure> {
    let config = args.config(registry);
    let (merged, needed) = merge_shards(&config)?;
    say(needed.as_slice());
    merged.save(&OutConfig { out: config.out, force: config.force })?;
    match &merged {
        Merged::Balance(result) => show_report(result, &args.display),
        Merged::Census(result) => show_words(result, &args.display),
        Merged::Sweep(result) => show_grid(result, args.out.as_deref(), &args.display),
        Merged::Decks(result) => show_decks(result, &args.display),
        Merged::Compare(result) => show_comparison(result, &args.display),
    }
}

fn show_report(result: &BalanceResult, display: &DisplayArgs) -> Result<(), Failure> {
    match form(display.format) {
        Form::Csv => print(&result.tables.ladder.to_csv()),
        Form::Json => print(&result.to_json()),
        Form::Table => print(&screen::draw(result, on_stdout(display.color))),
    }?;
    Ok(result.sound()?)
}

/// Plays a grid of rules.
fn sweep(args: &BalanceArgs, registry: &Registry, watch: &Watch) -> Result<(), Failure> {
    let result = swept(&args.config(registry), &args.sweep, watch)?;
    show_grid(&result, args.out.out.as_deref(), &args.population.display)
}

fn show_grid(result: &SweepResult, out: Option<&Path>, display: &DisplayArgs) -> Result<(), Failure> {
    if result.sound().is_ok() {
        say(&[figure(out)]);
    }
    match form(display.format) {
        Form::Csv => print(&result.frame.to_csv()),
        Form::Json => print(&result.to_json()),
        Form::Table => print(&grid_table::screen(result, on_stdout(display.color))),
    }?;
    Ok(result.sound()?)
}

/// Counts what becomes of the clues for words.
fn words(args: &BalanceArgs, cut: Cut, registry: &Registry, watch: &Watch) -> Result<(), Failure> {
    show_words(&census(&args.config(registry), cut, watch)?, &args.population.display)
}

fn show_words(result: &CensusResult, display: &DisplayArgs) -> Result<(), Failure> {
    match form(display.format) {
        Form::Csv => print(&result.frame.to_csv()),
        Form::Json => print(&result.to_json()),
        Form::Table => print(&words_table::screen(result, on_stdout(display.color))),
    }?;
    Ok(result.sound()?)
}

/// Plays with two decks.
fn two_decks(args: &BalanceArgs, deck_b: &Path, registry: &Registry, watch: &Watch) -> Result<(), Failure> {
    show_decks(&decks(&args.config(registry), deck_b, watch)?, &args.population.display)
}

fn show_decks(result: &DecksResult, display: &DisplayArgs) -> Result<(), Failure> {
    match form(display.format) {
        Form::Csv => print(&result.frame.to_csv()),
        Form::Json => print(&result.to_json()),
        Form::Table => print(&decks_table::screen(result, on_stdout(display.color))),
    }?;
    Ok(result.sound()?)
}

/// How to see the grid as a figure.
fn figure(out: Option<&Path>) -> String {
    match out {
        Some(dir) => {
            let dir = quoted(&dir.display().to_string());
            format!("as a figure: sim-cli report {dir}")
        }
        None => "as a figure: again with --out DIR, then sim-cli report DIR".to_owned(),
    }
}

/// Compares two sets of rules.
pub(crate) fn compare(args: &CompareArgs, registry: &Registry) -> Result<(), Failure> {
    let (population, display) = (&args.population, &args.population.display);
    threads(population.threads)?;
    let watch = listening(population.progress, display.color)?;
    let config = args.config(registry);
    if let Some(shard) = args.shard {
        return part(&Experiment::Compare(config), shard, &args.out(), &watch);
    }
    show_comparison(&compared(&config, &watch)?, display)
}

fn show_comparison(result: &CompareResult, display: &DisplayArgs) -> Result<(), Failure> {
    match form(display.format) {
        Form::Csv => print(&result.frame.to_csv()),
        Form::Json => print(&json(&result.frame)),
        Form::Table => print(&compare_table::screen(result, on_stdout(display.color))),
    }?;
    Ok(result.sound()?)
}
