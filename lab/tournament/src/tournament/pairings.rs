//! pairings.csv: a row for each pairing.

use overhear_engine::arena::{PairingTally, Tally};
use overhear_engine::rules::Rules;
use overhear_stats::{EloModel, Interval, SequentialEstimate, elo_of_score};

use super::pair_counts::{pair_table, white};
use super::plan::Plan;
use super::roles::{self, PairingRoleScores};
use super::score::share;
use super::sequential::{SequentialTest, TestVerdict, unbiased};
use super::verdict::stopped;
use crate::table::{ELO_DECIMALS, MeasuredValue, TableRow};

/// A row of pairings.csv: the games of two agents. Intervals are of 95 %; those of a run that a sequential test ended are
/// corrected for the stopping, as [`stopped`](PairingRow::stopped) says.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("pairings.csv")]
pub struct PairingRow {
    /// Label of the agent that is White in the first game of a pair.
    pub agent_a: String,
    /// Label of the other one.
    pub agent_b: String,
    /// Number of games.
    pub games: u64,
    /// Pairs of games, both on one deal with the seats exchanged.
    pub pairs: u64,
    /// Games that the first agent won.
    pub a_wins: u64,
    /// Games that the second agent won.
    pub b_wins: u64,
    /// Games whose victory was shared.
    pub shared: u64,
    /// The first agent's share of the points; `None` without games.
    pub a_score: Option<MeasuredValue>,
    /// The score as an Elo difference, infinite after a clean sweep; so is an end of the interval that is open.
    #[column(decimals = ELO_DECIMALS)]
    pub elo: Option<MeasuredValue>,
    /// Normalised Elo difference; `None` if all pairs are exact ties.
    #[column(decimals = ELO_DECIMALS)]
    pub nelo: Option<MeasuredValue>,
    /// One less the one-sided p-value of “the first agent is not stronger”.
    pub los: Option<f64>,
    /// Pairs in which the first agent scored 0, ½, 1, 1½ and 2.
    pub ptnml: [u64; 5],
    /// Correlation of the two games of a pair.
    pub pair_correlation: Option<f64>,
    /// Variance of two independent games over that of a pair.
    pub variance_ratio: Option<f64>,
    /// White's share of the points.
    pub white_score: Option<MeasuredValue>,
    /// Mean length of the games in rounds.
    pub mean_rounds: Option<f64>,
    /// Median length of the games in rounds.
    #[column(decimals = 1)]
    pub median_rounds: Option<f64>,
    /// Games that came to the tiebreaker.
    pub tiebreaks: u64,
    /// Their share of the games.
    pub tiebreak_rate: Option<f64>,
    /// The hypothesis that a sequential test accepted when it ended the run; `None` if all games were played. The intervals of
    /// score and Elo allow for it, that of the normalised Elo if the test is in its points; the others do not.
    pub stopped: Option<TestVerdict>,
    /// Median-unbiased estimate of the first agent's score; `None` without a sequential test.
    pub a_score_unbiased: Option<f64>,
    /// The same as an Elo difference.
    #[column(decimals = ELO_DECIMALS)]
    pub elo_unbiased: Option<f64>,
    /// Scores of the first agent by role; `None` if two teams play.
    #[column(group)]
    pub roles: Option<PairingRoleScores>,
}

impl PairingRow {
    /// Returns the first agent's score, corrected if a sequential test ended the run; `None` without games.
    pub fn corrected_score(&self) -> Option<MeasuredValue> {
        let score = self.a_score?;
        Some(MeasuredValue { value: self.a_score_unbiased.unwrap_or(score.value), ..score })
    }
}

/// Returns a row for each pairing in schedule order.
pub(super) fn rows(plan: &Plan, tally: &Tally, test: Option<&SequentialTest>) -> Vec<PairingRow> {
    let (labels, rules) = (plan.lineup.labels(), &plan.rules.switches);
    let pairings = plan.lineup.schedule.pairings().iter().zip(&tally.pairings);
    pairings
        .map(|(pairing, counts)| row([labels[pairing.a], labels[pairing.b]], rules, counts, test))
        .collect()
}

fn row(
    [agent_a, agent_b]: [&str; 2],
    rules: &Rules,
    counts: &PairingTally,
    test: Option<&SequentialTest>,
) -> PairingRow {
    let corrected = test.and_then(unbiased);
    let table = pair_table(counts);
    let (pairs, games) = (table.pentanomial(), table.games());
    let (finished, rounds, tiebreaks) = (counts.rounds.iter().sum(), rounds(counts), tiebreaks(counts));
    PairingRow {
        agent_a: agent_a.to_owned(),
        agent_b: agent_b.to_owned(),
        games: games.games(),
        pairs: pairs.pairs(),
        a_wins: games.wins,
        b_wins: games.losses,
        shared: games.ties,
        a_score: pairs.score().map(|score| MeasuredValue {
            value: score.value,
            interval: Some(corrected.map_or(score.interval, |corrected| corrected.score_interval)),
        }),
        elo: pairs.elo().map(|elo| MeasuredValue {
            value: elo.value,
            interval: Some(
                corrected.map_or(elo.interval, |corrected| corrected.score_interval.map(elo_of_score)),
            ),
        }),
        nelo: pairs.normalized_elo().map(|nelo| MeasuredValue {
            value: nelo.value,
            interval: Some(normalized_interval(nelo.interval, test, corrected)),
        }),
        los: pairs.los(),
        ptnml: pairs.counts(),
        pair_correlation: table.correlation(),
        variance_ratio: pairs.variance_ratio(&games),
        white_score: white(counts).score().map(MeasuredValue::from),
        mean_rounds: share(rounds, finished),
        median_rounds: median(&counts.rounds),
        tiebreaks,
        tiebreak_rate: share(tiebreaks, finished),
        stopped: stopped(test),
        a_score_unbiased: corrected.map(|corrected| corrected.score),
        elo_unbiased: corrected.map(|corrected| elo_of_score(corrected.score)),
        roles: roles::of_pairing(rules, counts),
    }
}

/// Returns the interval of the normalised Elo difference, corrected if the test is in its points.
fn normalized_interval(
    plain: Interval,
    test: Option<&SequentialTest>,
    corrected: Option<SequentialEstimate>,
) -> Interval {
    let is_normalized = test.is_some_and(|test| test.setting.model == EloModel::Normalized);
    corrected.filter(|_| is_normalized).map_or(plain, |corrected| corrected.elo_interval)
}

/// Returns the sum of the games' lengths in rounds.
fn rounds(counts: &PairingTally) -> u64 {
    (0..).zip(&counts.rounds).map(|(rounds, games): (u64, &u64)| rounds * games).sum()
}

/// Returns the number of games that came to the tiebreaker.
fn tiebreaks(counts: &PairingTally) -> u64 {
    counts.endings[1..].iter().flatten().flatten().sum()
}

/// Returns the median length of the games; with two middle games, their mean.
fn median(games_by_rounds: &[u64]) -> Option<f64> {
    let games: u64 = games_by_rounds.iter().sum();
    let low = nth_length(games_by_rounds, games.checked_sub(1)? / 2)?;
    let high = nth_length(games_by_rounds, games / 2)?;
    Some((low + high) as f64 / 2.0)
}

/// Returns the length of the `n`th game, from 0, in the order of their lengths.
fn nth_length(games_by_rounds: &[u64], n: u64) -> Option<usize> {
    let mut passed = 0;
    games_by_rounds.iter().position(|games| {
        passed += games;
        passed > n
    })
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
