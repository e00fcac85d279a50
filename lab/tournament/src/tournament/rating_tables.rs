//! covariance.csv and expected.csv: joint uncertainty of the ratings, and expected scores of any two agents.

use std::collections::HashMap;

use overhear_engine::arena::Schedule;
use overhear_engine::arena::Tally;
use overhear_stats::{Anchor, Estimate};

use super::pair_counts::pair_table;
use super::rating_gap::RatingGap;
use super::ratings::Ratings;
use crate::table::{Cell, Frame, NamedRow};

/// Returns the covariance of the ratings: a row for each two agents, and for each agent with itself. A cell
/// is empty if the games alone do not determine both ratings beside each other.
pub(super) fn covariance(labels: &[&str], ratings: &Ratings) -> Frame {
    let mut frame = Frame::new("covariance.csv");
    let (errors, basis) = ratings.errors();
    let matrix = errors.ratings(Anchor::Mean);
    for (a, name) in labels.iter().enumerate() {
        for (b, other) in labels.iter().enumerate() {
            let number = Some(matrix[[a, b]]).filter(|_| ratings.is_exact(a, b));
            NamedRow::new(&mut frame)
                .put("agent_a", Cell::text(*name))
                .put("agent_b", Cell::text(*other))
                .put("covariance", Cell::share(number))
                .put("error_basis", Cell::text(basis))
                .end();
        }
    }
    frame
}

/// Returns the expected scores of every two agents in either order, beside the scores in games; and the pairing in which they differ most,
/// seen from the agent that scores more than expected.
pub(super) fn expected(
    labels: &[&str],
    schedule: &Schedule,
    tally: &Tally,
    ratings: &Ratings,
) -> (Frame, Option<RatingGap>) {
    let mut largest: Option<RatingGap> = None;
    let mut frame = Frame::new("expected.csv");
    let pairings = schedule.pairings().iter().enumerate();
    let meetings: HashMap<[usize; 2], usize> = pairings
        .map(|(place, pairing)| ([pairing.a.min(pairing.b), pairing.a.max(pairing.b)], place))
        .collect();
    for (a, name) in labels.iter().enumerate() {
        for (b, other) in labels.iter().enumerate().filter(|(b, _)| *b != a) {
            let (games, score) = met(&meetings, schedule, tally, [a, b]);
            let expected = ratings.expected(a, b);
            let ends = expected.map(|found| found.interval).filter(|_| ratings.is_exact(a, b));
            if let (Some(score), Some(expected)) = (score, expected) {
                let [score, expected] = [score.value, expected.value];
                let gap =
                    RatingGap { agent: (*name).to_owned(), opponent: (*other).to_owned(), score, expected };
                let is_larger = largest.as_ref().is_none_or(|largest| gap.size() > largest.size());
                if gap.is_visible() && score >= expected && is_larger {
                    largest = Some(gap);
                }
            }
            NamedRow::new(&mut frame)
                .put("agent_a", Cell::text(*name))
                .put("agent_b", Cell::text(*other))
                .put("expected_score", Cell::share(expected.map(|found| found.value)))
                .put_ends("expected_score", ends, Cell::share)
                .put("games", Cell::Count(games))
                .put("a_score", Cell::share(score.map(|found| found.value)))
                .put_ends("a_score", score.map(|found| found.interval), Cell::share)
                .put("rating_basis", Cell::text(ratings.basis_between(a, b).name()))
                .end();
        }
    }
    (frame, largest)
}

/// Returns the number of games of two agents and the first agent's score. `meetings` has the index of the
/// pairing of two agents.
fn met(
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
