//! Playing of the same deals under every arm: each group of arms once, the other arms rejudged.

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

/// Number of deals that one arm plays before the next arm follows. A stop discards deals that not all arms
/// have played. A sequential test looks after each block.
pub(crate) const BLOCK: u64 = 1000;

/// Returns `true` if a deal decides which agent is the better one and measures nothing: every fifth. Choosing
/// by the measured games would bias the score upwards.
pub(crate) const fn is_choosing(deal: u64) -> bool {
    deal.is_multiple_of(5)
}

/// The deals of one matchup under every arm.
#[derive(Clone, Copy)]
pub(super) struct PairedDeals<'a> {
    pub(super) plan: &'a PlayPlan,
    /// Setups in which arms are played, by [`Arm::setup`](super::arms::Arm::setup).
    pub(super) setups: &'a [&'a ExperimentSetup],
    /// Index of the matchup in each setup.
    pub(super) matchup: usize,
    /// `true` to count clues.
    pub(super) with_clues: bool,
}

/// Sums of consecutive deals.
pub(super) struct DealBlock {
    /// Number of the first deal.
    pub(super) start: u64,
    /// By arm, the sums of each deal.
    pub(super) sums: Vec<Vec<DealSums>>,
}

impl DealBlock {
    /// Returns the number of deals.
    pub(super) fn len(&self) -> u64 {
        self.sums[0].len() as u64
    }

    /// Returns the number of the first deal after the block.
    pub(super) fn end(&self) -> u64 {
        self.start + self.len()
    }
}

impl PairedDeals<'_> {
    /// Plays deals block by block, until they end, the run stops, or `each` breaks or fails.
    pub(super) fn play(
        &self,
        deals: Range<u64>,
        (watch, done): (&RunControl, &AtomicU64),
        mut each: impl FnMut(DealBlock) -> Result<ControlFlow<()>, LabError>,
    ) -> Result<(), LabError> {
        let mut start = deals.start;
        while start < deals.end && !watch.is_over() {
            // Blocks end at multiples, so that looks do not depend on where a part begins.
            let end = deals.end.min((start / BLOCK + 1) * BLOCK);
            let block = self.block(start..end, (watch, done))?;
            start = block.end();
            if each(block)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Plays a block of deals under every arm. After a stop it holds the leading deals that all arms have
    /// played.
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
                schedule: &population.lineup.schedule,
                rules: &rules,
                with_clues: self.with_clues,
                done,
            };
            play(&setup.arena(population, rules[0])?, deals.clone(), &recorder, watch, |block| {
                for sums in block.output.chunks(rules.len()) {
                    group.iter().zip(sums).for_each(|(&arm, &sums)| all[arm].push(sums));
                }
                watch.flow()
            })?;
        }
        // A stop leaves the groups with different numbers of deals. Pairing needs every deal under every arm.
        let common = all.iter().map(Vec::len).min().unwrap_or(0);
        all.iter_mut().for_each(|sums| sums.truncate(common));
        Ok(DealBlock { start: deals.start, sums: all })
    }

    /// Returns the number of deals with the same codes and individual associations under every arm: all deals
    /// if the words are equal.
    pub(super) fn same_deals(&self, block: &DealBlock) -> Result<u64, LabError> {
        let arms = self.plan.arms();
        if arms.iter().all(|arm| arm.setup == arms[0].setup) {
            return Ok(block.len());
        }
        let setups = arms.iter().map(|arm| self.setups[arm.setup].game_setup(&arm.rules));
        let setups = setups.collect::<Result<Vec<GameSetup<'_>>, _>>()?;
        let seed = self.setups[0].seed;
        // Decks differ, so deals are drawn anew for each arm and compared; nothing is played here.
        Ok((block.start..block.end())
            .filter(|number| {
                let first = setups[0].deal(seed, *number);
                let mut others = setups[1..].iter().map(|setup| setup.deal(seed, *number));
                others.all(|other| other.codes == first.codes && other.noise_seeds == first.noise_seeds)
            })
            .count() as u64)
    }
}

/// A [`Recorder`] of the sums of each deal, under the rules that are played and the rules that rejudge.
struct DealSumsRecorder<'a> {
    schedule: &'a Schedule,
    rules: &'a [Rules],
    with_clues: bool,
    done: &'a AtomicU64,
}

impl Recorder for DealSumsRecorder<'_> {
    type Output = Vec<DealSums>;

    fn game(&self, number: GameNumber, _: BySide<usize>, game: &Game, output: &mut Vec<DealSums>) {
        self.done.fetch_add(1, Ordering::Relaxed);
        let (_, _, seating) = self.schedule.locate(number).expect("a game of the schedule");
        if self.schedule.opens_deal(number) {
            output.extend(self.rules.iter().map(|_| DealSums::default()));
        }
        // The output holds, deal after deal, the sums under each rule set of the group. The current deal is the
        // last.
        let first = output.len() - self.rules.len();
        let played = &self.rules[0];
        for (sums, rules) in output[first..].iter_mut().zip(self.rules) {
            let again = (rules != played).then(|| rules.rejudge(game).expect("keywords were asked for"));
            sums.add(game, again.unwrap_or(game.ending), played.round_limit, seating);
            if self.with_clues {
                sums.add_clues(&game.record);
            }
        }
    }

    fn wants_keywords(&self) -> bool {
        self.rules.len() > 1
    }
}
