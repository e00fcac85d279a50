//! `sim-cli balance` and `sim-cli rules compare`.

mod compare_table;
mod decks_table;
mod grid_table;
mod screen;
mod words_table;

use overhear_agents::registry::Registry;
use std::path::Path;

use overhear_lab::Watch;
use overhear_lab::balance::{Cut, balance, census, compare as compared, decks, sweep as swept};
use overhear_lab::table::{json, quoted};

use crate::cli::{BalanceArgs, CompareArgs};
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
    let result = balance(&args.config(registry), &watch)?;
    match form(display.format) {
        Form::Csv => print(&result.tables.ladder.to_csv()),
        Form::Json => print(&result.to_json()),
        Form::Table => print(&screen::draw(&result, on_stdout(display.color))),
    }?;
    Ok(result.sound()?)
}

/// Plays a grid of rules.
fn sweep(args: &BalanceArgs, registry: &Registry, watch: &Watch) -> Result<(), Failure> {
    let display = &args.population.display;
    let result = swept(&args.config(registry), &args.sweep, watch)?;
    if result.sound().is_ok() {
        say(&[figure(args.out.out.as_deref())]);
    }
    match form(display.format) {
        Form::Csv => print(&result.frame.to_csv()),
        Form::Json => print(&result.to_json()),
        Form::Table => print(&grid_table::screen(&result, on_stdout(display.color))),
    }?;
    Ok(result.sound()?)
}

/// Counts what becomes of the clues for words.
fn words(args: &BalanceArgs, cut: Cut, registry: &Registry, watch: &Watch) -> Result<(), Failure> {
    let display = &args.population.display;
    let result = census(&args.config(registry), cut, watch)?;
    match form(display.format) {
        Form::Csv => print(&result.frame.to_csv()),
        Form::Json => print(&result.to_json()),
        Form::Table => print(&words_table::screen(&result, on_stdout(display.color))),
    }?;
    Ok(result.sound()?)
}

/// Plays with two decks.
fn two_decks(args: &BalanceArgs, deck_b: &Path, registry: &Registry, watch: &Watch) -> Result<(), Failure> {
    let display = &args.population.display;
    let result = decks(&args.config(registry), deck_b, watch)?;
    match form(display.format) {
        Form::Csv => print(&result.frame.to_csv()),
        Form::Json => print(&result.to_json()),
        Form::Table => print(&decks_table::screen(&result, on_stdout(display.color))),
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
    let result = compared(&args.config(registry), &watch)?;
    match form(display.format) {
        Form::Csv => print(&result.frame.to_csv()),
        Form::Json => print(&json(&result.frame)),
        Form::Table => print(&compare_table::screen(&result, on_stdout(display.color))),
    }?;
    Ok(result.sound()?)
}
