//! Score of an agent: two half-points for a victory, one for a shared victory.

use overhear_engine::arena::{AgentTally, Tally};
use overhear_stats::{BoundedSample, Estimate};

use super::sequential::SequentialTest;
use super::verdict::unbiased;

/// Returns an agent's half-points.
pub fn half_points(agent: &AgentTally) -> u64 {
    2 * agent.wins + agent.shared
}

/// Compares the scores of two agents, as shares of their games.
pub(super) fn by_score(one: &AgentTally, other: &AgentTally) -> std::cmp::Ordering {
    let share = |own: &AgentTally, of: &AgentTally| u128::from(half_points(own)) * u128::from(of.games);
    share(one, other).cmp(&share(other, one))
}

/// Returns an agent's score with its interval, treating deals as independent.
pub fn score(agent: usize, tally: &Tally) -> Option<Estimate> {
    let sample = BoundedSample::of_counts(tally.deal_scores.get(agent)?);
    sample.map(|sample| sample.estimate())
}

/// Returns an agent's score; after a sequential test, with the interval corrected for the stopping.
pub(crate) fn score_of(agent: usize, tally: &Tally, test: Option<&SequentialTest>) -> Option<Estimate> {
    let found = score(agent, tally)?;
    let Some(corrected) = test.and_then(unbiased) else { return Some(found) };
    let of_first = corrected.score_interval;
    let interval = if agent == 0 { of_first } else { of_first.map(|end| 1.0 - end) };
    Some(Estimate { interval, ..found })
}
