//! Playing of games on all threads, with players that answer at once or externally.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use overhear_bots::INTERRUPTED;
use overhear_engine::arena::{Arena, BatchOptions, Block, Fault, GameNumber, OnFault, Recorder, RunError};
use overhear_engine::game::{Game, Role};
use overhear_engine::rules::{BySide, DecidedBy};

use crate::error::LabError;
use crate::run_control::RunControl;

/// Plays deals and passes the counts to `each`, block by block in order. A stopped run ends after the deals in
/// flight: its last block may be short, and others may be missing.
///
/// # Errors
/// Returns an error if an external player stops answering. Returns an error for a fault that the recorder
/// does not handle: the first of the run, whatever the number of threads. The blocks passed on are
/// contiguous.
pub fn play<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &R,
    watch: &RunControl,
    each: impl FnMut(Block<R::Output>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    play_stoppable(arena, deals, &StoppableRecorder { recorder, watch, done: None }, each)
}

/// Plays deals as [`play`] does, and counts games as they end.
///
/// # Errors
/// Returns an error for a player that cannot answer any more, and for an interruption.
pub fn play_counted<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &R,
    (watch, done): (&RunControl, &AtomicU64),
    each: impl FnMut(Block<R::Output>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    play_stoppable(arena, deals, &StoppableRecorder { recorder, watch, done: Some(done) }, each)
}

/// Returns the number of deals in flight that gives every external player batches as large as it likes; 0 without
/// external players.
///
/// Loops that play deals in portions need portions of this size: the games of a portion are all that a batch can
/// ask about.
pub fn deals_of_full_batches(arena: &Arena<'_>) -> u64 {
    let players = arena
        .agents()
        .iter()
        .flat_map(|agent| Role::ALL.into_iter().filter_map(|role| agent.external_player(role)));
    // While the questions of one batch are away, the games of another are played.
    let games = players.map(|player| 2 * (player.batch() as u64).clamp(1, u64::MAX / 2));
    let games_of_a_deal = arena.schedule().games_of_a_deal().max(1);
    games.max().map_or(0, |games| games.div_ceil(games_of_a_deal))
}

/// Returns the number of deals worth playing next in a sequential test so that batches are full: those of `full` batches, but at most
/// half of those `played`.
///
/// A slow model takes minutes for a portion of any size. With half of what was played, at most a third of all deals is wasted if the
/// test decides at once.
pub fn deals_ahead(full: u64, played: u64) -> u64 {
    full.min(played / 2)
}

fn play_stoppable<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &StoppableRecorder<'_, R>,
    mut each: impl FnMut(Block<R::Output>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    // Threads play ahead, so the fault that is noticed first varies. Faults are therefore recorded as
    // forfeits, and the first one in deal order ends the run.
    let ends = recorder.recorder.on_fault() == OnFault::Unwind;
    let mut first = Ok(());
    run(arena, deals, recorder, |block| {
        let Block { deals, tally, output, faults } = block;
        if let Some(fault) = faults.first().filter(|_| ends) {
            first = Err(broke_down(arena, fault));
            return ControlFlow::Break(());
        }
        each(Block { deals, tally, output: output.rows, faults })
    })?;
    first
}

fn run<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &R,
    each: impl FnMut(Block<R::Output>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    if Role::ALL.into_iter().all(|role| !has_external_player(arena, role)) {
        arena.run(deals, recorder, each);
        return Ok(());
    }
    match arena.run_batched(deals, recorder, BatchOptions::default(), each) {
        Err(RunError::Fault(fault)) => Err(broke_down(arena, &fault)),
        // The run was stopped. It ends as between two blocks; the caller checks for a stop.
        Err(RunError::Outage(outage)) if outage.0 == INTERRUPTED => Ok(()),
        Err(RunError::Outage(outage)) => Err(LabError::outage(outage)),
        Ok(()) => Ok(()),
    }
}

/// Returns `true` if an agent of the arena leaves a role to an external player.
fn has_external_player(arena: &Arena<'_>, role: Role) -> bool {
    arena.agents().iter().any(|agent| agent.external_player(role).is_some())
}

