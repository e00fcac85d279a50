//! Figures of a league, in percent.

use overhear_stats::Estimate;

use super::LeagueRow;
use crate::table::{MeasuredValue, bracketed, fixed};

/// Returns the share of the mix in percent, with its range.
fn mix(row: &LeagueRow, digits: usize) -> String {
    row.share.and_then(MeasuredValue::numbers).map_or(String::new(), |numbers| {
        let [share, low, high] = numbers.map(|number| fixed(100.0 * number, digits));
        format!("{share}% {low}–{high}")
    })
}

/// Returns the lowest score against a member, with the interval of the lowest true score.
pub fn worst(row: &LeagueRow, games: u64) -> String {
    display_share(
        row.against[row.worst].map(|score| MeasuredValue { value: score.value, interval: row.least }),
        games,
    )
}

/// Returns the share of a member's codes that the best guesser against it finds, in percent with its interval, and
/// the name of that guesser; `None` without a search.
pub fn exploited(row: &LeagueRow) -> Option<(String, &str)> {
    let guesser = &*row.best_guesser.guesser;
    (!guesser.is_empty()).then(|| (with_error(row.exploited(), u64::MAX), guesser))
}

/// Returns a share in percent with its interval, in brackets if it rests on too few games.
fn display_share(share: Option<MeasuredValue>, games: u64) -> String {
    bracketed(share.map_or(String::new(), |share| share.scaled(100.0).text(1)), games)
}

/// Returns a share in percent.
pub fn percent(value: Option<f64>, digits: usize) -> String {
    value.map_or(String::new(), |value| fixed(100.0 * value, digits))
}

/// Returns a score in percent with its interval, in brackets if it rests on too few games.
pub(super) fn with_error(score: Option<Estimate>, games: u64) -> String {
    display_share(score.map(MeasuredValue::from), games)
}

/// Returns the columns of a member: score, missed codes, codes that it intercepts, own codes that are
/// intercepted, leak and share of the mix. `sign` is the percent sign; `digits` applies to the share of the
/// mix.
pub fn role(row: &LeagueRow, sign: &str, digits: usize) -> [String; 6] {
    [
        with_error(row.score, u64::MAX),
        rate(row.decoded.map(|share| 1.0 - share), sign),
        rate(row.interceptions, sign),
        rate(row.intercepted, sign),
        row.leaked.map_or(String::new(), |bits| fixed(bits.value, 2)),
        mix(row, digits),
    ]
}

fn rate(value: Option<f64>, sign: &str) -> String {
    percent(value, 1) + if value.is_some() { sign } else { "" }
}
