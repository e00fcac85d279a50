//! `sim-cli compare` of two cards.

use std::path::Path;

use overhear_lab::run::play_kept;
use overhear_lab::table::{TableRow as _, printable};
use overhear_lab::{CardComparison, CardDifference, CompareCardsConfig, CompareResultsConfig, LabError};

use crate::cli::{CompareResultsArgs, working_folder};
use crate::failure::Failure;
use crate::output::{
    Column, OutputFormat, Paint, form, number, on_stdout, print, render, show, with_ends, wrapped,
};
use crate::terminal::{quiet, say, written};

const LEGEND: &str = "\
B − A: with its 95 % interval, clustered by deal. items: compared one by one;
empty: by the intervals of both cards. p: for no difference, all rows together
(Holm).
";

/// Compares two cards.
pub(crate) fn run(args: &CompareResultsArgs) -> Result<(), Failure> {
    let CompareResultsConfig { a, b, agent } = &args.config.0;
    if !agent.is_empty() {
        return Err(LabError::usage("--agent: a card is of one agent; leave it out").into());
    }
    let config = CompareCardsConfig { a: a.clone(), b: b.clone() };
    let result = play_kept(&config, &working_folder(), &args.out.config(), &quiet())?;
    let comparison = &result.found;
    written(args.out.out.as_deref(), "");
    match form(args.display.format) {
        OutputFormat::Table => print(&screen([a, b], comparison, on_stdout(args.display.color))),
        OutputFormat::Csv | OutputFormat::Json => {
            say(std::slice::from_ref(&comparison.method));
            show(&CardDifference::frame(&comparison.rows), &args.display)
        }
    }
}

/// Returns the comparison for display, sentences first.
fn screen([a, b]: [&Path; 2], comparison: &CardComparison, paint: Paint) -> String {
    let mut columns = ["task", "measure"].map(Column::words).to_vec();
    columns.extend(["A", "B", "B − A", "items", "p"].map(Column::numbers));
    let cells = comparison.rows.iter().map(row).collect();
    let [a, b] = [(&comparison.agents[0], a), (&comparison.agents[1], b)]
        .map(|(agent, path)| format!("`{agent}`, {}", printable(&path.display().to_string())));
    let sentences = std::iter::once(&comparison.method).chain(&comparison.sentences);
    let sentences: String = sentences.map(|line| wrapped(line)).collect();
    format!("A: {a}\nB: {b}\n{sentences}{}{}", render(&columns, cells, paint), paint.legend(LEGEND))
}

fn row(row: &CardDifference) -> Vec<String> {
    vec![
        row.task.clone(),
        row.measure.clone(),
        number(row.value_a, 3),
        number(row.value_b, 3),
        with_ends(row.difference, 3),
        row.items.map_or_else(String::new, |items| items.to_string()),
        number(row.difference_p_adjusted, 3),
    ]
}
