//! A comparison of arms on the same deals, from the plays to the estimates.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicU64;

use overhear_stats::Interval;
use serde::{Deserialize, Serialize};

use super::arms::PlayPlan;
use super::counts::MatchupCounts;
use super::deals::{BLOCK, DealBlock, PairedDeals};
use super::estimates::MeasureEstimates;
use super::measure::Measure;
use super::multiplicity::{Contrast, Judgement, Multiplicity};
use super::sentences::Finding;
use crate::error::LabError;
use crate::experiment::{ExperimentSetup, Population};
use crate::run_control::RunControl;
use crate::tournament::Shard;

/// A comparison: its arms, measures and looks.
#[derive(Clone, Debug)]
pub(crate) struct PairedRun {
    /// The arms.
    pub(crate) plan: PlayPlan,
    /// The measures, in the order of the rows.
    pub(super) measures: Vec<Measure>,
    /// Equivalence margins that were set, in percentage points and in rounds.
    pub(super) margins: [Option<f64>; 2],
    /// Number of leading arms whose games choose the better of two agents.
    pub(super) choosing_arms: usize,
    /// `true` to look after each block of deals.
    pub(super) has_looks: bool,
}

/// Counts of consecutive deals of a matchup, up to a look.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LookSegment {
    /// Number of the first deal after the segment.
    pub(super) end: u64,
    pub(super) counts: MatchupCounts,
}

/// Counts of a part of the deals. Each matchup has one segment, or one up to each look.
pub(crate) type PartCounts = Vec<Vec<LookSegment>>;

impl PairedRun {
    /// Returns the comparison of two arms in one look at the end.
    pub(crate) const fn of_pair(
        plan: PlayPlan,
        measures: Vec<Measure>,
        margins: [Option<f64>; 2],
    ) -> PairedRun {
        PairedRun { plan, measures, margins, choosing_arms: 2, has_looks: false }
    }

    /// Returns the measures that apply to a matchup.
    fn measures_of(&self, matchup: &Population) -> Vec<Measure> {
        let two = matchup.lineup.players.len() == 2;
        self.measures.iter().copied().filter(|measure| two || !measure.takes_two()).collect()
    }

    /// Returns empty counts for a matchup.
    pub(crate) fn empty(&self, matchup: &Population) -> MatchupCounts {
        MatchupCounts::empty(&self.measures_of(matchup), self.plan.arms().len())
    }

    /// Returns `true` if there is a look after `deals` deals of a matchup.
    pub(super) fn is_looked_at(&self, deals: u64, matchup: &Population) -> bool {
        self.has_looks && (deals.is_multiple_of(BLOCK) || deals == matchup.lineup.schedule.deals())
    }

