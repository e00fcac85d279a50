//! Reports on agents with faults, and the error of a run with too many of them.

use overhear_engine::arena::{Fault, Tally};

use super::plan::Plan;
use super::share::share;
use crate::error::{ErrorKind, LabError};
use crate::mention::mention;
use crate::run_games::what_happened;
use crate::table::grouped;

/// Returns the error of a run that ends at its first fault.
pub(super) fn abort(label: &str, fault: &Fault) -> LabError {
    let message = format_args!("`{label}` {}", what_happened(fault));
    LabError::setting(("on-fault", "abort"), message).of_kind(ErrorKind::Faults)
}

/// Returns the sentence about void deals: the numbers of a result leave them out. `None` if there are none.
pub(crate) fn void_sentence(played: u64, void: u64) -> Option<String> {
    let all = grouped(played.saturating_add(void));
    (void > 0).then(|| {
        format!("{} of {all} deals are void because of faults; no number counts them.", grouped(void))
    })
}

/// Returns a line for each agent with faults, with its first fault where known.
pub(super) fn lines(plan: &Plan, tally: &Tally, first_faults: &[Option<Fault>]) -> Vec<String> {
    let broken = tally.agents.iter().zip(first_faults).zip(plan.lineup.labels());
    let broken = broken.filter(|((agent, _), _)| agent.faults > 0);
    let line = |((agent, first), label): ((_, &Option<Fault>), &str)| {
        let agent: &overhear_engine::arena::AgentTally = agent;
        let first = first
            .as_ref()
            .map_or(String::new(), |fault| format!(", first in game {}: {}", fault.game.0, fault.message));
        let (broken, late) = (grouped(agent.faults - agent.late_answers), grouped(agent.late_answers));
        match (agent.faults - agent.late_answers, agent.late_answers) {
            (_, 0) => format!("`{label}` broke down in {broken} games{first}"),
            (0, _) => format!("`{label}` answered too late in {late} games{first}"),
            _ => format!("`{label}` broke down in {broken} games and answered too late in {late}{first}"),
        }
    };
    broken.map(line).collect()
}

/// Returns an error if the share of games with a fault exceeds `most`.
pub(super) fn too_many(plan: &Plan, tally: &Tally, most: f64) -> Result<(), LabError> {
    let faults: u64 = tally.agents.iter().map(|agent| agent.faults).sum();
    let games = (tally.deals + tally.void_deals) * plan.lineup.schedule.games_of_a_deal();
    match share(faults, games) {
        Some(rate) if rate > most => Err(LabError::faults(format_args!(
            "{} faults in {} games are more than {}",
            grouped(faults),
            grouped(games),
            mention(("max-fault-rate", most))
        ))),
        _ => Ok(()),
    }
}
