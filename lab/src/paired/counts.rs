//! Counts of deals under every arm. They are integers that merge, so threads and parts do not change a
//! result.

use overhear_engine::rules::MAX_ROUNDS;
use overhear_stats::{DifferenceCounts, PairedMoments, PairedRatios};
use serde::{Deserialize, Serialize};

use super::deals::{DealBlock, is_choosing};
use super::ending_kind::EndingKind;
use super::measure::Measure;

/// Counts of the deals of one matchup under every arm.
///
/// Merging adds every number of the JSON form: lists by index, maps by key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchupCounts {
    /// Number of deals played.
    pub deals: u64,
    /// Number of deals that had the same codes and the same individual associations under every arm.
    pub(super) same_deals: u64,
    /// Counts of each measure.
    pub(super) measures: Vec<MeasureCounts>,
    /// By arm, the games by what decided them.
    #[serde(rename = "rungs")]
    pub(crate) endings: Vec<KindCounts<{ EndingKind::ALL.len() }>>,
    /// By arm, the games by length in rounds, from 1.
    pub(crate) lengths: Vec<KindCounts<MAX_ROUNDS>>,
}

impl MatchupCounts {
    /// Returns empty counts for these measures and this number of arms.
    pub(super) fn empty(measures: &[Measure], arms: usize) -> MatchupCounts {
        MatchupCounts {
            deals: 0,
            same_deals: 0,
            measures: measures.iter().map(|&measure| MeasureCounts::empty(measure, arms)).collect(),
            endings: vec![KindCounts::default(); arms],
            lengths: vec![KindCounts::default(); arms],
        }
    }

    /// Adds a block of deals. `half` is half of the half-points that the games of a deal can bring the first
    /// agent; `same_deals` counts deals that are equal under every arm.
    pub(super) fn record(&mut self, measures: &[Measure], half: i64, block: &DealBlock, same_deals: u64) {
        self.deals += block.len();
        self.same_deals += same_deals;
        for (counts, &measure) in self.measures.iter_mut().zip(measures) {
            counts.record(measure, half, block);
        }
        for (arm, sums) in block.sums.iter().enumerate() {
            for deal in sums {
                self.endings[arm].record(deal.endings);
                self.lengths[arm].record(deal.lengths);
            }
        }
    }

    /// Adds the counts of other deals with the same measures and arms.
    pub fn merge(&mut self, other: &MatchupCounts) {
        self.deals += other.deals;
        self.same_deals += other.same_deals;
        self.measures.iter_mut().zip(&other.measures).for_each(|(own, other)| own.merge(other));
        self.endings.iter_mut().zip(&other.endings).for_each(|(own, other)| own.merge(other));
        self.lengths.iter_mut().zip(&other.lengths).for_each(|(own, other)| own.merge(other));
    }

    /// Returns `true` if `other` counts the same measures and arms.
    pub(crate) fn is_like(&self, other: &MatchupCounts) -> bool {
        let measures = self.measures.iter().zip(&other.measures);
        self.measures.len() == other.measures.len()
            && measures.into_iter().all(|(own, other)| own.shape() == other.shape())
            && (self.endings.len(), self.lengths.len()) == (other.endings.len(), other.lengths.len())
            && self.same_deals <= self.deals
    }
}

/// Counts of one measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MeasureCounts {
    /// One number for each deal: how its games end.
    Games(GameCounts),
    /// Two numbers for each deal, failed clues and possible failures: the first arm paired with each arm.
    Clues(Vec<PairedRatios>),
}

impl MeasureCounts {
    fn empty(measure: Measure, arms: usize) -> MeasureCounts {
        match measure.failure() {
            Some(_) => MeasureCounts::Clues(vec![PairedRatios::default(); arms]),
            None => MeasureCounts::Games(GameCounts::empty(arms)),
        }
    }

    fn record(&mut self, measure: Measure, half: i64, block: &DealBlock) {
        match (self, measure.failure()) {
            (MeasureCounts::Clues(ratios), Some(failure)) => {
                for (ratios, sums) in ratios.iter_mut().zip(&block.sums) {
                    let deals = block.sums[0].iter().zip(sums);
                    deals.for_each(|(first, own)| ratios.record(first.clues(failure), own.clues(failure)));
                }
            }
            (MeasureCounts::Games(games), _) => games.record(measure, half, block),
            (MeasureCounts::Clues(_), None) => {}
        }
    }

