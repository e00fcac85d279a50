//! The run itself.

use std::ops::ControlFlow;

use overhear_engine::arena::{Arena, Tally};
use overhear_engine::table::{Agent, Table};

use super::interrupt;
use super::log::{LogFiles, Scribe};
use super::progress::Progress;
use crate::cli::ProgressMode;
use crate::failure::Failure;
use crate::output::grouped;
use crate::setup::Plan;

/// The run that a plan asks for.
pub(crate) fn arena<'a>(plan: &'a Plan, agents: &'a [Box<dyn Agent>]) -> Arena<'a> {
    let world = &plan.words.world;
    Arena {
        table: Table { rules: plan.rules.rules, deck: world.deck(), law: world.law() },
        agents,
        schedule: plan.schedule.clone(),
        seed: plan.seed,
    }
}

/// Plays every game of the plan; rows go to the log in the order of the games.
pub(super) fn play(
    plan: &Plan,
    agents: &[Box<dyn Agent>],
    progress: ProgressMode,
    log: &mut LogFiles,
) -> Result<Tally, Failure> {
    let world = &plan.words.world;
    let arena = arena(plan, agents);
    let progress = Progress::start(progress, arena.schedule.games());
    let labels = plan.labels();
    let scribe =
        Scribe::new(log.detail(), progress.counter(), world, &arena.schedule, &labels, &plan.rules.rules);
    let mut tally = Tally::new(&arena.schedule);
    let mut written = Ok(());
    let deals = if interrupt::asked() { 0 } else { arena.schedule.deals() };
    arena.run(0..deals, &scribe, |block| {
        tally.merge(&block.tally);
        written = log.append(&block.page);
        if written.is_err() || interrupt::asked() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    progress.finish();
    written?;
    if tally.deals < arena.schedule.deals() {
        return Err(interrupted(plan, tally.deals));
    }
    Ok(tally)
}

/// The failure of a run that was stopped after so many deals.
pub(super) fn interrupted(plan: &Plan, deals: u64) -> Failure {
    let done = grouped(deals * plan.schedule.games_of_a_deal());
    let (all, seed) = (grouped(plan.schedule.games()), plan.seed.0);
    Failure::interrupted(format_args!(
        "interrupted after {done} of {all} games (seed {seed}); nothing was written"
    ))
}