/// Returns the error of a run that an agent's fault ends.
fn broke_down(arena: &Arena<'_>, fault: &Fault) -> LabError {
    let label = arena.agents()[fault.agent].label();
    LabError::faults(format_args!("`{label}` {}", what_happened(fault)))
}

/// Describes a fault in words that follow the agent's name.
pub fn what_happened(fault: &Fault) -> String {
    let what = if fault.late { "answered too late" } else { "broke down" };
    format!("{what} in game {}: {}", fault.game.0, fault.message)
}

/// A recorder whose run can be stopped. In a run that ends at the first fault it forfeits the game, and records no
/// further game of the block, because the block will not be counted.
struct StoppableRecorder<'a, R> {
    recorder: &'a R,
    watch: &'a RunControl,
    /// Counter of games, if this recorder must count them.
    done: Option<&'a AtomicU64>,
}

/// Rows recorded up to the first fault that ends the run.
#[derive(Default)]
struct FaultFree<P> {
    rows: P,
    is_broken: bool,
}

impl<R: Recorder> Recorder for StoppableRecorder<'_, R> {
    type Output = FaultFree<R::Output>;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Self::Output) {
        if let Some(done) = self.done {
            done.fetch_add(1, Ordering::Relaxed);
        }
        output.is_broken |=
            self.recorder.on_fault() == OnFault::Unwind && game.ending.decided_by == DecidedBy::Forfeit;
        if !output.is_broken {
            self.recorder.game(number, seats, game, &mut output.rows);
        }
    }

    fn deal(&self, number: u64, void: bool, output: &mut Self::Output) {
        if !output.is_broken {
            self.recorder.deal(number, void, &mut output.rows);
        }
    }

    // The arena hands out thousands of games at a time: a stop that is seen only between two blocks would wait for
    // them, with slow agents for minutes.
    fn should_stop(&self) -> bool {
        self.watch.is_over() || self.recorder.should_stop()
    }

    fn on_fault(&self) -> OnFault {
        match self.recorder.on_fault() {
            OnFault::Unwind => OnFault::Forfeit,
            other => other,
        }
    }

    fn answer_limit(&self) -> Option<Duration> {
        self.recorder.answer_limit().filter(|_| self.recorder.on_fault() != OnFault::Unwind)
    }

    fn wants_keywords(&self) -> bool {
        self.recorder.wants_keywords()
    }
}

#[cfg(test)]
mod tests {
    use overhear_agents::registry::{Spec, build};
    use overhear_engine::arena::Schedule;
    use overhear_engine::game::{Agent, Seed};
    use overhear_engine::rules::Rules;

    use super::*;
    use crate::setup::Words;

    /// Asks for a stop in the first game, and counts the games that were played.
    struct Stopping<'a> {
        watch: &'a RunControl,
        played: AtomicU64,
    }

    impl Recorder for Stopping<'_> {
        type Output = u64;

        fn game(&self, _: GameNumber, _: BySide<usize>, _: &Game, delivered: &mut u64) {
            self.watch.stop.ask();
            self.played.fetch_add(1, Ordering::Relaxed);
            *delivered += 1;
        }
    }

    #[test]
    fn a_stop_is_seen_before_the_next_deal_and_not_after_a_block() {
        let words = Words::built_in().expect("the built-in words");
        let agent = |name| build(&Spec::parse(name).expect(name), &words.world).expect(name);
        let agents: [Box<dyn Agent>; 1] = [agent("random")];
        let setup = words.world.setup(&Rules::official()).expect("official rules");
        let arena = Arena::new(setup, &agents, Schedule::self_play(10_000), Seed(1)).expect("an arena");
        let (watch, mut delivered) = (RunControl::default(), 0);
        let recorder = Stopping { watch: &watch, played: AtomicU64::new(0) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
        let ended = pool.install(|| {
            play(&arena, 0..arena.schedule().deals(), &recorder, &watch, |block| {
                delivered += block.output;
                watch.flow()
            })
        });
        ended.expect("no agent breaks down");
        // Each thread may be in a game when the other asks. Only the first block is delivered; where the second
        // thread was faster, it is empty.
        let played = recorder.played.into_inner();
        assert!((1..=2).contains(&played), "{played} games were played though the first asked for a stop");
        assert!(delivered <= played, "{delivered} games were delivered of {played}");
    }
}
