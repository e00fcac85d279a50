//! The run itself.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use overhear_engine::arena::{Arena, Block};
use overhear_engine::game::Agent;

use super::leader::leader;
use super::log_writer::{LogFiles, LogWriter};
use super::run_state::{BlockOutput, RunRecorder, RunState};
use super::store::Store;
use super::{LogDetail, TournamentConfig};
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::run_games::play;
use crate::setup::Plan;

/// How many deals each thread is given at first before the results are looked at.
const FIRST: u64 = 16;

/// How many it is given at most while a sequential test is waited for: those behind the decision are played in vain.
const MOST: u64 = 256;

/// Portions grow as long as one takes less than this.
const PORTION: Duration = Duration::from_secs(1);

/// The run that a plan asks for.
pub(crate) fn arena<'a>(plan: &'a Plan, agents: &'a [Box<dyn Agent>]) -> Result<Arena<'a>, LabError> {
    let table = plan.words.world.table(&plan.rules.switches)?;
    Ok(Arena::new(table, agents, plan.schedule.clone(), plan.seed)?)
}

/// What plays.
pub(super) struct RunContext<'a> {
    /// What is played.
    pub(super) plan: &'a Plan,
    /// Who plays.
    pub(super) agents: &'a [Box<dyn Agent>],
    /// What was asked for.
    pub(super) config: &'a TournamentConfig,
    /// Who watches.
    pub(super) watch: &'a RunControl,
}

impl RunContext<'_> {
    /// Plays up to deal `end`, or until a sequential test has decided or the user has had enough.
    pub(super) fn play(
        &self,
        course: &mut RunState,
        store: &mut Option<Store>,
        deals: &Range<u64>,
    ) -> Result<(), LabError> {
        let arena = arena(self.plan, self.agents)?;
        let games = self.plan.schedule.games_of_a_deal();
        let &Range { start, end } = deals;
        let counter = self.watch.count(games * (course.next - start), games * (end - start));
        let witness = self.witness(store.is_some(), counter.done());
        let mut pace = BatchSizer::new(self.plan.sprt.is_some());
        while course.next < end && !course.is_decided() && !self.watch.is_over() {
            let (portion, mut taken) = (course.next..end.min(course.next + pace.deals), Ok(()));
            let played = play(&arena, portion, &witness, |block| {
                taken = record_block(course, &block, store);
                self.watch.progress.leader(&|| leader(self.plan, &course.tally));
                let goes_on = taken.is_ok() && !course.is_decided();
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            taken?;
            played?;
            pace.quicken();
        }
        if let Some(rest) = course.rest.take() {
            let end = rest.end;
            replay_from(&arena, witness.scribe(), course, store, rest, || ControlFlow::Continue(()))?;
            if course.next != end {
                return Err(LabError::cut_short());
            }
        }
        drop(counter);
        match &mut course.test {
            Some(test) if course.next == end => test.look(),
            _ => Ok(()),
        }
    }
}

impl RunContext<'_> {
    fn witness<'a>(&'a self, writes: bool, done: &'a AtomicU64) -> RunRecorder<'a> {
        let RunContext { plan, config, watch, .. } = self;
        let detail = if writes { config.log } else { LogDetail::None };
        let (labels, rules) = (plan.labels(), &plan.rules.switches);
        let scribe = LogWriter::new(detail, done, &plan.words.world, &plan.schedule, &labels, rules);
        RunRecorder::new(scribe, config.on_fault, config.answer_limit, &watch.stop)
    }

    /// Plays deals again that a shard has played, of which those behind them are not counted.
    pub(super) fn play_again(
        &self,
        course: &mut RunState,
        store: &mut Option<Store>,
        deals: Range<u64>,
    ) -> Result<(), LabError> {
        let (arena, end) = (arena(self.plan, self.agents)?, deals.end);
        let counter = self.watch.count(0, self.plan.schedule.games_of_a_deal() * (end - deals.start));
        let witness = self.witness(store.is_some(), counter.done());
        replay_from(&arena, witness.scribe(), course, store, deals, || self.watch.flow())?;
        if course.next == end { Ok(()) } else { Err(LabError::interrupted("interrupted")) }
    }
}

/// Counts a block, and writes a checkpoint if it is time.
fn record_block(
    course: &mut RunState,
    block: &Block<BlockOutput>,
    store: &mut Option<Store>,
) -> Result<(), LabError> {
    let Some(store) = store else { return course.record_block(block, &mut LogFiles::default()) };
    course.record_block(block, &mut store.logs)?;
    if course.is_decided() { Ok(()) } else { store.save_if_due(course) }
}

/// Plays deals again of which too many behind them were counted.
fn replay_from(
    arena: &Arena<'_>,
    scribe: &LogWriter<'_>,
    course: &mut RunState,
    store: &mut Option<Store>,
    deals: Range<u64>,
    goes_on: impl Fn() -> ControlFlow<()> + Sync,
) -> Result<(), LabError> {
    let mut counted = Ok(());
    play(arena, deals, scribe, |block| {
        let logs = store.as_mut().map(|store| &mut store.logs);
        counted = course.count(
            &block.tally,
            &block.page,
            block.deals.end,
            logs.unwrap_or(&mut LogFiles::default()),
        );
        if counted.is_ok() { goes_on() } else { ControlFlow::Break(()) }
    })?;
    counted
}

/// How many deals are played before the results are looked at.
struct BatchSizer {
    deals: u64,
    most: u64,
    since: Instant,
}

impl BatchSizer {
    fn new(in_vain: bool) -> BatchSizer {
        let threads = rayon::current_num_threads() as u64;
        BatchSizer {
            deals: FIRST * threads,
            most: if in_vain { MOST * threads } else { u64::MAX },
            since: Instant::now(),
        }
    }

    fn quicken(&mut self) {
        if self.since.elapsed() < PORTION {
            self.deals = (2 * self.deals).min(self.most);
        }
        self.since = Instant::now();
    }
}