    /// Plays a part of the deals of every matchup. After a stop it holds the leading deals. With looks it
    /// ends once `is_enough` returns `true` for a segment.
    pub(super) fn play(
        &self,
        setups: &[&ExperimentSetup],
        (shard, watch): (Shard, &RunControl),
        mut is_enough: impl FnMut(&LookSegment) -> bool,
    ) -> Result<PartCounts, LabError> {
        let counter = watch.count(0, setups[0].games_of(shard) * self.plan.count());
        let matchups = setups[0].populations.iter().enumerate();
        let segments_of_matchups = matchups.map(|(place, matchup)| {
            let mut segments: Vec<LookSegment> = Vec::new();
            let deals = shard.range(matchup.lineup.schedule.deals());
            let paired = self.paired_deals(setups, place);
            paired.play(deals, (watch, counter.done()), |block| {
                let next = LookSegment { end: block.end(), counts: self.counts_of_block(&paired, &block)? };
                let enough = self.has_looks && is_enough(&next);
                // Blocks between two looks merge into one segment, so a part's size does not grow with its
                // deals unless looks do.
                match segments.last_mut().filter(|last| !self.is_looked_at(last.end, matchup)) {
                    Some(last) => {
                        last.counts.merge(&next.counts);
                        last.end = next.end;
                    }
                    None => segments.push(next),
                }
                Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            Ok(segments)
        });
        segments_of_matchups.collect()
    }

    /// Plays deals of the first matchup and returns their counts.
    ///
    /// # Errors
    /// Returns an error if an agent fails, and on a stop: unfinished deals have no counts.
    pub(crate) fn counts_of_deals(
        &self,
        setups: &[&ExperimentSetup],
        deals: Range<u64>,
        watch: &RunControl,
    ) -> Result<MatchupCounts, LabError> {
        let played = self.paired_deals(setups, 0);
        let block = played.block(deals, (watch, &AtomicU64::new(0)))?;
        watch.check_stop()?;
        self.counts_of_block(&played, &block)
    }

    /// Returns the deals of a matchup.
    fn paired_deals<'a>(&'a self, setups: &'a [&'a ExperimentSetup], matchup: usize) -> PairedDeals<'a> {
        let with_clues = self.measures.iter().any(|measure| measure.failure().is_some());
        PairedDeals { plan: &self.plan, setups, matchup, with_clues }
    }

    /// Returns the counts of a block of deals.
    fn counts_of_block(&self, deals: &PairedDeals<'_>, block: &DealBlock) -> Result<MatchupCounts, LabError> {
        let matchup = &deals.setups[0].populations[deals.matchup];
        let mut counts = self.empty(matchup);
        let half = matchup.lineup.schedule.games_of_a_deal() as i64;
        counts.record(&self.measures_of(matchup), half, block, deals.same_deals(block)?);
        Ok(counts)
    }

    /// Returns the number of deals of each matchup in a part; `None` if the counts do not belong to this run.
    pub(super) fn deals_of_part(&self, setup: &ExperimentSetup, part: &PartCounts) -> Option<Vec<u64>> {
        let matchups = &setup.populations;
        (part.len() == matchups.len())
            .then(|| {
                matchups
                    .iter()
                    .zip(part)
                    .map(|(matchup, segments)| {
                        let empty = self.empty(matchup);
                        let fits = segments.iter().all(|segment| segment.counts.is_like(&empty));
                        let mut deals = segments.iter().map(|segment| segment.counts.deals);
                        deals.try_fold(0u64, u64::checked_add).filter(|_| fits)
                    })
                    .collect()
            })
            .flatten()
    }

    /// Returns the counts of each matchup, merged over consecutive parts.
    pub(super) fn merged(&self, setup: &ExperimentSetup, parts: &[PartCounts]) -> Vec<MatchupCounts> {
        setup
            .populations
            .iter()
            .enumerate()
            .map(|(place, matchup)| {
                let mut all = self.empty(matchup);
                parts.iter().flat_map(|part| &part[place]).for_each(|segment| all.merge(&segment.counts));
                all
            })
            .collect()
    }

    /// Returns the estimates of each measure from a matchup's counts.
    pub(crate) fn estimates(&self, matchup: &Population, counts: &MatchupCounts) -> Vec<MeasureEstimates> {
        let each = matchup.lineup.schedule.games_of_a_deal();
        self.measures_of(matchup)
            .into_iter()
            .zip(counts.measures.iter().cloned())
            .map(|(measure, counts)| {
                let margin = measure.margin(self.margins);
                MeasureEstimates::new(measure, margin, &self.plan, each, self.choosing_arms, counts)
            })
            .collect()
    }
}

/// A contrast with its place and its games, not judged yet.
pub(crate) struct PlacedContrast<'a> {
    contrast: Contrast<'a>,
    place: &'a str,
    games: u64,
    planned: u64,
}

impl<'a> Contrast<'a> {
    /// Returns the contrast at the matchup or grid point `place`, which is empty if there is only one, after
    /// `games` of the `planned` games under each arm.
    pub(crate) const fn at(self, place: &'a str, games: u64, planned: u64) -> PlacedContrast<'a> {
        PlacedContrast { contrast: self, place, games, planned }
    }
}

impl PlacedContrast<'_> {
    /// Returns the measure in which the arms are contrasted.
    pub(super) const fn measure(&self) -> Measure {
        self.contrast.estimates.measure
    }
}

/// Result of one measure under one arm at one matchup.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) contrast: Contrast<'a>,
    /// Name of the matchup or grid point; empty if there is only one.
    pub(super) place: &'a str,
    /// Games under each arm.
    pub(crate) games: u64,
    /// Games under each arm when all are played.
    pub(super) planned: u64,
    pub(super) judgement: Judgement,
}

impl<'a> Row<'a> {
    /// Returns the rows of contrasts, judged together.
    pub(crate) fn all(
        multiplicity: Multiplicity,
        placed: impl IntoIterator<Item = PlacedContrast<'a>>,
    ) -> Vec<Row<'a>> {
        let placed: Vec<_> = placed.into_iter().collect();
        let contrasts: Vec<Contrast<'a>> = placed.iter().map(|placed| placed.contrast).collect();
        let rows = placed.into_iter().zip(multiplicity.judge(&contrasts));
        rows.map(|(PlacedContrast { contrast, place, games, planned }, judgement)| Row {
            contrast,
            place,
            games,
            planned,
            judgement,
        })
        .collect()
    }

    /// Returns the finding of the row, with `interval` in place of the row's own interval if given. Returns
    /// `None` without games.
    pub(crate) fn finding(&self, interval: Option<Interval>) -> Option<Finding<'a>> {
        let Contrast { estimates, arm } = self.contrast;
        let difference = estimates.difference(arm)?;
        Some(Finding {
            measure: estimates.measure,
            place: self.place,
            decision: self.judgement.decision,
            games: self.games,
            planned: self.planned,
            values: estimates.mean_values(arm)?,
            difference: difference.value,
            interval: interval.unwrap_or(difference.interval),
            margin: estimates.margin,
            is_fixed: estimates.is_fixed(arm),
        })
    }
}
