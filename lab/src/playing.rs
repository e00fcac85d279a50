//! Games on all threads, whether everybody answers at once or somebody is asked by post.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use overhear_bots::INTERRUPTED;
use overhear_engine::arena::{Arena, Block, Fault, GameNumber, Lots, OnFault, Recorder, Stopped};
use overhear_engine::rules::{BySide, Step};
use overhear_engine::table::{Game, Role};

use crate::error::LabError;

/// Plays deals, and hands over what was counted block by block in their order. A run that was told to stop may end before its
/// last block.
///
/// # Errors
/// If somebody who is asked by post answers no more, or an agent breaks down where the recorder does not say what becomes of
/// the game: the first of the run, whatever the number of threads. The blocks handed over are without a gap.
pub(crate) fn play<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &R,
    each: impl FnMut(Block<R::Page>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    guarded(arena, deals, &Guarded { recorder, done: None }, each)
}

/// The same, and counts the games as they end.
pub(crate) fn play_counted<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &R,
    done: &AtomicU64,
    each: impl FnMut(Block<R::Page>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    guarded(arena, deals, &Guarded { recorder, done: Some(done) }, each)
}

fn guarded<R: Recorder>(
    arena: &Arena<'_>,
    deals: Range<u64>,
    recorder: &Guarded<'_, R>,
    mut each: impl FnMut(Block<R::Page>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    let ends = recorder.recorder.on_fault() == OnFault::Unwind;
    let mut first = Ok(());
    let take = |block: Block<Unbroken<R::Page>>| {
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
    each: impl FnMut(Block<R::Page>) -> ControlFlow<()> + Send,
) -> Result<(), LabError> {
    let by_post = |role| arena.agents().iter().any(|agent| agent.correspondent(role).is_some());
    if !Role::ALL.into_iter().any(by_post) {
        arena.run(deals, recorder, each);
        return Ok(());
    }
    match arena.run_in_lots(deals, recorder, Lots::default(), each) {
        Err(Stopped::Fault(fault)) => Err(broke_down(arena, &fault)),
        // The run was told to stop: it ends as between two blocks, and whoever has called this looks for that.
        Err(Stopped::Outage(outage)) if outage.0 == INTERRUPTED => Ok(()),
        Err(Stopped::Outage(outage)) => Err(LabError::outage(outage)),
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

/// Has the games guarded where a breakdown ends the run: they are forfeited then, and no game of the block is recorded from
/// there on, as the block is counted nowhere.
struct Guarded<'a, R> {
    recorder: &'a R,
    /// Counts the games, where nobody else does.
    done: Option<&'a AtomicU64>,
}

/// What was recorded up to the first breakdown that ends the run.
#[derive(Default)]
struct Unbroken<P> {
    kept: P,
    is_broken: bool,
}

impl<R: Recorder> Recorder for Guarded<'_, R> {
    type Page = Unbroken<R::Page>;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, page: &mut Self::Page) {
        if let Some(done) = self.done {
            done.fetch_add(1, Ordering::Relaxed);
        }
        page.is_broken |= self.recorder.on_fault() == OnFault::Unwind && game.ending.step == Step::Forfeit;
        if !page.is_broken {
            self.recorder.game(number, seats, game, &mut page.kept);
        }
    }

    fn deal(&self, number: u64, void: bool, page: &mut Self::Page) {
        if !page.is_broken {
            self.recorder.deal(number, void, &mut page.kept);
        }
    }

    fn is_over(&self) -> bool {
        self.recorder.is_over()
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
