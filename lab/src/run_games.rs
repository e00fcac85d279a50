//! Playing of games on all threads, with players that answer at once or externally.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use overhear_bots::INTERRUPTED;
use overhear_engine::arena::{Arena, BatchOptions, Block, Fault, GameNumber, OnFault, Recorder, RunError};
use overhear_engine::game::{Game, Role};
use overhear_engine::rules::{BySide, DecidedBy};

use crate::error::LabError;

/// Plays deals and passes the counts to `each`, block by block in order. A stopped run may end before its
/// last block.
///
/// # Errors
/// Returns an error if an external player stops answering. Returns an error for a fault that the recorder
/// does not handle: the first of the run, whatever the number of threads. The blocks passed on are
/// contiguous.
pub(crate) fn play<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &R,
    each: impl FnMut(Block<R::Rows>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    guarded(arena, deals, &FaultGuard { recorder, done: None }, each)
}

/// Plays deals as [`play`] does, and counts games as they end.
pub(crate) fn play_counted<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &R,
    done: &AtomicU64,
    each: impl FnMut(Block<R::Rows>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    guarded(arena, deals, &FaultGuard { recorder, done: Some(done) }, each)
}

fn guarded<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &FaultGuard<'_, R>,
    mut each: impl FnMut(Block<R::Rows>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    // Threads play ahead, so the fault that is noticed first varies. Faults are therefore recorded as
    // forfeits, and the first one in deal order ends the run.
    let ends = recorder.recorder.on_fault() == OnFault::Unwind;
    let mut first = Ok(());
    let take = |block: Block<FaultFree<R::Rows>>| {
        let Block { deals, tally, page, faults } = block;
        if let Some(fault) = faults.first().filter(|_| ends) {
            first = Err(broke_down(arena, fault));
            return ControlFlow::Break(());
        }
        each(Block { deals, tally, page: page.kept, faults })
    };
    run(arena, deals, recorder, take)?;
    first
}

fn run<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &R,
    each: impl FnMut(Block<R::Rows>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    let is_external = |role| arena.agents().iter().any(|agent| agent.external_player(role).is_some());
    if !Role::ALL.into_iter().any(is_external) {
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

/// Returns the error of a run that an agent's fault ends.
fn broke_down(arena: &Arena<'_>, fault: &Fault) -> LabError {
    let label = arena.agents()[fault.agent].label();
    LabError::faults(format_args!("`{label}` {}", what_happened(fault)))
}

/// Describes a fault in words that follow the agent's name.
pub(crate) fn what_happened(fault: &Fault) -> String {
    let what = if fault.late { "answered too late" } else { "broke down" };
    format!("{what} in game {}: {}", fault.game.0, fault.message)
}

/// A recorder for runs that end at the first fault. It forfeits the game, and records no further game of the
/// block, because the block will not be counted.
struct FaultGuard<'a, R> {
    recorder: &'a R,
    /// Counter of games, if this recorder must count them.
    done: Option<&'a AtomicU64>,
}

/// Rows recorded up to the first fault that ends the run.
#[derive(Default)]
struct FaultFree<P> {
    kept: P,
    is_broken: bool,
}

impl<R: Recorder> Recorder for FaultGuard<'_, R> {
    type Rows = FaultFree<R::Rows>;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, page: &mut Self::Rows) {
        if let Some(done) = self.done {
            done.fetch_add(1, Ordering::Relaxed);
        }
        page.is_broken |=
            self.recorder.on_fault() == OnFault::Unwind && game.ending.step == DecidedBy::Forfeit;
        if !page.is_broken {
            self.recorder.game(number, seats, game, &mut page.kept);
        }
    }

    fn deal(&self, number: u64, void: bool, page: &mut Self::Rows) {
        if !page.is_broken {
            self.recorder.deal(number, void, &mut page.kept);
        }
    }

    fn should_stop(&self) -> bool {
        self.recorder.should_stop()
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
