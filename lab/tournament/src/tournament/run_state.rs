//! Mutable state of a run: counts, sequential test and running scores.

use std::ops::Range;
use std::time::Duration;

use overhear_engine::arena::{
    Block, Fault, GameNumber, OnFault, Outcome, Recorder, Schedule, Seating, Tally,
};
use overhear_engine::game::Game;
use overhear_engine::rules::BySide;

use super::log_writer::{LogBuffer, LogFiles, LogWriter};
use super::looks::{LookPairs, LookRecord, LookSchedule};
use super::plan::Plan;
use super::running_scores::RunningScores;
use super::sequential::{SequentialTest, TestState};
use super::{FaultPolicy, Shard, TournamentConfig};
use crate::error::LabError;
use crate::setup::Build;

/// The counts of the deals of a run, or of its shard, before `next`.
pub(super) struct CountedDeals {
    pub(super) tally: Tally,
    pub(super) next: u64,
}

/// State of a run at the end of a deal.
pub(super) struct RunState {
    /// The counts.
    pub(super) tally: Tally,
    /// The first deal that is not counted yet.
    pub(super) next: u64,
    /// The sequential test, if there is one.
    pub(super) test: Option<SequentialTest>,
    /// Each agent's first fault since the program started.
    pub(super) first_faults: Vec<Option<Fault>>,
    /// Builds other than this one that have played a part of the run.
    pub(super) other_builds: Vec<Build>,
    labels: Vec<String>,
    running: Option<RunningScores>,
    /// Pairs of a shard by look, for the merge.
    record: Option<LookRecord>,
    schedule: Schedule,
    on_fault: FaultPolicy,
    /// Deals of an overshot block, up to the deal that decided the test.
    pub(super) rest: Option<Range<u64>>,
}

impl RunState {
    /// Returns the state of a run in which these deals are counted.
    pub(super) fn new(
        plan: &Plan,
        args: &TournamentConfig,
        CountedDeals { tally, next }: CountedDeals,
        test: Option<&TestState>,
    ) -> RunState {
        // A shard runs no test and no running scores, which need the deals of others: it records pairs for the merge.
        let is_whole = args.shard.is_none();
        let record = LookSchedule::from_config(args).filter(|_| !is_whole).map(|looks| {
            let shard = args.shard.unwrap_or(Shard::WHOLE);
            LookRecord::new(
                looks,
                shard.range(plan.lineup.schedule.deals()).start,
                plan.lineup.schedule.pairings().len(),
            )
        });
        RunState {
            running: args.running.filter(|_| is_whole).map(|every| RunningScores::new(every, plan, &tally)),
            test: plan.sprt.filter(|_| is_whole).map(|setting| SequentialTest::new(setting, test)),
            record,
            first_faults: vec![None; plan.lineup.players.len()],
            other_builds: Vec::new(),
            labels: plan.lineup.labels().into_iter().map(str::to_owned).collect(),
            schedule: plan.lineup.schedule.clone(),
            on_fault: args.on_fault,
            rest: None,
            tally,
            next,
        }
    }

    /// Returns the state of a run whose shards were fed up to here, with its test.
    pub(super) fn after_shards(
        plan: &Plan,
        args: &TournamentConfig,
        so_far: CountedDeals,
        test: Option<SequentialTest>,
        other_builds: Vec<Build>,
    ) -> RunState {
        RunState { test, other_builds, ..RunState::new(plan, args, so_far, None) }
    }

    /// Continues the record of a shard from these segments.
    pub(super) fn continue_from(&mut self, segments: Vec<LookPairs>) {
        if let Some(record) = &mut self.record {
            record.continue_from(segments);
        }
    }

    /// Returns the segments of a shard, if a merge needs them.
    pub(super) fn segments(&self) -> Vec<LookPairs> {
        self.record.as_ref().map_or_else(Vec::new, |record| record.segments(self.next))
    }

