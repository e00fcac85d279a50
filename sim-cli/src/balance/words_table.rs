//! Table of keywords, cards or pairs that stand out, for display.

use overhear_lab::balance::WordStatsResult;
use overhear_lab::experiment::GroupBy;
use overhear_lab::paired::ClueFailure;
use overhear_lab::table::{Cell, Frame, MeasuredValue, counted, fixed, grouped};

use crate::output::{Column, Paint, render, wrapped};

/// Maximum number of rows of a table.
const ROWS: usize = 10;

const LEGEND: &str = "\
seen: share of the clues or chances. likely: the share to expect of more games,
between the seen share and the mean of all words; closer to the mean the fewer
clues there are. 95 %: interval of the likely share.
";

/// Returns the subjects that stand out, sentences first.
pub(super) fn screen(result: &WordStatsResult, paint: Paint) -> String {
    let mut text = counted(result.games, "game") + "\n";
    text.extend(result.sentences.iter().map(|sentence| wrapped(sentence)));
    for &failure in result.cut.failures() {
        for above in [true, false] {
            text += &table(result, failure, above, paint);
        }
    }
    text + "\n" + &paint.legend(LEGEND)
}

/// Returns the rows that stand out on one side of the mean; empty if there are none.
fn table(result: &WordStatsResult, failure: ClueFailure, above: bool, paint: Paint) -> String {
    let places = result.standing_out(failure, above);
    if places.is_empty() {
        return String::new();
    }
    let names = match result.cut {
        GroupBy::Keyword => ["keyword", "card"],
        GroupBy::Card => ["card", "keywords"],
        GroupBy::Pair => ["keyword_a", "keyword_b"],
    };
    let [stem, whole] = result.cut.rate_columns(failure);
    let mut columns = Vec::from(names.map(|name| Column::words(&name.replace('_', " "))));
    columns.extend([whole, "seen %", "likely %", "95 %"].map(Column::numbers));
    let frame = &result.frame;
    let row = |&place: &usize| {
        let mut row = Vec::from(names.map(|name| text(frame, place, name)));
        row.push(text(frame, place, whole));
        row.push(percent(frame.cell(place, &format!("{stem}_rate")).number()));
        row.extend(likely(frame.measured(place, &format!("{stem}_shrunk"))));
        row
    };
    let rows = places.iter().take(ROWS).map(row).collect();
    let side = if above { "clearly more often" } else { "clearly less often" };
    let of = if places.len() > ROWS { format!(", {ROWS} of {}", places.len()) } else { String::new() };
    format!("\n{stem} {side}{of}:\n") + &render(&columns, rows, paint)
}

fn text(frame: &Frame, row: usize, column: &str) -> String {
    match frame.cell(row, column) {
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => grouped(*count),
        _ => String::new(),
    }
}

/// Returns the shrunk rate and its interval.
fn likely(found: Option<MeasuredValue>) -> [String; 2] {
    let ends = found.and_then(|found| found.interval);
    let ends = ends.map(|ends| [ends.low, ends.high].map(|end| percent(Some(end))).join("–"));
    [percent(found.map(|found| found.value)), ends.unwrap_or_default()]
}

fn percent(share: Option<f64>) -> String {
    share.map_or(String::new(), |share| fixed(100.0 * share, 1))
}
