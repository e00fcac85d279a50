//! Table of a comparison of two decks, for display.

use overhear_lab::paired::{Decision, DecksResult, DecksRow};
use overhear_lab::table::{counted, fixed};

use super::compare_table::{bracketed_interval, margin, values};
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
    let rows = result.rows.iter().map(cells).collect();
    let sentences: String = result.sentences.iter().map(|sentence| wrapped(sentence)).collect();
    note(result) + &sentences + "\n" + &render(&columns, rows, paint) + &paint.legend(LEGEND)
}

fn cells(DecksRow { comparison, .. }: &DecksRow) -> Vec<String> {
    let interval = comparison.difference.and_then(|difference| difference.interval);
    let last = [
        bracketed_interval(comparison, interval),
        margin(comparison),
        Decision::name(comparison.verdict).to_owned(),
    ];
    values(comparison).into_iter().chain(last).collect()
}

/// Returns the note on what was compared, and what was equal.
fn note(result: &DecksResult) -> String {
    let [a, b] = &result.decks;
    let (games, same) = (counted(result.games, "game"), fixed(100.0 * result.same_deals, 1));
    format!(
        "A: {a}\nB: {b}\n{games} with each; the same codes and noise seeds on {same} % of the deals\nB against A:\n"
    )
}
