//! Table of a comparison of two rule sets, for display.

use overhear_lab::RulesComparison;
use overhear_lab::paired::Wording;
use overhear_lab::table::{Cell, Frame, counted, fixed};

use crate::output::{Column, Paint, render, wrapped};

const LEGEND: &str = "\
pairing: precision gained by sharing deals, as a factor on the number of deals.
different: not 0; equivalent: within the margin; different within margin: both.
Each at 5 % for all measures together (Holm).
";

const AT_ANY_TIME: &str = "\
pairing: precision gained by sharing deals, as a factor on the number of deals.
different: 0 is outside the interval; equivalent: the interval is within the
margin. The interval holds at every look.
";

const AT_TABLES: &str = "\
Intervals hold for all rows at once (Bonferroni). different: 0 is outside;
equivalent: within the margin. A+B: a team of A against a team of B.
";

/// Returns the comparison for display, sentences first.
pub(super) fn screen(result: &RulesComparison, paint: Paint) -> String {
    let frame = &result.frame;
    let at_tables = frame.columns().contains(&"table");
    let anytime = frame.len() == 1 && frame.cell(0, "anytime_low").number().is_some();
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
    sentences
        + &note(frame, at_tables)
        + "\n"
        + &render(&columns, rows, paint)
        + &paint.legend(match (at_tables, anytime) {
            (true, _) => AT_TABLES,
            (false, true) => AT_ANY_TIME,
            (false, false) => LEGEND,
        })
}

/// Returns a number of a row in display units: percent, or rounds.
pub(super) fn number(frame: &Frame, row: usize, column: &str) -> String {
    let factor = factor(frame, row);
    frame.cell(row, column).number().map_or(String::new(), |value| fixed(factor * value, 2))
}

/// Returns the interval of a row's difference whose lower end is in the column `lower`, in display units.
pub(super) fn bracketed_interval(frame: &Frame, row: usize, lower: &str) -> String {
    let difference = frame.measured_within(row, "difference", lower);
    let ends = difference.and_then(|difference| difference.scaled(factor(frame, row)).interval);
    ends.map_or(String::new(), |ends| format!("[{}, {}]", fixed(ends.low, 2), fixed(ends.high, 2)))
}

/// Returns the factor from a row's unit to display units.
fn factor(frame: &Frame, row: usize) -> f64 {
    Wording::named(&text(frame, row, "measure")).map_or(1.0, |wording| wording.factor)
}

/// Returns a row's measure with its display unit.
pub(super) fn measure(frame: &Frame, row: usize) -> String {
    let name = text(frame, row, "measure");
    Wording::named(&name).map_or(name, |wording| wording.heading())
}

pub(super) fn text(frame: &Frame, row: usize, column: &str) -> String {
    match frame.cell(row, column) {
        Cell::Text(text) => text.clone(),
        _ => String::new(),
    }
}

fn row(frame: &Frame, place: usize, at_tables: bool) -> Vec<String> {
    let number = |column: &str| number(frame, place, column);
    let lower = match at_tables {
        true => "overall_low",
        false if number("anytime_low").is_empty() => "difference_low",
        false => "anytime_low",
    };
    let mut row = vec![measure(frame, place)];
    row.extend(at_tables.then(|| text(frame, place, "table")));
    row.extend(["value_a", "value_b", "difference"].map(number));
    row.push(bracketed_interval(frame, place, lower));
    if !at_tables {
        let ratio = frame.cell(place, "variance_ratio").number();
        let ratio = ratio.map_or(String::new(), |ratio| fixed(ratio, 1) + "×");
        row.extend([ratio, "±".to_owned() + &number("margin")]);
    }
    row.push(text(frame, place, "verdict"));
    row
}

/// Returns the note on what was compared, and how.
fn note(frame: &Frame, at_tables: bool) -> String {
    let games = match frame.cell(0, "games") {
        Cell::Count(games) => counted(*games, "game"),
        _ => String::new(),
    };
    let [a, b, method] = ["rules_a", "rules_b", "method"].map(|column| text(frame, 0, column));
    format!(
        "A: {a}\nB: {b} ({method} on the same deals)\n{games} by each{}\n",
        if at_tables { " at each table" } else { "" }
    )
}
