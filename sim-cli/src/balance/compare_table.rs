//! What two sets of rules come to on the same deals, for people.

use overhear_lab::CompareResult;
use overhear_lab::table::{Cell, Frame, fixed, grouped};

use crate::output::{Column, Paint, render, wrapped};

const LEGEND: &str = "\
pairing: how many times the deals two separate runs would take for the same
interval. different: not 0; equivalent: within the margin; both at 5 % for all
measures of the table together (Holm).
";

/// The comparison for people: sentences first.
pub(super) fn screen(result: &CompareResult, paint: Paint) -> String {
    let frame = &result.frame;
    let mut columns = vec![Column::words("measure")];
    let anytime = frame.len() == 1 && !number(frame, 0, "anytime_low", 5).is_empty();
    let interval = if anytime { "95 % at any time" } else { "95 % interval" };
    columns.extend(["A", "B", "B - A", interval, "pairing", "margin"].map(Column::numbers));
    columns.push(Column::words("verdict"));
    let rows = (0..frame.len()).map(|place| row(frame, place)).collect();
    let sentences: String = result.sentences.iter().map(|sentence| wrapped(sentence)).collect();
    note(frame) + &sentences + "\n" + &render(&columns, rows, paint) + &paint.dim(LEGEND)
}

pub(super) fn number(frame: &Frame, row: usize, column: &str, digits: usize) -> String {
    match frame.cell(row, column) {
        Cell::Number(Some(value), _) => fixed(*value, digits),
        _ => String::new(),
    }
}

pub(super) fn text(frame: &Frame, row: usize, column: &str) -> String {
    match frame.cell(row, column) {
        Cell::Text(text) => text.clone(),
        _ => String::new(),
    }
}

fn row(frame: &Frame, place: usize) -> Vec<String> {
    let number = |column: &str, digits| number(frame, place, column, digits);
    let stem = if number("anytime_low", 5).is_empty() { "difference" } else { "anytime" };
    let [low, high] = ["low", "high"].map(|end| number(&format!("{stem}_{end}"), 4));
    vec![
        text(frame, place, "measure"),
        number("value_a", 4),
        number("value_b", 4),
        number("difference", 4),
        format!("[{low}, {high}]"),
        number("variance_ratio", 1) + "×",
        "±".to_owned() + &number("margin", 3),
        text(frame, place, "verdict"),
    ]
}

/// What was compared, and how.
fn note(frame: &Frame) -> String {
    let games = match frame.cell(0, "games") {
        Cell::Count(games) => grouped(*games),
        _ => String::new(),
    };
    let [a, b, method] = ["rules_a", "rules_b", "method"].map(|column| text(frame, 0, column));
    format!("A: {a}\nB: {b} ({method} on the same deals)\n{games} games by each\n")
}
