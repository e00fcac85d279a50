//! Games on all threads, whether everybody answers at once or somebody is asked by post.

use std::ops::{ControlFlow, Range};

use overhear_engine::arena::{Arena, Block, Lots, Recorder, Stopped};
use overhear_engine::table::Role;

use crate::error::LabError;

/// Plays deals, and hands over what was counted block by block in their order.
///
/// # Errors
/// If somebody who is asked by post answers no more; the blocks handed over are without a gap.
pub(crate) fn play<R: Recorder>(
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
    arena.run_in_lots(deals, recorder, Lots::default(), each).map_err(|stopped| match stopped {
        Stopped::Fault(fault) => LabError::faults(format_args!("game {}: {}", fault.game.0, fault.message)),
        Stopped::Outage(outage) => LabError::outage(outage),
    })
}
