//! What an agent scores: two half-points for a victory, one for a shared one.

use overhear_engine::arena::{AgentTally, Tally};
use overhear_stats::{BoundedSample, Estimate};

use super::sequential::SequentialTest;
use super::verdict::unbiased;

/// An agent's half-points.
pub(super) fn half_points(agent: &AgentTally) -> u64 {
    2 * agent.wins + agent.shared
}

/// Which of two agents has the better score, however many games each has played.
pub(super) fn by_score(one: &AgentTally, other: &AgentTally) -> std::cmp::Ordering {
    let share = |own: &AgentTally, of: &AgentTally| u128::from(half_points(own)) * u128::from(of.games);
    share(one, other).cmp(&share(other, one))
}

/// The score with its interval, deals being what is independent.
pub(crate) fn score(agent: usize, tally: &Tally) -> Option<Estimate> {
    let sample = BoundedSample::of_counts(tally.deal_scores.get(agent)?);
    sample.map(|sample| sample.estimate())
}

/// The same; after a sequential test with the interval that allows for where it stopped.
pub(super) fn score_of(agent: usize, tally: &Tally, test: Option<&SequentialTest>) -> Option<Estimate> {
    let found = score(agent, tally)?;
    let Some(corrected) = test.and_then(unbiased) else { return Some(found) };
    let of_first = corrected.score_interval;
    let interval = if agent == 0 { of_first } else { of_first.map(|end| 1.0 - end) };
    Some(Estimate { interval, ..found })
}
