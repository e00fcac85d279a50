//! The games of the league.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{Arena, GameNumber, OnFault, Recorder, Schedule, Tally};
use overhear_engine::rules::BySide;
use overhear_engine::table::{Agent, Game, Seed};

use super::lineup::Lineup;
use crate::error::LabError;
use crate::playing;
use crate::table::grouped;
use crate::watch::{Stop, Watch};

/// What was played, and what was counted.
#[derive(Debug)]
pub(super) struct Played {
    /// Who met whom.
    pub(super) schedule: Schedule,
    /// The counts.
    pub(super) tally: Tally,
}

impl Played {
    /// How many games were played.
    pub(super) fn games(&self) -> u64 {
        self.schedule.games_of_a_deal() * self.tally.deals
    }
}

/// Counts games for the display of progress.
struct Witness<'a> {
    done: &'a AtomicU64,
    stop: &'a Stop,
}

impl Recorder for Witness<'_> {
    type Page = ();

    fn game(&self, _: GameNumber, _: BySide<usize>, _: &Game, (): &mut ()) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.stop.is_asked()
    }

    fn on_fault(&self) -> OnFault {
        OnFault::Forfeit
    }
}

/// Plays members against members, then members against cheaters, on the same deals; after a stop what was played until
/// then.
pub(super) fn play(lineup: &Lineup, watch: &Watch) -> Result<[Played; 2], LabError> {
    let agents =
        lineup.players.iter().map(|player| player.build(&lineup.words)).collect::<Result<Vec<_>, _>>()?;
    lineup.words.world.forget_unused();
    let counter = watch.count(0, lineup.games());
    let witness = Witness { done: counter.done(), stop: &watch.stop };
    let [members, cheaters] = lineup.schedules().map(|schedule| one(lineup, &agents, schedule, &witness));
    let played = [members?, cheaters?];
    drop(counter);
    played.iter().try_for_each(|played| sound(lineup, &played.tally))?;
    Ok(played)
}

fn one(
    lineup: &Lineup,
    agents: &[Box<dyn Agent>],
    schedule: Schedule,
    witness: &Witness<'_>,
) -> Result<Played, LabError> {
    let mut tally = Tally::new(&schedule);
    let (table, agents) = (lineup.words.world.table(&lineup.rules.switches)?, &agents[..schedule.agents()]);
    let arena = Arena::new(table, agents, schedule.clone(), Seed(lineup.seed))?;
    if schedule.games() > 0 {
        playing::play(&arena, 0..schedule.deals(), witness, |block| {
            tally.merge(&block.tally);
            ControlFlow::Continue(())
        })?;
    }
    Ok(Played { schedule, tally })
}

/// A table with an agent that breaks down would say nothing of how it plays.
fn sound(lineup: &Lineup, tally: &Tally) -> Result<(), LabError> {
    let mut players = lineup.players.iter().zip(&tally.agents);
    match players.find(|(_, agent)| agent.faults > 0) {
        Some((player, agent)) => {
            let (label, games) = (&player.spec.label, grouped(agent.faults));
            Err(LabError::faults(format_args!("`{label}` broke down in {games} games; nothing was written")))
        }
        None => Ok(()),
    }
}
