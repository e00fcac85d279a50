//! pairings.csv: a row for each pairing.

use overhear_engine::arena::{PairingTally, Schedule, Tally};
use overhear_stats::{EloModel, Interval, SequentialEstimate, elo_of_score};

use super::pair_counts::{pair_table, white};
use super::roles;
use super::sequential::SequentialTest;
use super::share::share;
use super::verdict::{stopped, unbiased};
use crate::table::{Cell, Frame, NamedRow};

/// Returns the pairings in schedule order, with the columns `more`.
pub(super) fn frame(
    labels: &[&str],
    schedule: &Schedule,
    tally: &Tally,
    test: Option<&SequentialTest>,
    more: &[&str],
) -> Frame {
    let corrected = test.and_then(unbiased);
    let mut frame = Frame::with("pairings.csv", more);
    for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
        let nelo = pair_table(counts).pentanomial().normalized_elo();
        let row = NamedRow::new(&mut frame).put("agent_a", Cell::text(labels[pairing.a]));
        let row = row.put("agent_b", Cell::text(labels[pairing.b]));
        let row = with_lengths(scores(row, counts, corrected.as_ref()), counts);
        let row = row.put("nelo", Cell::elo(nelo.map(|nelo| nelo.value)));
        let row = roles::fill_pairing(row, counts);
        after_a_test(row, nelo.map(|nelo| nelo.interval), test, corrected.as_ref()).end();
    }
    frame
}

/// Adds the interval of the normalised Elo, and the corrected estimates of a run that a test ended.
fn after_a_test<'a>(
    row: NamedRow<'a>,
    nelo: Option<Interval>,
    test: Option<&SequentialTest>,
    corrected: Option<&SequentialEstimate>,
) -> NamedRow<'a> {
    let normalized = test.is_some_and(|test| test.setting.model == EloModel::Normalized);
    let nelo = corrected.filter(|_| normalized).map(|found| found.elo_interval).or(nelo);
    row.put_ends("nelo", nelo, Cell::elo)
        .put("stopped", Cell::text(stopped(test)))
        .put("a_score_unbiased", Cell::share(corrected.map(|found| found.score)))
        .put("elo_unbiased", Cell::elo(corrected.map(|found| elo_of_score(found.score))))
}

fn scores<'a>(
    row: NamedRow<'a>,
    counts: &PairingTally,
    corrected: Option<&SequentialEstimate>,
) -> NamedRow<'a> {
    let table = pair_table(counts);
    let (pairs, games) = (table.pentanomial(), table.games());
    let (score, elo, white) = (pairs.score(), pairs.elo(), white(counts).score());
    let corrected = corrected.map(|found| found.score_interval);
    let [p0, p1, p2, p3, p4] = pairs.counts().map(Cell::Count);
    row.put_all([
        ("games", Cell::Count(games.games())),
        ("pairs", Cell::Count(pairs.pairs())),
        ("a_wins", Cell::Count(games.wins)),
        ("b_wins", Cell::Count(games.losses)),
        ("shared", Cell::Count(games.ties)),
        ("a_score", Cell::share(score.map(|score| score.value))),
        ("elo", Cell::elo(elo.map(|elo| elo.value))),
        ("los", Cell::share(pairs.los())),
        ("pair_correlation", Cell::share(table.correlation())),
        ("variance_ratio", Cell::share(pairs.variance_ratio(&games))),
        ("white_score", Cell::share(white.map(|white| white.value))),
    ])
    .put_all([("ptnml_0", p0), ("ptnml_1", p1), ("ptnml_2", p2), ("ptnml_3", p3), ("ptnml_4", p4)])
    .put_ends("a_score", score.map(|score| corrected.unwrap_or(score.interval)), Cell::share)
    .put_ends("elo", corrected.map(|ends| ends.map(elo_of_score)).or(elo.map(|elo| elo.interval)), Cell::elo)
    .put_ends("white_score", white.map(|white| white.interval), Cell::share)
}

fn with_lengths<'a>(row: NamedRow<'a>, counts: &PairingTally) -> NamedRow<'a> {
    let games: u64 = counts.rounds.iter().sum();
    let rounds: u64 = (0..).zip(&counts.rounds).map(|(rounds, games): (u64, &u64)| rounds * games).sum();
    let tiebreaks: u64 = counts.endings[1..].iter().flatten().flatten().sum();
    row.put_all([
        ("mean_rounds", Cell::share(share(rounds, games))),
        ("median_rounds", Cell::Number(median(&counts.rounds), 1)),
        ("tiebreaks", Cell::Count(tiebreaks)),
        ("tiebreak_rate", Cell::share(share(tiebreaks, games))),
    ])
}

/// Returns the median length of the games; with two middle games, their mean.
fn median(games_by_rounds: &[u64]) -> Option<f64> {
    let games: u64 = games_by_rounds.iter().sum();
    let nth = |n: u64| {
        let mut passed = 0;
        games_by_rounds.iter().position(|games| {
            passed += games;
            passed > n
        })
    };
    let (low, high) = (nth(games.checked_sub(1)? / 2)?, nth(games / 2)?);
    Some((low + high) as f64 / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_lies_between_two_middle_games() {
        assert_eq!(median(&[0, 0, 3, 0, 1]), Some(2.0));
        assert_eq!(median(&[0, 0, 2, 0, 2]), Some(3.0));
        assert_eq!(median(&[0, 0, 0, 1]), Some(3.0));
        assert_eq!(median(&[0, 0]), None);
    }
}
