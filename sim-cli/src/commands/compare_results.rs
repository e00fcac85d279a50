//! `sim-cli compare`: comparison of two tournaments; that of two cards is in `compare_cards`.

use overhear_lab::measurement::measure;
use overhear_lab::table::{Cell, Frame, counted, fixed, json, printable};
use overhear_lab::{ResultComparison, is_card};

use super::compare_cards;
use crate::cli::{CompareResultsArgs, working_folder};
use crate::failure::Failure;
use crate::output::{Column, OutputFormat, Paint, form, on_stdout, print, render, wrapped};
use crate::terminal::{quiet, say, written};

const LEGEND: &str = "\
B − A: with its 95 % interval. pairing: precision gained by sharing deals, as a
factor on their number. p: for no difference, all rows together (Holm).
";

/// Compares two results.
pub(crate) fn run(args: &CompareResultsArgs) -> Result<(), Failure> {
    if is_card(&args.a) {
        return compare_cards::run(args);
    }
    let watch = quiet();
    let result = measure(&args.config(), &working_folder(), &args.out.config(), &watch)?;
    let found = &result.found;
    written(args.out.out.as_deref(), "");
    match form(args.display.format) {
        OutputFormat::Table => print(&screen(args, found, on_stdout(args.display.color))),
        other => {
            say(std::slice::from_ref(&found.method));
            say(&found.notes);
            let json = || json(&found.frame);
            print(&if other == OutputFormat::Json { json() } else { found.frame.to_csv() })
        }
    }
}

/// Returns the comparison for display, sentences first.
fn screen(args: &CompareResultsArgs, found: &ResultComparison, paint: Paint) -> String {
    let mut columns = ["agent", "against", "measure"].map(Column::words).to_vec();
    columns.extend(["A", "B", "B − A", "pairing", "p"].map(Column::numbers));
    let rows = (0..found.frame.len()).map(|place| row(&found.frame, place)).collect();
    let names = [&args.a, &args.b].map(|path| printable(&path.display().to_string()));
    let deals = ["deals_a", "deals_b"].map(|column| match found.frame.cell(0, column) {
        Cell::Count(deals) => counted(*deals, "deal"),
        _ => String::new(),
    });
    let line = |letter, n: usize| format!("{letter}: {}, {}\n", names[n], deals[n]);
    let told = std::iter::once(&found.method).chain(&found.notes).chain(&found.sentences);
    let told: String = told.map(|line| wrapped(line)).collect();
    line("A", 0) + &line("B", 1) + &told + &render(&columns, rows, paint) + &paint.legend(LEGEND)
}

fn row(frame: &Frame, place: usize) -> Vec<String> {
    let text = |column: &str| frame.cell(place, column).as_csv();
    let number = |column: &str, digits| match frame.cell(place, column) {
        Cell::Number(Some(value), _) => fixed(*value, digits),
        _ => String::new(),
    };
    let [a, b] = ["agent_a", "agent_b"].map(text);
    let agent = if a == b { a } else { format!("{a} = {b}") };
    let opponent = Some(text("opponent")).filter(|label| !label.is_empty());
    let ends = frame.measured(place, "difference").and_then(|difference| difference.interval);
    let ends =
        ends.map_or(String::new(), |ends| format!(" [{}, {}]", fixed(ends.low, 4), fixed(ends.high, 4)));
    let pairing = Some(number("variance_ratio", 1)).filter(|ratio| !ratio.is_empty());
    vec![
        agent,
        opponent.unwrap_or_else(|| "all".to_owned()),
        text("measure").replace('_', " "),
        number("value_a", 4),
        number("value_b", 4),
        number("difference", 4) + &ends,
        pairing.map_or(String::new(), |ratio| ratio + "×"),
        number("difference_p_adjusted", 4),
    ]
}
