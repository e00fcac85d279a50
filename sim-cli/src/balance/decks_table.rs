//! Table of a comparison of two decks, for display.

use overhear_lab::paired::DecksResult;
use overhear_lab::table::{counted, fixed};

use super::compare_table::{bracketed_interval, measure, number, text};
use crate::output::{Column, Paint, render, wrapped};

const LEGEND: &str = "\
different: not 0; equivalent: within the margin; different within margin: both.
Each at 5 % for all measures together (Holm). `--by keyword` lists the words of
one deck that stand out.
";

/// Returns the comparison for display, sentences first.
pub(super) fn screen(result: &DecksResult, paint: Paint) -> String {
    let mut columns = vec![Column::words("measure")];
    columns.extend(["A", "B", "B - A", "95 % interval", "margin"].map(Column::numbers));
    columns.push(Column::words("verdict"));
    let rows = (0..result.frame.len()).map(|place| row(result, place)).collect();
    let sentences: String = result.sentences.iter().map(|sentence| wrapped(sentence)).collect();
    note(result) + &sentences + "\n" + &render(&columns, rows, paint) + &paint.legend(LEGEND)
}

fn row(result: &DecksResult, place: usize) -> Vec<String> {
    let number = |column: &str| number(&result.frame, place, column);
    let interval = bracketed_interval(&result.frame, place, "difference_low");
    vec![
        measure(&result.frame, place),
        number("value_a"),
        number("value_b"),
        number("difference"),
        interval,
        "±".to_owned() + &number("margin"),
        text(&result.frame, place, "verdict"),
    ]
}

/// Returns the note on what was compared, and what was equal.
fn note(result: &DecksResult) -> String {
    let [a, b] = &result.decks;
    let (games, same) = (counted(result.games, "game"), fixed(100.0 * result.same_deals, 1));
    format!(
        "A: {a}\nB: {b}\n{games} with each; the same codes and noise seeds on {same} % of the deals\nB against A:\n"
    )
}
