//! `sim-cli compare` of two cards.

use overhear_lab::measurement::measure;
use overhear_lab::table::{Cell, Frame, fixed, json, printable};
use overhear_lab::{CardComparison, CompareCardsConfig, LabError};

use crate::cli::{CompareResultsArgs, working_folder};
use crate::failure::Failure;
use crate::output::{Column, OutputFormat, Paint, form, on_stdout, print, render, wrapped};
use crate::terminal::{quiet, say, written};

const LEGEND: &str = "\
B − A: with its 95 % interval, clustered by deal. items: compared one by one;
empty: by the intervals of both cards. p: for no difference, all rows together
(Holm).
";

/// Compares two cards.
pub(crate) fn run(args: &CompareResultsArgs) -> Result<(), Failure> {
    if !args.agent.is_empty() {
        return Err(LabError::usage("--agent: a card is of one agent; leave it out").into());
    }
    let config = CompareCardsConfig { a: args.a.clone(), b: args.b.clone() };
    let result = measure(&config, &working_folder(), &args.out.config(), &quiet())?;
    let found = &result.found;
    written(args.out.out.as_deref(), "");
    match form(args.display.format) {
        OutputFormat::Table => print(&screen(args, found, on_stdout(args.display.color))),
        other => {
            say(std::slice::from_ref(&found.method));
            let json = || json(&found.frame);
            print(&if other == OutputFormat::Json { json() } else { found.frame.to_csv() })
        }
    }
}

/// Returns the comparison for display, sentences first.
fn screen(args: &CompareResultsArgs, found: &CardComparison, paint: Paint) -> String {
    let mut columns = ["task", "measure"].map(Column::words).to_vec();
    columns.extend(["A", "B", "B − A", "items", "p"].map(Column::numbers));
    let rows = (0..found.frame.len()).map(|place| row(&found.frame, place)).collect();
    let names = [&args.a, &args.b].map(|path| printable(&path.display().to_string()));
    let line = |letter, n: usize| format!("{letter}: `{}`, {}\n", found.agents[n], names[n]);
    let told: String =
        std::iter::once(&found.method).chain(&found.sentences).map(|line| wrapped(line)).collect();
    line("A", 0) + &line("B", 1) + &told + &render(&columns, rows, paint) + &paint.legend(LEGEND)
}

fn row(frame: &Frame, place: usize) -> Vec<String> {
    let text = |column: &str| frame.cell(place, column).as_csv();
    let number = |column: &str| match frame.cell(place, column) {
        Cell::Number(Some(value), _) => fixed(*value, 3),
        _ => String::new(),
    };
    let ends = frame.measured(place, "difference").and_then(|difference| difference.interval);
    let ends =
        ends.map_or(String::new(), |ends| format!(" [{}, {}]", fixed(ends.low, 3), fixed(ends.high, 3)));
    vec![
        text("task"),
        text("measure"),
        number("value_a"),
        number("value_b"),
        number("difference") + &ends,
        text("items"),
        number("difference_p_adjusted"),
    ]
}
