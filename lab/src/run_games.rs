//! Games on all threads, whether everybody answers at once or somebody is asked by post.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use overhear_bots::INTERRUPTED;
use overhear_engine::arena::{Arena, BatchOptions, Block, Fault, GameNumber, OnFault, Recorder, RunError};
use overhear_engine::game::{Game, Role};
use overhear_engine::rules::{BySide, DecidedBy};

use crate::error::LabError;

/// Plays deals, and hands over what was counted block by block in their order. A run that was told to stop
/// may end before its last block.
///
/// # Errors
/// If somebody who is asked by post answers no more, or an agent breaks down where the recorder does not say
/// what becomes of the game: the first of the run, whatever the number of threads. The blocks handed over are
/// without a gap.
pub(crate) fn play<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &R,
    each: impl FnMut(Block<R::Rows>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    guarded(arena, deals, &FaultGuard { recorder, done: None }, each)
}

/// Returns the same, and counts the games as they end.
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
    let by_post = |role| arena.agents().iter().any(|agent| agent.correspondent(role).is_some());
    if !Role::ALL.into_iter().any(by_post) {
        arena.run(deals, recorder, each);
        return Ok(());
    }
    match arena.run_batched(deals, recorder, BatchOptions::default(), each) {
        Err(RunError::Fault(fault)) => Err(broke_down(arena, &fault)),
        // The run was told to stop: it ends as between two blocks, and whoever has called this looks for that.
        Err(RunError::Outage(outage)) if outage.0 == INTERRUPTED => Ok(()),
        Err(RunError::Outage(outage)) => Err(LabError::outage(outage)),
        Ok(()) => Ok(()),
    }
}

/// How a run ends that an agent's breakdown ends.
fn broke_down(arena: &Arena<'_>, fault: &Fault) -> LabError {
    let label = arena.agents()[fault.agent].label();
    LabError::faults(format_args!("`{label}` {}", what_happened(fault)))
}

/// What has become of an agent in a game, in words that follow its name.
pub(crate) fn what_happened(fault: &Fault) -> String {
    let what = if fault.late { "answered too late" } else { "broke down" };
    format!("{what} in game {}: {}", fault.game.0, fault.message)
}

/// Has the games guarded where a breakdown ends the run: they are forfeited then, and no game of the block is
/// recorded from there on, as the block is counted nowhere.
struct FaultGuard<'a, R> {
    recorder: &'a R,
    /// Counts the games, where nobody else does.
    done: Option<&'a AtomicU64>,
}

/// What was recorded up to the first breakdown that ends the run.
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
