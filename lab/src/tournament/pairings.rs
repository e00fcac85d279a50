//! pairings.csv: a row for each pairing.

use overhear_engine::arena::{PairingTally, Schedule, Tally};
use overhear_stats::{EloModel, Estimate, Interval, SequentialEstimate, elo_of_score};

use super::pairs::{pair_table, white};
use super::sequential::Sequential;
use super::share::share;
use super::verdict::{stopped, unbiased};
use crate::table::{Cell, Frame};

/// The pairings in the order of the schedule.
pub(super) fn frame(labels: &[&str], schedule: &Schedule, tally: &Tally, test: Option<&Sequential>) -> Frame {
    let corrected = test.and_then(unbiased);
    let mut frame = Frame::of("pairings.csv");
    for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
        let mut row = vec![Cell::text(labels[pairing.a]), Cell::text(labels[pairing.b])];
        let nelo = pair_table(counts).pentanomial().normalized_elo();
        row.extend(scores(counts, nelo.map(|nelo| nelo.value), corrected.as_ref()));
        row.extend(course(counts));
        row.extend(after_a_test(nelo.map(|nelo| nelo.interval), test, corrected.as_ref()));
        frame.push(row);
    }
    frame
}

/// The normalised Elo's ends, and what is to be known of a run that a test has ended.
fn after_a_test(
    nelo: Option<Interval>,
    test: Option<&Sequential>,
    corrected: Option<&SequentialEstimate>,
) -> [Cell; 5] {
    let normalized = test.is_some_and(|test| test.setting.model == EloModel::Normalized);
    let nelo = corrected.filter(|_| normalized).map(|found| found.elo_interval).or(nelo);
    [
        Cell::elo(nelo.map(|nelo| nelo.low)),
        Cell::elo(nelo.map(|nelo| nelo.high)),
        Cell::text(stopped(test)),
        Cell::share(corrected.map(|found| found.score)),
        Cell::elo(corrected.map(|found| elo_of_score(found.score))),
    ]
}

fn scores(counts: &PairingTally, nelo: Option<f64>, corrected: Option<&SequentialEstimate>) -> Vec<Cell> {
    let table = pair_table(counts);
    let (pairs, games) = (table.pentanomial(), table.games());
    let elo = pairs.elo();
    let mut row: Vec<Cell> =
        [games.games(), pairs.pairs(), games.wins, games.losses, games.ties].map(Cell::Count).into();
    let corrected = corrected.map(|found| found.score_interval);
    let score =
        pairs.score().map(|score| Estimate { interval: corrected.unwrap_or(score.interval), ..score });
    row.extend(with_ends(score).map(Cell::share));
    let ends = corrected.map(|ends| ends.map(elo_of_score)).or(elo.map(|elo| elo.interval));
    row.extend([elo.map(|e| e.value), ends.map(|e| e.low), ends.map(|e| e.high)].map(Cell::elo));
    row.push(Cell::elo(nelo));
    row.push(Cell::share(pairs.los()));
    row.extend(pairs.counts().map(Cell::Count));
    row.push(Cell::share(table.correlation()));
    row.push(Cell::share(pairs.variance_ratio(&games)));
    row.extend(with_ends(white(counts).score()).map(Cell::share));
    row
}

fn with_ends(estimate: Option<Estimate>) -> [Option<f64>; 3] {
    [estimate.map(|e| e.value), estimate.map(|e| e.interval.low), estimate.map(|e| e.interval.high)]
}

fn course(counts: &PairingTally) -> [Cell; 4] {
    let games: u64 = counts.rounds.iter().sum();
    let rounds: u64 = (0..).zip(&counts.rounds).map(|(rounds, games): (u64, &u64)| rounds * games).sum();
    let tiebreaks: u64 = counts.endings[1..].iter().flatten().flatten().sum();
    [
        Cell::share(share(rounds, games)),
        Cell::Number(median(&counts.rounds), 1),
        Cell::Count(tiebreaks),
        Cell::share(share(tiebreaks, games)),
    ]
}

/// The middle of the games by length; between two middle ones, half-way.
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