    fn merge(&mut self, other: &MeasureCounts) {
        match (self, other) {
            (MeasureCounts::Games(own), MeasureCounts::Games(other)) => own.merge(other),
            (MeasureCounts::Clues(own), MeasureCounts::Clues(other)) => {
                own.iter_mut().zip(other).for_each(|(own, other)| own.merge(other));
            }
            _ => {}
        }
    }

    fn shape(&self) -> [usize; 6] {
        match self {
            MeasureCounts::Games(games) => [
                0,
                games.leads.len(),
                games.sums.len(),
                games.products.len(),
                games.differences.len(),
                games.tied_differences.len(),
            ],
            MeasureCounts::Clues(ratios) => [1, ratios.len(), 0, 0, 0, 0],
        }
    }
}

/// First and second moments over deals of one number under each arm, and its differences from the first arm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameCounts {
    /// Number of deals that count.
    pub(super) deals: u64,
    /// By arm, the lead of the first agent in half-points, on the deals that decide which agent is the better
    /// one.
    pub(super) leads: Vec<i64>,
    /// By arm, Σ y.
    pub(super) sums: Vec<i64>,
    /// By pair of arms, Σ y y′, in row-major order.
    products: Vec<i64>,
    /// By arm, counts of the deals' differences from the first arm.
    pub(super) differences: Vec<DifferenceCounts>,
    /// By arm, counts of the differences in deals that reached the tiebreaker under the first arm.
    pub(super) tied_differences: Vec<DifferenceCounts>,
}

impl GameCounts {
    fn empty(arms: usize) -> GameCounts {
        GameCounts {
            deals: 0,
            leads: vec![0; arms],
            sums: vec![0; arms],
            products: vec![0; arms * arms],
            differences: vec![DifferenceCounts::default(); arms],
            tied_differences: vec![DifferenceCounts::default(); arms],
        }
    }

    fn record(&mut self, measure: Measure, half: i64, block: &DealBlock) {
        let mut values = vec![0; self.sums.len()];
        for (place, deal) in (block.start..block.end()).enumerate() {
            values.iter_mut().zip(&block.sums).for_each(|(value, arm)| *value = arm[place].value(measure));
            // These deals choose the better agent and measure nothing, so the choice does not bias the score.
            if measure == Measure::BetterScore && is_choosing(deal) {
                self.leads.iter_mut().zip(&values).for_each(|(lead, value)| *lead += value - half);
            } else {
                self.add(&values, block.sums[0][place].is_tied());
            }
        }
    }

    fn add(&mut self, values: &[i64], is_tied: bool) {
        self.deals += 1;
        self.differences.iter_mut().zip(values).for_each(|(counts, &value)| counts.record(values[0], value));
        if is_tied {
            let tied = self.tied_differences.iter_mut();
            tied.zip(values).for_each(|(counts, &value)| counts.record(values[0], value));
        }
        self.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        // The full matrix of products costs arms² for each deal; it yields the covariance of every pair of
        // arms.
        for (row, a) in self.products.chunks_exact_mut(values.len()).zip(values) {
            row.iter_mut().zip(values).for_each(|(sum, b)| *sum += a * b);
        }
    }

    fn merge(&mut self, other: &GameCounts) {
        self.deals += other.deals;
        self.leads.iter_mut().zip(&other.leads).for_each(|(own, other)| *own += other);
        self.sums.iter_mut().zip(&other.sums).for_each(|(own, other)| *own += other);
        self.products.iter_mut().zip(&other.products).for_each(|(own, other)| *own += other);
        merge_differences(&mut self.differences, &other.differences);
        merge_differences(&mut self.tied_differences, &other.tied_differences);
    }

    /// Returns Σ y y′ of two arms.
    pub(super) fn product(&self, a: usize, b: usize) -> i64 {
        self.products[a * self.sums.len() + b]
    }

    /// Returns the moments of the first arm paired with another arm.
    pub(super) fn paired_with(&self, arm: usize) -> PairedMoments {
        PairedMoments {
            deals: self.deals,
            a: self.sums[0],
            b: self.sums[arm],
            aa: self.product(0, 0),
            bb: self.product(arm, arm),
            ab: self.product(0, arm),
        }
    }
}

