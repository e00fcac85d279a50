//! Playing of a league's games.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{Arena, GameNumber, OnFault, Recorder, Schedule, Tally};
use overhear_engine::game::{Agent, Game, Seed};
use overhear_engine::rules::BySide;

use super::lineup::Lineup;
use crate::error::LabError;
use crate::run_control::{RunControl, StopHandle};
use crate::run_games;
use crate::table::grouped;

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
    stop: &'a StopHandle,
}

impl Recorder for LeagueRecorder<'_> {
    type Rows = ();

    fn game(&self, _: GameNumber, _: BySide<usize>, _: &Game, (): &mut ()) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.stop.is_asked()
    }

    fn on_fault(&self) -> OnFault {
        OnFault::Forfeit
    }
}

/// Plays members against members, then members against cheaters, on the same deals. After a stop it returns
/// the games played so far.
pub(super) fn play(lineup: &Lineup, watch: &RunControl) -> Result<[LeagueGames; 2], LabError> {
    let agents =
        lineup.players.iter().map(|player| player.build(&lineup.words)).collect::<Result<Vec<_>, _>>()?;
    lineup.words.world.forget_unused();
    let counter = watch.count(0, lineup.games());
    let witness = LeagueRecorder { done: counter.done(), stop: &watch.stop };
    let [members, cheaters] =
        lineup.schedules().map(|schedule| play_member(lineup, &agents, schedule, &witness));
    let played = [members?, cheaters?];
    drop(counter);
    played.iter().try_for_each(|played| check_tally(lineup, &played.tally))?;
    Ok(played)
}

fn play_member(
    lineup: &Lineup,
    agents: &[Box<dyn Agent>],
    schedule: Schedule,
    witness: &LeagueRecorder<'_>,
) -> Result<LeagueGames, LabError> {
    let mut tally = Tally::new(&schedule);
    let (table, agents) = (lineup.words.world.table(&lineup.rules.switches)?, &agents[..schedule.agents()]);
    let arena = Arena::new(table, agents, schedule.clone(), Seed(lineup.seed))?;
    if schedule.games() > 0 {
        run_games::play(&arena, 0..schedule.deals(), witness, |block| {
            tally.merge(&block.tally);
            ControlFlow::Continue(())
        })?;
    }
    Ok(LeagueGames { schedule, tally })
}

/// Returns an error if an agent had faults: its table would not show how it plays.
fn check_tally(lineup: &Lineup, tally: &Tally) -> Result<(), LabError> {
    let mut players = lineup.players.iter().zip(&tally.agents);
    match players.find(|(_, agent)| agent.faults > 0) {
        Some((player, agent)) => {
            let (label, games) = (&player.spec.label, grouped(agent.faults));
            Err(LabError::faults(format_args!("`{label}` broke down in {games} games; nothing was written")))
        }
        None => Ok(()),
    }
}