    /// Returns `true` if the sequential test has accepted a hypothesis; `false` without a test.
    pub(super) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.verdict().is_decided())
    }

    /// Counts a block. If it decides the test before its last deal, [`rest`](RunState::rest) holds the deals
    /// to replay.
    pub(super) fn record_block(
        &mut self,
        block: &Block<BlockOutput>,
        logs: &mut LogFiles,
    ) -> Result<(), LabError> {
        let mut faults = block.faults.iter().peekable();
        for (deal, points) in block.output.deals() {
            while let Some(fault) = faults.next_if(|fault| self.schedule.deal_of(fault.game) <= deal) {
                self.blame(fault)?;
            }
            self.watch(deal, points, logs)?;
            // The block's tally includes deals after the decision. Nothing of the block is counted; the
            // caller replays its leading deals.
            if self.is_decided() && deal + 1 < block.deals.end {
                self.rest = Some(block.deals.start..deal + 1);
                return Ok(());
            }
        }
        self.count(&block.tally, &block.output.rows, block.deals.end, logs)
    }

    /// Adds counts and rows of deals that the test has already seen.
    pub(super) fn count(
        &mut self,
        tally: &Tally,
        rows: &LogBuffer,
        next: u64,
        logs: &mut LogFiles,
    ) -> Result<(), LabError> {
        self.tally.merge(tally);
        self.next = next;
        logs.append(rows)
    }

    fn blame(&mut self, fault: &Fault) -> Result<(), LabError> {
        if self.on_fault == FaultPolicy::Abort {
            return Err(super::faults::abort(&self.labels[fault.agent], fault));
        }
        self.first_faults[fault.agent].get_or_insert_with(|| fault.clone());
        Ok(())
    }

    fn watch(&mut self, deal: u64, points: &[u8], logs: &mut LogFiles) -> Result<(), LabError> {
        // A sequential test has one pairing, so the first points are the pair's. A void deal has none.
        if let (Some(test), Some(&points)) = (&mut self.test, points.first()) {
            test.see(usize::from(points))?;
        }
        if let Some(record) = &mut self.record {
            record.see(deal, points);
        }
        let test = self.test.as_ref();
        self.running.as_mut().map_or(Ok(()), |running| {
            running.see(points);
            running.rows(deal + 1, test).map_or(Ok(()), |rows| logs.append_running(&rows))
        })
    }
}

/// A [`Recorder`] that writes rows and keeps the score of every pair.
pub(super) struct RunRecorder<'a> {
    log_writer: LogWriter<'a>,
    on_fault: OnFault,
    answer_limit: Option<Duration>,
}

impl<'a> RunRecorder<'a> {
    /// Returns a recorder that writes with `log_writer`.
    pub(super) fn new(
        log_writer: LogWriter<'a>,
        policy: FaultPolicy,
        answer_limit: Option<u64>,
    ) -> RunRecorder<'a> {
        let on_fault = match policy {
            FaultPolicy::Void => OnFault::Void,
            FaultPolicy::Forfeit | FaultPolicy::Abort => OnFault::Forfeit,
        };
        let answer_limit = answer_limit.map(Duration::from_millis);
        RunRecorder { log_writer: log_writer.on_fault(on_fault, answer_limit), on_fault, answer_limit }
    }

    /// Returns the log writer.
    pub(super) fn log_writer(&self) -> &LogWriter<'a> {
        &self.log_writer
    }
}

/// A deal of a block.
struct ScoredDeal {
    number: u64,
    /// End of its scores among those of the block.
    end: usize,
}

/// Rows and scores of a block.
#[derive(Default)]
pub(super) struct BlockOutput {
    rows: LogBuffer,
    deals: Vec<ScoredDeal>,
    /// Half-points of agent a in every pair, without void deals.
    points: Vec<u8>,
}

impl BlockOutput {
    /// Returns each deal with agent a's half-points in its pairs; empty for a void deal.
    fn deals(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.deals.iter().map(|deal| deal.end));
        self.deals.iter().zip(starts).map(|(deal, start)| (deal.number, &self.points[start..deal.end]))
    }
}

impl Recorder for RunRecorder<'_> {
    type Output = BlockOutput;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, output: &mut BlockOutput) {
        self.log_writer.game(number, seats, game, &mut output.rows);
        let seating = self.log_writer.schedule().seating_of(number);
        let points = Outcome::for_side(game.ending.winner, seating.side_of_a()).half_points() as u8;
        match output.points.last_mut() {
            Some(pair) if seating == Seating::BWhite => *pair += points,
            _ => output.points.push(points),
        }
    }

    fn deal(&self, number: u64, void: bool, output: &mut BlockOutput) {
        self.log_writer.deal(number, void, &mut output.rows);
        if void {
            output.points.truncate(output.deals.last().map_or(0, |deal| deal.end));
        }
        output.deals.push(ScoredDeal { number, end: output.points.len() });
    }

    fn on_fault(&self) -> OnFault {
        self.on_fault
    }

    fn answer_limit(&self) -> Option<Duration> {
        self.answer_limit
    }
}
