//! What two sets of rules come to on the same deals, for people.

use overhear_lab::CompareResult;
use overhear_lab::table::{Cell, Frame, fixed, grouped};

use crate::output::{Column, Paint, render, wrapped};

const LEGEND: &str = "\
pairing: how many times the deals two separate runs would take for the same
interval. different: not 0; equivalent: within the margin; both at 5 % for all
measures of the table together (Holm).
";

const AT_TABLES: &str = "\
The intervals hold for all rows at once (Bonferroni). different: 0 is outside;
equivalent: inside the margin. human+keen: teams of the one against the other.
";

/// The comparison for people: sentences first.
pub(super) fn screen(result: &CompareResult, paint: Paint) -> String {
    let frame = &result.frame;
    let at_tables = frame.columns().contains(&"table");
    let anytime = frame.len() == 1 && !number(frame, 0, "anytime_low", 5).is_empty();
    let interval = if anytime { "95 % at any time" } else { "95 % interval" };
    let mut columns = vec![Column::words("measure")];
    columns.extend(at_tables.then(|| Column::words("table")));
    columns.extend(["A", "B", "B - A", interval].map(Column::numbers));
    if !at_tables {
        columns.extend(["pairing", "margin"].map(Column::numbers));
    }
    columns.push(Column::words("verdict"));
    let rows = (0..frame.len()).map(|place| row(frame, place, at_tables)).collect();
    let sentences: String = result.sentences.iter().map(|sentence| wrapped(sentence)).collect();
    note(frame, at_tables)
        + &sentences
        + "\n"
        + &render(&columns, rows, paint)
        + &paint.dim(if at_tables { AT_TABLES } else { LEGEND })
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

fn row(frame: &Frame, place: usize, at_tables: bool) -> Vec<String> {
    let number = |column: &str, digits| number(frame, place, column, digits);
    let stem = match at_tables {
        true => "overall",
        false if number("anytime_low", 5).is_empty() => "difference",
        false => "anytime",
    };
    let [low, high] = ["low", "high"].map(|end| number(&format!("{stem}_{end}"), 4));
    let mut row = vec![text(frame, place, "measure")];
    row.extend(at_tables.then(|| text(frame, place, "table")));
    row.extend(["value_a", "value_b", "difference"].map(|column| number(column, 4)));
    row.push(format!("[{low}, {high}]"));
    if !at_tables {
        row.extend([number("variance_ratio", 1) + "×", "±".to_owned() + &number("margin", 3)]);
    }
    row.push(text(frame, place, "verdict"));
    row
}

/// What was compared, and how.
fn note(frame: &Frame, at_tables: bool) -> String {
    let games = match frame.cell(0, "games") {
        Cell::Count(games) => grouped(*games),
        _ => String::new(),
    };
    let [a, b, method] = ["rules_a", "rules_b", "method"].map(|column| text(frame, 0, column));
    format!(
        "A: {a}\nB: {b} ({method} on the same deals)\n{games} games by each{}\n",
        if at_tables { " at each table" } else { "" }
    )
}