fn merge_differences(counts: &mut [DifferenceCounts], others: &[DifferenceCounts]) {
    counts.iter_mut().zip(others).for_each(|(own, other)| own.merge(other));
}

/// Numbers of games of `N` kinds in a deal: sums over deals, and sums of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KindCounts<const N: usize> {
    /// Σ y.
    pub(crate) y: [u64; N],
    /// Σ y².
    pub(crate) yy: [u64; N],
}

impl<const N: usize> Default for KindCounts<N> {
    fn default() -> KindCounts<N> {
        KindCounts { y: [0; N], yy: [0; N] }
    }
}

impl<const N: usize> Serialize for KindCounts<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [&self.y[..], &self.yy[..]].serialize(serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for KindCounts<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<KindCounts<N>, D::Error> {
        let [y, yy] = <[Vec<u64>; 2]>::deserialize(deserializer)?;
        Ok(KindCounts { y: numbers_of_kinds(y)?, yy: numbers_of_kinds(yy)? })
    }
}

fn numbers_of_kinds<const N: usize, E: serde::de::Error>(list: Vec<u64>) -> Result<[u64; N], E> {
    list.try_into().map_err(|_| E::custom(format_args!("not {N} numbers")))
}

impl<const N: usize> KindCounts<N> {
    fn record(&mut self, games: [u32; N]) {
        for ((y, yy), games) in self.y.iter_mut().zip(&mut self.yy).zip(games.map(u64::from)) {
            *y += games;
            *yy += games * games;
        }
    }

    fn merge(&mut self, other: &KindCounts<N>) {
        self.y.iter_mut().zip(other.y).for_each(|(own, other)| *own += other);
        self.yy.iter_mut().zip(other.yy).for_each(|(own, other)| *own += other);
    }
}

#[cfg(test)]
mod tests {
    use super::super::deal_sums::DealSums;
    use super::*;

    fn block(start: u64, of_first: [&dyn Fn(u64) -> i64; 2]) -> DealBlock {
        let sums = of_first.map(|of| (start..start + 50).map(|deal| DealSums::of_first(of(deal))).collect());
        DealBlock { start, sums: sums.into() }
    }

    #[test]
    fn the_better_agent_is_picked_on_some_deals_and_measured_on_the_others() {
        let measures = [Measure::BetterScore, Measure::FirstScore];
        let mut counts = MatchupCounts::empty(&measures, 2);
        let block = block(0, [&|deal| if is_choosing(deal) { 0 } else { 3 }, &|_| 1]);
        counts.record(&measures, 2, &block, 50);
        let [MeasureCounts::Games(better), MeasureCounts::Games(first)] = &counts.measures[..] else {
            panic!("two measures of games")
        };
        assert_eq!(
            (better.deals, &better.leads[..], &better.sums[..]),
            (40, &[-20, -10][..], &[120, 40][..])
        );
        assert_eq!((first.deals, &first.leads[..], &first.sums[..]), (50, &[0, 0][..], &[120, 50][..]));
        let moments = better.paired_with(1);
        assert_eq!((moments.aa, moments.bb, moments.ab), (360, 40, 120));
    }

    #[test]
    fn parts_add_up_in_any_order_and_other_shapes_are_told() {
        let measures = [Measure::FirstScore, Measure::MissedRate];
        let of = |start| {
            let mut counts = MatchupCounts::empty(&measures, 2);
            counts.record(&measures, 2, &block(start, [&|deal| deal as i64 % 4, &|_| 2]), 7);
            counts
        };
        let merged = |parts: [u64; 2]| {
            let mut counts = of(parts[0]);
            counts.merge(&of(parts[1]));
            counts
        };
        assert_eq!(merged([0, 50]), merged([50, 0]));
        assert_eq!((merged([0, 50]).deals, merged([0, 50]).same_deals), (100, 14));
        let empty = |measures: &[Measure], arms| MatchupCounts::empty(measures, arms);
        assert!(of(0).is_like(&empty(&measures, 2)));
        assert!(!of(0).is_like(&empty(&measures, 3)) && !of(0).is_like(&empty(&measures[..1], 2)));
        assert!(!of(0).is_like(&empty(&[Measure::MissedRate, Measure::FirstScore], 2)));
        let read =
            serde_json::to_string(&of(0)).and_then(|text| serde_json::from_str::<MatchupCounts>(&text));
        assert_eq!(read.expect("JSON"), of(0));
    }
}
