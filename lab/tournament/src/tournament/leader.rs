//! The leading agent of a run in progress.

use overhear_engine::arena::Tally;
use overhear_stats::ConfidenceSequence;

use super::plan::Plan;
use super::score::{by_score, score};
use crate::table::fixed;

/// Probability that the interval of the leader's score fails at any look.
const ALPHA: f64 = 0.05;

/// Returns the best score so far with an interval that is valid at any time (S7); empty after few deals.
pub(super) fn leader(plan: &Plan, tally: &Tally) -> String {
    let better = |&a: &usize, &b: &usize| by_score(&tally.agents[a], &tally.agents[b]);
    let leader = (0..plan.lineup.players.len()).rev().max_by(better);
    let sequence = ConfidenceSequence::new(plan.lineup.schedule.deals(), ALPHA);
    let told = leader.zip(sequence).and_then(|(agent, sequence)| {
        let score = score(agent, tally)?;
        let interval = sequence.interval(tally.deals, &score)?;
        let [low, high] = [interval.low, interval.high].map(|end| fixed(end.clamp(0.0, 1.0), 3));
        Some(format!("{} leads, {} [{low}, {high}]", plan.lineup.labels()[agent], fixed(score.value, 3)))
    });
    told.unwrap_or_default()
}
