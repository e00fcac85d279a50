//! What a run has come to: counts, the sequential test, the statistics over time.

use std::ops::Range;
use std::time::Duration;

use overhear_engine::arena::{
    Block, Fault, GameNumber, OnFault, Outcome, Recorder, Schedule, Seating, Tally,
};
use overhear_engine::rules::BySide;
use overhear_engine::table::Game;

use super::bands::{Band, Looks, Record};
use super::log::{LogFiles, Page, Scribe};
use super::running::Running;
use super::sequential::{Sequential, TestState};
use super::{FaultPolicy, Shard, TournamentConfig};
use crate::error::LabError;
use crate::setup::{Build, Plan};
use crate::watch::Stop;

/// A run up to the end of a deal.
pub(super) struct Course {
    /// What was counted.
    pub(super) tally: Tally,
    /// The first deal that is not counted yet.
    pub(super) next: u64,
    /// The sequential test, if there is one.
    pub(super) test: Option<Sequential>,
    /// Each agent's first fault since the program was started.
    pub(super) first_faults: Vec<Option<Fault>>,
    /// Builds other than this one that have played a part of it.
    pub(super) other_builds: Vec<Build>,
    labels: Vec<String>,
    running: Option<Running>,
    /// The pairs of a shard, for a merge that has to look at them.
    record: Option<Record>,
    schedule: Schedule,
    on_fault: FaultPolicy,
    /// Deals up to the one that decided the test, of a block that went on behind it.
    pub(super) rest: Option<Range<u64>>,
}

impl Course {
    /// A run that goes on, or begins, with what was counted before deal `next`.
    pub(super) fn new(
        plan: &Plan,
        args: &TournamentConfig,
        (tally, next): (Tally, u64),
        test: Option<&TestState>,
    ) -> Course {
        let is_whole = args.shard.is_none();
        let record = |looks| {
            let shard = args.shard.unwrap_or(Shard::WHOLE);
            Record::new(looks, shard.range(plan.schedule.deals()).start, plan.schedule.pairings().len())
        };
        Course {
            running: args.running.filter(|_| is_whole).map(|every| Running::new(every, plan, &tally)),
            test: plan.sprt.filter(|_| is_whole).map(|setting| Sequential::new(setting, test)),
            record: Looks::of(args).filter(|_| !is_whole).map(record),
            first_faults: vec![None; plan.players.len()],
            other_builds: Vec::new(),
            labels: plan.labels().into_iter().map(str::to_owned).collect(),
            schedule: plan.schedule.clone(),
            on_fault: args.on_fault,
            rest: None,
            tally,
            next,
        }
    }

    /// A run whose shards were told up to here, and its test with them.
    pub(super) fn retold(
        plan: &Plan,
        args: &TournamentConfig,
        so_far: (Tally, u64),
        test: Option<Sequential>,
        other_builds: Vec<Build>,
    ) -> Course {
        Course { test, other_builds, ..Course::new(plan, args, so_far, None) }
    }

    /// Goes on with the record of a shard from these bands.
    pub(super) fn go_on_from(&mut self, bands: Vec<Band>) {
        if let Some(record) = &mut self.record {
            record.go_on_from(bands);
        }
    }

    /// The pairs of a shard from look to look, where a merge has to look.
    pub(super) fn bands(&self) -> Vec<Band> {
        self.record.as_ref().map_or_else(Vec::new, |record| record.bands(self.next))
    }

    /// Whether the test, if there is one, has accepted a hypothesis.
    pub(super) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.verdict().is_decided())
    }

    /// Counts a block. When the test is decided in its midst, the rest is to be played again up to there.
    pub(super) fn take(&mut self, block: &Block<Seen>, logs: &mut LogFiles) -> Result<(), LabError> {
        let mut faults = block.faults.iter().peekable();
        for (deal, points) in block.page.deals() {
            while let Some(fault) = faults.next_if(|fault| self.schedule.deal_of(fault.game) <= deal) {
                self.blame(fault)?;
            }
            self.watch(deal, points, logs)?;
            if self.is_decided() && deal + 1 < block.deals.end {
                self.rest = Some(block.deals.start..deal + 1);
                return Ok(());
            }
        }
        self.count(&block.tally, &block.page.rows, block.deals.end, logs)
    }

    /// Adds counts and rows of deals that were watched already.
    pub(super) fn count(
        &mut self,
        tally: &Tally,
        rows: &Page,
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

/// Writes rows, and keeps the score of every pair.
pub(super) struct Witness<'a> {
    scribe: Scribe<'a>,
    on_fault: OnFault,
    answer_limit: Option<Duration>,
    stop: &'a Stop,
}

impl<'a> Witness<'a> {
    /// A witness who writes like this.
    pub(super) fn new(
        scribe: Scribe<'a>,
        policy: FaultPolicy,
        answer_limit: Option<u64>,
        stop: &'a Stop,
    ) -> Witness<'a> {
        let on_fault = match policy {
            FaultPolicy::Void => OnFault::Void,
            FaultPolicy::Forfeit | FaultPolicy::Abort => OnFault::Forfeit,
        };
        let answer_limit = answer_limit.map(Duration::from_millis);
        Witness { scribe: scribe.on_fault(on_fault, answer_limit), on_fault, answer_limit, stop }
    }

    /// Who writes.
    pub(super) fn scribe(&self) -> &Scribe<'a> {
        &self.scribe
    }
}

/// Rows and scores of a block.
#[derive(Default)]
pub(super) struct Seen {
    rows: Page,
    /// Each deal, and where its scores end.
    deals: Vec<(u64, usize)>,
    /// Agent a's half points in every pair, void deals left out.
    points: Vec<u8>,
}

impl Seen {
    /// Each deal with agent a's half points in its pairs; a void one has none.
    fn deals(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.deals.iter().map(|&(_, end)| end));
        self.deals.iter().zip(starts).map(|(&(deal, end), start)| (deal, &self.points[start..end]))
    }
}

impl Recorder for Witness<'_> {
    type Page = Seen;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, page: &mut Seen) {
        self.scribe.game(number, seats, game, &mut page.rows);
        let seating = self.scribe.schedule().seating_of(number);
        let points = Outcome::of(game.ending.winner, seating.side_of_a()).half_points() as u8;
        match page.points.last_mut() {
            Some(pair) if seating == Seating::BWhite => *pair += points,
            _ => page.points.push(points),
        }
    }

    fn deal(&self, number: u64, void: bool, page: &mut Seen) {
        self.scribe.deal(number, void, &mut page.rows);
        if void {
            page.points.truncate(page.deals.last().map_or(0, |&(_, end)| end));
        }
        page.deals.push((number, page.points.len()));
    }

    fn is_over(&self) -> bool {
        self.stop.is_asked()
    }

    fn on_fault(&self) -> OnFault {
        self.on_fault
    }

    fn answer_limit(&self) -> Option<Duration> {
        self.answer_limit
    }
}
