//! Plays the same deals under every arm: as often as it takes, judged again where that will do.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{GameNumber, Recorder, Schedule};
use overhear_engine::game::{Game, GameSetup};
use overhear_engine::rules::{BySide, Rules};

use super::arms::PlayPlan;
use super::deal_sums::DealSums;
use crate::error::LabError;
use crate::experiment::ExperimentSetup;
use crate::run_control::RunControl;
use crate::run_games::play;

/// Deals that are played under one arm before the next one has them; after a stop, those that not all have played are lost.
/// A sequential test looks after each block.
pub(crate) const BLOCK: u64 = 1000;

/// The deals of one matchup under every arm.
#[derive(Clone, Copy)]
pub(super) struct PairedDeals<'a> {
    pub(super) plan: &'a PlayPlan,
    /// Where arms are played, by [`Arm::setup`](super::arms::Arm::setup).
    pub(super) setups: &'a [&'a ExperimentSetup],
    /// The place of the matchup among those of each setup.
    pub(super) matchup: usize,
    /// Whether clues are counted.
    pub(super) with_clues: bool,
}

/// What deals in a row come to.
pub(super) struct DealBlock {
    /// The number of the first deal.
    pub(super) start: u64,
    /// By arm, what each deal comes to.
    pub(super) sums: Vec<Vec<DealSums>>,
}

impl DealBlock {
    /// How many deals there are.
    pub(super) fn len(&self) -> u64 {
        self.sums[0].len() as u64
    }

    /// The number behind the last deal.
    pub(super) fn end(&self) -> u64 {
        self.start + self.len()
    }
}

impl PairedDeals<'_> {
    /// Plays deals block by block, until a stop, their end, or a break.
    pub(super) fn play(
        &self,
        deals: Range<u64>,
        (watch, done): (&RunControl, &AtomicU64),
        mut each: impl FnMut(DealBlock) -> ControlFlow<()>,
    ) -> Result<(), LabError> {
        let mut start = deals.start;
        while start < deals.end && !watch.is_over() {
            // Blocks end at multiples, so that looks do not depend on where a part begins.
            let end = deals.end.min((start / BLOCK + 1) * BLOCK);
            let block = self.block(start..end, (watch, done))?;
            start = block.end();
            if each(block).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Plays deals under every arm; after a stop only the first deals, those that were played under all.
    pub(super) fn block(
        &self,
        deals: Range<u64>,
        (watch, done): (&RunControl, &AtomicU64),
    ) -> Result<DealBlock, LabError> {
        let arms = self.plan.arms();
        let mut all = vec![Vec::new(); arms.len()];
        for group in self.plan.groups() {
            let setup = self.setups[arms[group[0]].setup];
            let population = &setup.populations[self.matchup];
            let rules: Vec<Rules> = group.iter().map(|&arm| arms[arm].rules).collect();
            let recorder = DealSumsRecorder {
                schedule: &population.schedule,
                rules: &rules,
                with_clues: self.with_clues,
                watch,
                done,
            };
            play(&setup.arena(population, rules[0])?, deals.clone(), &recorder, |block| {
                for sums in block.page.chunks(rules.len()) {
                    group.iter().zip(sums).for_each(|(&arm, &sums)| all[arm].push(sums));
                }
                watch.flow()
            })?;
        }
        let common = all.iter().map(Vec::len).min().unwrap_or(0);
        all.iter_mut().for_each(|sums| sums.truncate(common));
        Ok(DealBlock { start: deals.start, sums: all })
    }

    /// How many deals have the same codes and heads under every arm: all, where the words are the same.
    pub(super) fn same_deals(&self, block: &DealBlock) -> Result<u64, LabError> {
        let arms = self.plan.arms();
        if arms.iter().all(|arm| arm.setup == arms[0].setup) {
            return Ok(block.len());
        }
        let tables = arms.iter().map(|arm| self.setups[arm.setup].table(&arm.rules));
        let tables = tables.collect::<Result<Vec<GameSetup<'_>>, _>>()?;
        let seed = self.setups[0].seed;
        let is_same = |number: &u64| {
            let first = tables[0].deal(seed, *number);
            let mut others = tables[1..].iter().map(|table| table.deal(seed, *number));
            others.all(|other| other.codes == first.codes && other.heads == first.heads)
        };
        Ok((block.start..block.end()).filter(is_same).count() as u64)
    }
}

/// Adds up the games of each deal, under the rules that are played and under those that judge again.
struct DealSumsRecorder<'a> {
    schedule: &'a Schedule,
    rules: &'a [Rules],
    with_clues: bool,
    watch: &'a RunControl,
    done: &'a AtomicU64,
}

impl Recorder for DealSumsRecorder<'_> {
    type Rows = Vec<DealSums>;

    fn game(&self, number: GameNumber, _: BySide<usize>, game: &Game, page: &mut Vec<DealSums>) {
        self.done.fetch_add(1, Ordering::Relaxed);
        let (_, _, seating) = self.schedule.locate(number).expect("a game of the schedule");
        if self.schedule.opens_deal(number) {
            page.extend(self.rules.iter().map(|_| DealSums::default()));
        }
        let first = page.len() - self.rules.len();
        let played = &self.rules[0];
        for (sums, rules) in page[first..].iter_mut().zip(self.rules) {
            let again = (rules != played).then(|| rules.rejudge(game).expect("keywords were asked for"));
            sums.add(again.unwrap_or(game.ending), game.rounds, played.round_limit, seating);
            if self.with_clues {
                sums.add_clues(&game.record);
            }
        }
    }

    // Thousands of games are handed out at a time: a stop that was seen only between two blocks would wait for them.
    fn should_stop(&self) -> bool {
        self.watch.is_over()
    }

    fn wants_keywords(&self) -> bool {
        self.rules.len() > 1
    }
}
