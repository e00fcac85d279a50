//! Score of an agent: two half-points for a victory, one for a shared victory. Also the agent that leads in a run in
//! progress.

use overhear_engine::arena::{AgentTally, Tally};
use overhear_stats::{BoundedSample, ConfidenceSequence, Estimate};

use super::plan::Plan;
use super::sequential::{SequentialTest, unbiased};
use crate::table::fixed;

/// Probability that the interval of the leader's score fails at any look.
const ALPHA: f64 = 0.05;

/// Returns `part / whole`; `None` for a whole of 0.
pub fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Returns an agent's half-points.
pub fn half_points(agent: &AgentTally) -> u64 {
    2 * agent.wins + agent.shared
}

/// Compares the scores of two agents, as shares of their games.
pub(super) fn by_score(one: &AgentTally, other: &AgentTally) -> std::cmp::Ordering {
    let [one_points, other_points] = [one, other].map(|agent| u128::from(half_points(agent)));
    // Shares are compared without division: a / m against b / n is a · n against b · m.
    (one_points * u128::from(other.games)).cmp(&(other_points * u128::from(one.games)))
}

/// Returns an agent's score with its interval, treating deals as independent.
pub fn score(agent: usize, tally: &Tally) -> Option<Estimate> {
    let sample = BoundedSample::of_counts(tally.deal_scores.get(agent)?);
    sample.map(|sample| sample.estimate())
}

/// Returns an agent's score; after a sequential test, with the interval corrected for the stopping.
pub(crate) fn score_of(agent: usize, tally: &Tally, test: Option<&SequentialTest>) -> Option<Estimate> {
    let estimate = score(agent, tally)?;
    let Some(corrected) = test.and_then(unbiased) else { return Some(estimate) };
    let of_first = corrected.score_interval;
    let interval = if agent == 0 { of_first } else { of_first.map(|end| 1.0 - end) };
    Some(Estimate { interval, ..estimate })
}

/// Returns the best score so far with an interval that is valid at any time (S7); empty after few deals.
pub(super) fn leader(plan: &Plan, tally: &Tally) -> String {
    leader_line(plan, tally).unwrap_or_default()
}

fn leader_line(plan: &Plan, tally: &Tally) -> Option<String> {
    let agents = (0..plan.lineup.players.len()).rev();
    let leader = agents.max_by(|&a, &b| by_score(&tally.agents[a], &tally.agents[b]))?;
    let sequence = ConfidenceSequence::new(plan.lineup.schedule.deals(), ALPHA)?;
    let score = score(leader, tally)?;
    let interval = sequence.interval(tally.deals, &score)?;
    let [low, high] = [interval.low, interval.high].map(|end| fixed(end.clamp(0.0, 1.0), 3));
    Some(format!("{} leads, {} [{low}, {high}]", plan.lineup.labels()[leader], fixed(score.value, 3)))
}
