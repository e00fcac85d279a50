//! Playing of a league's games, and of those in which the best guesser against each member is found.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{Arena, GameNumber, OnFault, Recorder, Schedule, Tally};
use overhear_engine::game::{Agent, Game, Seed};
use overhear_engine::rules::BySide;

use super::plan::LeaguePlan;
use crate::error::LabError;
use crate::exploitability::{Exploitability, exploitability};
use crate::measurement::StepLog;
use crate::run_control::RunControl;
use crate::run_games;
use crate::table::counted;

/// A schedule and the counts of its games.
#[derive(Debug)]
pub(super) struct LeagueGames {
    /// The schedule.
    pub(super) schedule: Schedule,
    /// The counts.
    pub(super) tally: Tally,
}

impl LeagueGames {
    /// Returns the number of games played.
    pub(super) fn games(&self) -> u64 {
        self.schedule.games_of_a_deal() * self.tally.deals
    }
}

/// A [`Recorder`] that counts games for the progress display.
struct LeagueRecorder<'a> {
    done: &'a AtomicU64,
}

impl Recorder for LeagueRecorder<'_> {
    type Output = ();

    fn game(&self, _: GameNumber, _: BySide<usize>, _: &Game, (): &mut ()) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn on_fault(&self) -> OnFault {
        OnFault::Forfeit
    }
}

/// Plays members against members, then members against cheaters, on the same deals. After a stop it returns
/// the games played so far.
pub(super) fn play(
    plan: &LeaguePlan,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<[LeagueGames; 2], LabError> {
    let agents =
        plan.players.iter().map(|player| player.build(&plan.words)).collect::<Result<Vec<_>, _>>()?;
    plan.words.world.forget_unused();
    let counter = watch.count(0, plan.games());
    let recorder = LeagueRecorder { done: counter.done() };
    let [members, cheaters] =
        plan.schedules().map(|schedule| play_schedule(plan, &agents, schedule, (&recorder, watch), log));
    let played = [members?, cheaters?];
    drop(counter);
    played.iter().try_for_each(|played| check_tally(plan, &played.tally))?;
    Ok(played)
}

fn play_schedule(
    plan: &LeaguePlan,
    agents: &[Box<dyn Agent>],
    schedule: Schedule,
    (recorder, watch): (&LeagueRecorder<'_>, &RunControl),
    log: &mut StepLog,
) -> Result<LeagueGames, LabError> {
    let (setup, agents) = (plan.words.world.setup(&plan.rules.switches)?, &agents[..schedule.agents()]);
    let arena = Arena::new(setup, agents, schedule.clone(), Seed(plan.seed))?;
    let (tally, _) = log.long_step(|before, keep| {
        let mut tally = before.unwrap_or_else(|| Tally::new(&schedule));
        let mut stored = Ok(());
        recorder.done.fetch_add(schedule.games_of_a_deal() * tally.deals, Ordering::Relaxed);
        if schedule.games() > 0 {
            run_games::play(&arena, tally.deals..schedule.deals(), recorder, watch, |block| {
                tally.merge(&block.tally);
                stored = keep(&tally);
                if stored.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        }
        stored?;
        // Without a cheater the second schedule has deals, but no games.
        let is_finished = schedule.games() == 0 || tally.deals >= schedule.deals();
        Ok((tally, is_finished))
    })?;
    Ok(LeagueGames { schedule, tally })
}

/// Returns an error if an agent had faults: its table would not show how it plays.
fn check_tally(plan: &LeaguePlan, tally: &Tally) -> Result<(), LabError> {
    let mut players = plan.players.iter().zip(&tally.agents);
    match players.find(|(_, agent)| agent.faults > 0) {
        Some((player, agent)) => {
            let (label, games) = (&player.spec.label, counted(agent.faults, "game"));
            Err(LabError::faults(format_args!("`{label}` broke down in {games}; nothing was written")))
        }
        None => Ok(()),
    }
}

/// Returns the best guesser against each member; `None` if stopped.
pub(super) fn best_guessers(
    plan: &LeaguePlan,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<Option<Vec<Exploitability>>, LabError> {
    let games = plan.exploit_games;
    let (world, seed, rules) = (&plan.words.world, Seed(plan.seed), plan.all_rounds());
    let counter = watch.count(0, games * plan.members as u64);
    let mut guessers = Vec::new();
    for member in &plan.players[..plan.members] {
        let best = log.step((counter.done(), games), || {
            let giver = member.build(&plan.words)?;
            exploitability(world, rules, seed, &*giver, games, (watch, counter.done()))
        })?;
        let Some(best) = best else { return Ok(None) };
        guessers.push(best);
    }
    Ok(Some(guessers))
}
