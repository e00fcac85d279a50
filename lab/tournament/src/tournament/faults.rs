//! Reports on agents with faults, and the error of a run with too many of them.

use overhear_engine::arena::{AgentTally, Fault, Tally};

use super::plan::Plan;
use super::score::share;
use crate::error::{ErrorKind, LabError};
use crate::message::Message;
use crate::run_games::what_happened;
use crate::table::{counted, grouped, is_are};

/// Returns the error of a run that ends at its first fault.
pub(super) fn abort(label: &str, fault: &Fault) -> LabError {
    let message = format_args!("`{label}` {}", what_happened(fault));
    LabError::setting(("on-fault", "abort"), message).of_kind(ErrorKind::Faults)
}

/// Returns the sentence about void deals: the numbers of a result leave them out. `None` if there are none.
pub fn void_sentence(played: u64, void: u64) -> Option<String> {
    let all = counted(played.saturating_add(void), "deal");
    (void > 0).then(|| {
        format!("{} of {all} {} void because of faults; no number counts them.", grouped(void), is_are(void))
    })
}

/// Checks that void deals leave a deal to count.
///
/// # Errors
/// Returns an error that names the agents at fault.
pub(super) fn check_counted(
    plan: &Plan,
    tally: &Tally,
    first_faults: &[Option<Fault>],
) -> Result<(), LabError> {
    if tally.deals > 0 || tally.void_deals == 0 {
        return Ok(());
    }
    let (all, who) = (counted(tally.void_deals, "deal"), lines(plan, tally, first_faults).join("; "));
    let message = format_args!("every deal is void, so there is nothing to count ({all}): {who}");
    Err(LabError::setting(("on-fault", "void"), message).of_kind(ErrorKind::Faults))
}

/// Returns a line for each agent with faults, with its first fault where known.
pub(super) fn lines(plan: &Plan, tally: &Tally, first_faults: &[Option<Fault>]) -> Vec<String> {
    let broken = tally.agents.iter().zip(first_faults).zip(plan.lineup.labels());
    let broken = broken.filter(|((agent, _), _)| agent.faults > 0);
    broken.map(|((agent, first), label)| line(label, agent, first.as_ref())).collect()
}

/// Returns the line of an agent with faults.
fn line(label: &str, agent: &AgentTally, first: Option<&Fault>) -> String {
    let first =
        first.map_or(String::new(), |fault| format!(", first in game {}: {}", fault.game.0, fault.message));
    let faults = [agent.faults - agent.late_answers, agent.late_answers];
    let [broken, late] = faults.map(|games| counted(games, "game"));
    match faults {
        [_, 0] => format!("`{label}` broke down in {broken}{first}"),
        [0, _] => format!("`{label}` answered too late in {late}{first}"),
        _ => format!("`{label}` broke down in {broken} and answered too late in {late}{first}"),
    }
}

/// Returns an error if the share of games with a fault exceeds `most`.
pub(super) fn too_many(plan: &Plan, tally: &Tally, most: f64) -> Result<(), LabError> {
    let faults: u64 = tally.agents.iter().map(|agent| agent.faults).sum();
    let games = (tally.deals + tally.void_deals) * plan.lineup.schedule.games_of_a_deal();
    match share(faults, games) {
        Some(rate) if rate > most => {
            let (faults, games) = (counted(faults, "fault"), counted(games, "game"));
            let message = Message::new(format_args!("{faults} in {games}, more than "));
            Err(LabError::faults(message.setting(("max-fault-rate", most))))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::arena::GameNumber;

    use super::*;
    use crate::setup::PlayersConfig;
    use crate::tournament::Tournament;
    use crate::{RunControl, TournamentConfig};

    #[test]
    fn faults_are_told_by_agent_and_their_share_is_of_all_games() {
        let players = PlayersConfig::from_specs(["margin", "nearest", "human", "random"]);
        let config =
            TournamentConfig { pairs: Some(4), seed: Some(1), players, ..TournamentConfig::default() };
        let run = Tournament::begin(config, &RunControl::default()).expect("a plan");
        let plan = run.plan();
        let mut tally = Tally::new(&plan.lineup.schedule);
        for (agent, [faults, late]) in tally.agents.iter_mut().zip([[2, 0], [1, 1], [6, 4], [0, 0]]) {
            (agent.faults, agent.late_answers) = (faults, late);
        }
        let first = Fault { game: GameNumber(7), agent: 0, late: false, message: "it hung".to_owned() };
        let report = lines(plan, &tally, &[Some(first), None, None, None]);
        assert_eq!(
            report,
            [
                "`margin` broke down in 2 games, first in game 7: it hung",
                "`nearest` answered too late in 1 game",
                "`human` broke down in 2 games and answered too late in 4 games",
            ]
        );
        let counted = |deals, void_deals| {
            let tally = Tally { deals, void_deals, ..tally.clone() };
            (check_counted(plan, &tally, &[None, None, None, None]), tally)
        };
        assert!(counted(0, 0).0.is_ok() && counted(1, 3).0.is_ok());
        let refused = counted(0, 3).0.expect_err("nothing counts").to_string();
        assert!(refused.contains("nothing to count (3 deals): `margin` broke down"), "{refused}");
        // Six pairings of two games: 3 deals and a void one are 48 games, and 9 of them have a fault.
        let (_, tally) = counted(3, 1);
        assert!(too_many(plan, &tally, 9.0 / 48.0).is_ok());
        let refused = too_many(plan, &tally, 0.18).expect_err("it is more").to_string();
        assert!(refused.contains("9 faults in 48 games, more than"), "{refused}");
    }
}
