//! covariance.csv and expected.csv: joint uncertainty of the ratings, and expected scores of any two agents.

use std::collections::HashMap;

use overhear_engine::arena::Schedule;
use overhear_engine::arena::Tally;
use overhear_stats::{Anchor, Estimate};

use super::pair_counts::pair_table;
use super::rating_gap::RatingGap;
use super::ratings::{RatingErrors, RatingEvidence, Ratings};
use crate::table::{Frame, MeasuredValue, TableRow};

/// A row of covariance.csv.
#[derive(TableRow)]
#[table("covariance.csv")]
struct CovarianceRow<'a> {
    agent_a: &'a str,
    agent_b: &'a str,
    covariance: Option<f64>,
    /// What was taken for independent: deals or games.
    error_basis: &'static str,
}

/// Returns the covariance of the ratings: a row for each two agents, and for each agent with itself. A cell
/// is empty if the games alone do not determine both ratings beside each other.
pub(super) fn covariance(labels: &[&str], ratings: &Ratings) -> Frame {
    let mut rows = Vec::new();
    let RatingErrors { covariance, unit } = ratings.errors();
    let matrix = covariance.ratings(Anchor::Mean);
    for (a, agent_a) in labels.iter().enumerate() {
        for (b, agent_b) in labels.iter().enumerate() {
            let covariance = Some(matrix[[a, b]]).filter(|_| ratings.is_exact(a, b));
            rows.push(CovarianceRow { agent_a, agent_b, covariance, error_basis: unit });
        }
    }
    CovarianceRow::frame(&rows)
}

/// A row of expected.csv: what the ratings expect of an agent against another, and what it scored.
#[derive(TableRow)]
#[table("expected.csv")]
struct ExpectedRow<'a> {
    agent_a: &'a str,
    agent_b: &'a str,
    expected_score: Option<MeasuredValue>,
    games: u64,
    a_score: Option<MeasuredValue>,
    rating_basis: RatingEvidence,
}

/// The scores that the ratings expect, beside those in games.
pub(super) struct ExpectedScores {
    /// expected.csv.
    pub(super) table: Frame,
    /// The pairing in which they differ most, seen from the agent that scores more than expected.
    pub(super) largest_gap: Option<RatingGap>,
}

/// Returns the expected scores of every two agents in either order, beside the scores in games.
pub(super) fn expected(
    labels: &[&str],
    schedule: &Schedule,
    tally: &Tally,
    ratings: &Ratings,
) -> ExpectedScores {
    // A pairing is found from either side: the lower index of its agents stands first.
    let pairings = schedule.pairings().iter().enumerate();
    let meetings: HashMap<[usize; 2], usize> = pairings
        .map(|(place, pairing)| ([pairing.a.min(pairing.b), pairing.a.max(pairing.b)], place))
        .collect();
    let mut rows = Vec::new();
    for (a, agent_a) in labels.iter().enumerate() {
        for (b, agent_b) in labels.iter().enumerate().filter(|(b, _)| *b != a) {
            let (games, score) = games_and_score(&meetings, schedule, tally, [a, b]);
            rows.push(ExpectedRow {
                agent_a,
                agent_b,
                expected_score: ratings.expected(a, b).map(|expected| MeasuredValue {
                    value: expected.value,
                    interval: ratings.expected_interval(a, b, &expected),
                }),
                games,
                a_score: score.map(MeasuredValue::from),
                rating_basis: ratings.basis_between(a, b),
            });
        }
    }
    let gaps = rows.iter().filter_map(ExpectedRow::gap);
    let largest = gaps.reduce(|one, other| if other.size() > one.size() { other } else { one });
    ExpectedScores { table: ExpectedRow::frame(&rows), largest_gap: largest }
}

impl ExpectedRow<'_> {
    /// Returns how much more than expected the agent scores; `None` if that is not to be seen.
    fn gap(&self) -> Option<RatingGap> {
        let [score, expected] = [self.a_score?.value, self.expected_score?.value];
        let (agent, opponent) = (self.agent_a.to_owned(), self.agent_b.to_owned());
        Some(RatingGap { agent, opponent, score, expected })
            .filter(|gap| gap.is_visible() && score >= expected)
    }
}

/// Returns the number of games of two agents and the first agent's score. `meetings` has the index of the
/// pairing of two agents.
fn games_and_score(
    meetings: &HashMap<[usize; 2], usize>,
    schedule: &Schedule,
    tally: &Tally,
    [a, b]: [usize; 2],
) -> (u64, Option<Estimate>) {
    let Some(&place) = meetings.get(&[a.min(b), a.max(b)]) else { return (0, None) };
    let (pairing, counts) = (schedule.pairings()[place], &tally.pairings[place]);
    let pairs = pair_table(counts).pentanomial();
    let pairs = if pairing.a == a { pairs } else { pairs.reversed() };
    (2 * pairs.pairs(), pairs.score())
}
