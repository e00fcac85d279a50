//! Table of keywords, cards or pairs that stand out, for display.

use overhear_lab::balance::{WordRow, WordStatsResult};
use overhear_lab::experiment::GroupBy;
use overhear_lab::paired::ClueFailure;
use overhear_lab::table::{MeasuredValue, counted, fixed, grouped, in_files};

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
    let outliers = result.standing_out(failure, above);
    if outliers.is_empty() {
        return String::new();
    }
    let names = match result.cut {
        GroupBy::Keyword => ["keyword", "card"],
        GroupBy::Card => ["card", "keywords"],
        GroupBy::Pair => ["keyword a", "keyword b"],
    };
    let [stem, whole] = result.cut.rate_columns(failure);
    let mut columns = Vec::from(names.map(Column::words));
    columns.extend([whole, "seen %", "likely %", "95 %"].map(Column::numbers));
    let rows = outliers.iter().take(ROWS).map(|row| cells(row, failure)).collect();
    let side = if above { "clearly more often" } else { "clearly less often" };
    let of = if outliers.len() > ROWS { format!(", {ROWS} of {}", outliers.len()) } else { String::new() };
    format!("\n{stem} {side}{of}:\n") + &render(&columns, rows, paint)
}

fn cells(row: &WordRow, failure: ClueFailure) -> Vec<String> {
    let rate = row.rate(failure);
    let clues = rate.map_or(String::new(), |rate| grouped(rate.clues));
    let seen_share = percent(rate.and_then(|rate| in_files(rate.rate?)));
    let shrunk = likely(rate.and_then(|rate| rate.shrunk?.as_in_files()));
    row.subject.texts().into_iter().chain([clues, seen_share]).chain(shrunk).collect()
}

/// Returns the shrunk rate and its interval.
fn likely(rate: Option<MeasuredValue>) -> [String; 2] {
    let ends = rate.and_then(|rate| rate.interval);
    let ends = ends.map(|ends| [ends.low, ends.high].map(|end| percent(Some(end))).join("–"));
    [percent(rate.map(|rate| rate.value)), ends.unwrap_or_default()]
}

fn percent(share: Option<f64>) -> String {
    share.map_or(String::new(), |share| fixed(100.0 * share, 1))
}
