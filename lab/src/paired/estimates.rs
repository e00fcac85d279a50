//! Estimates of one measure from counts: its value under every arm, and each arm's difference from the first.

use ndarray::Array2;
use overhear_stats::{
    BettingSequence, BoundedSample, DifferenceCounts, Estimate, Interval, MaxZ, RatioMoments, equivalence,
    student_p_value,
};

use super::arms::PlayPlan;
use super::counts::{GameCounts, MeasureCounts};
use super::measure::Measure;

/// Level of tests and of confidence sequences.
pub(crate) const ALPHA: f64 = 0.05;

/// Number of random draws behind the simultaneous intervals.
const DRAWS: u32 = 20_000;

/// Seed of those draws. A fixed seed gives equal arms equal intervals.
const DRAWS_SEED: u64 = 1;

/// Interval of a difference that is known to be zero.
const NONE: Interval = Interval { low: 0.0, high: 0.0 };

/// Estimates of one measure at one matchup.
pub(crate) struct MeasureEstimates {
    /// The measure.
    pub(super) measure: Measure,
    /// Equivalence margin, in the measure's unit.
    pub(super) margin: f64,
    /// Maximum that all games of a deal can contribute.
    scale: i64,
    /// Maximum absolute difference of a deal.
    most: i64,
    /// By arm, the maximum number of rounds of a game.
    longest: Vec<u8>,
    /// By arm, `true` if it equals the first arm, so that the difference is exactly zero.
    is_first: Vec<bool>,
    /// By arm, `true` if its rules cannot change the measure: the games of the first arm are judged again, and the measure does not
    /// depend on their winner.
    is_fixed: Vec<bool>,
    /// `true` if the second agent is the better one, so that its score is measured.
    is_turned: bool,
    counts: MeasureCounts,
}

impl MeasureEstimates {
    /// Returns estimates from counts; each deal has `each` games. The first `choosing_arms` arms choose the
    /// better agent.
    pub(super) fn new(
        measure: Measure,
        margin: f64,
        plan: &PlayPlan,
        each: u64,
        choosing_arms: usize,
        counts: MeasureCounts,
    ) -> MeasureEstimates {
        let longest: Vec<u8> = plan.arms().iter().map(|arm| arm.rules.last_round()).collect();
        // The tests need a bound on a deal's difference.
        let values = measure.values(longest.iter().copied().max().unwrap_or_default());
        let widest = values.end() - values.start();
        let is_turned = match &counts {
            MeasureCounts::Games(games) => games.leads[..choosing_arms].iter().sum::<i64>() < 0,
            MeasureCounts::Clues(_) => false,
        };
        MeasureEstimates {
            measure,
            margin,
            scale: measure.units_per_game() * each as i64,
            most: widest * each as i64,
            is_first: (0..longest.len()).map(|arm| plan.is_first(arm)).collect(),
            is_fixed: (0..longest.len())
                .map(|arm| !measure.depends_on_judge() && plan.has_games_of_first(arm))
                .collect(),
            longest,
            is_turned,
            counts,
        }
    }

    /// Returns `true` if the rules of an arm cannot change the measure.
    pub(super) fn is_fixed(&self, arm: usize) -> bool {
        self.is_fixed[arm]
    }

    const fn games(&self) -> Option<&GameCounts> {
        match &self.counts {
            MeasureCounts::Games(games) => Some(games),
            MeasureCounts::Clues(_) => None,
        }
    }

    /// Returns the number of deals that count.
    pub(crate) fn deals(&self) -> u64 {
        match &self.counts {
            MeasureCounts::Games(games) => games.deals,
            MeasureCounts::Clues(ratios) => ratios[0].deals,
        }
    }

    /// Returns the number of games under each arm in the deals that count; `None` for measures of clues.
    pub(super) fn counted_games(&self) -> Option<u64> {
        self.games().map(|games| games.deals * (self.scale / self.measure.units_per_game()) as u64)
    }

    /// Converts a number of half-points or counts per deal into a difference in the measure's unit.
    fn in_unit(&self, number: f64) -> f64 {
        let sign = if self.is_turned { -1.0 } else { 1.0 };
        // Zero stays +0: multiplying by a negative sign would print `-0`.
        if number == 0.0 { 0.0 } else { number * (sign / self.scale as f64) }
    }

    /// Returns the means of the first arm and of the arm `arm`.
    pub(super) fn mean_values(&self, arm: usize) -> Option<[f64; 2]> {
        match &self.counts {
            MeasureCounts::Clues(ratios) => ratios[arm].ratios(),
            MeasureCounts::Games(games) => {
                let whole = self.scale as f64 * games.deals as f64;
                let means = [0, arm].map(|arm| games.sums[arm] as f64 / whole);
                (games.deals > 0).then(|| means.map(|mean| if self.is_turned { 1.0 - mean } else { mean }))
            }
        }
    }

    /// Returns the mean of a measure of games under an arm with its 95 % interval, limited to what the arm's
    /// rules allow.
    pub(crate) fn mean(&self, arm: usize) -> Option<Estimate> {
        self.mean_up_to(arm, self.longest[arm])
    }

    /// Returns the mean of a measure of games under an arm with its 95 % interval, limited to what any arm's
    /// rules allow.
    pub(super) fn mean_of_any(&self, arm: usize) -> Option<Estimate> {
        self.mean_up_to(arm, self.longest.iter().copied().max()?)
    }

    fn mean_up_to(&self, arm: usize, longest: u8) -> Option<Estimate> {
        let games = self.games()?;
        let (deals, scale) = (games.deals as i64, self.scale);
        let (y, yy) = (games.sums[arm], games.product(arm, arm));
        let (values, unit) = (self.measure.values(longest), self.measure.units_per_game());
        let [low, high] = [values.start(), values.end()].map(|end| *end as f64 / unit as f64);
        let moments = RatioMoments {
            deals: games.deals,
            y,
            // The mean is the ratio Σ y / (scale · deals): the denominator of every deal is the constant
            // `scale`, so its moments follow without counting.
            n: scale * deals,
            yy,
            yn: scale * y,
            nn: scale * scale * deals,
        };
        let mean = moments.bounded(Interval { low, high })?;
        Some(if self.is_turned { mean.scale(-1.0).shift(1.0) } else { mean })
    }

    /// Returns the difference of an arm from the first in some deals, with its 95 % interval.
    fn difference_in(&self, arm: usize, deals: &DifferenceCounts) -> Option<Estimate> {
        let Estimate { value, se, interval } = deals.estimate(self.most)?;
        let interval = if self.is_first[arm] { NONE } else { interval.map(|end| self.in_unit(end)) };
        Some(Estimate { value: self.in_unit(value), se: se / self.scale as f64, interval })
    }

    /// Returns the difference of an arm from the first, with its 95 % interval. For clues, returns `None` if
    /// no deal differs: the deals then say nothing about the error.
    pub(crate) fn difference(&self, arm: usize) -> Option<Estimate> {
        match &self.counts {
            MeasureCounts::Clues(ratios) => ratios[arm].difference().filter(|difference| difference.se > 0.0),
            MeasureCounts::Games(games) => self.difference_in(arm, &games.differences[arm]),
        }
    }

    /// Returns the number of deals that reached the tiebreaker under the first arm.
    pub(super) fn tied_deals(&self, arm: usize) -> u64 {
        self.games().map_or(0, |games| games.tied_differences[arm].deals())
    }

    /// Returns the difference in the deals that reached the tiebreaker under the first arm.
    pub(super) fn tied_difference(&self, arm: usize) -> Option<Estimate> {
        self.difference_in(arm, &self.games()?.tied_differences[arm])
    }

    fn sample(&self, arm: usize) -> Option<BoundedSample> {
        self.games()?.differences[arm].sample(self.most)
    }

    /// Returns the interval of the difference at the level `level`.
    pub(super) fn interval_at(&self, arm: usize, level: f64) -> Option<Interval> {
        if self.is_first[arm] {
            return Some(NONE);
        }
        Some(self.sample(arm)?.interval(level).map(|end| self.in_unit(end)))
    }

    /// Returns the interval of the difference that holds at all looks of `planned` deals at once, except with
    /// probability `alpha`.
    pub(super) fn anytime(&self, arm: usize, planned: u64, alpha: f64) -> Option<Interval> {
        if self.is_first[arm] {
            return Some(NONE);
        }
        let sample = self.sample(arm)?;
        Some(BettingSequence::new(planned, alpha)?.interval(&sample).map(|end| self.in_unit(end)))
    }

    /// Returns the p-value of the hypothesis "there is no difference".
    pub(super) fn difference_p(&self, arm: usize) -> Option<f64> {
        match &self.counts {
            MeasureCounts::Clues(ratios) => student_p_value(&self.difference(arm)?, ratios[arm].deals - 1),
            MeasureCounts::Games(_) => self.sample(arm).map(|sample| sample.p_value(0.0)),
        }
    }

    /// Returns the p-value of the hypothesis "the difference reaches the margin".
    pub(super) fn equivalence_p(&self, arm: usize) -> Option<f64> {
        match &self.counts {
            MeasureCounts::Clues(ratios) => {
                let test = equivalence(&self.difference(arm)?, ratios[arm].deals - 1, self.margin, ALPHA)?;
                Some(test.p_value)
            }
            MeasureCounts::Games(_) if self.is_first[arm] => Some(0.0),
            MeasureCounts::Games(games) => {
                let (differences, margin) = (&games.differences[arm], self.margin * self.scale as f64);
                (differences.deals() > 0).then(|| differences.equivalence_p_value(self.most, margin))
            }
        }
    }

    /// Returns the factor by which two separate runs would need more deals for an interval of equal width.
    pub(super) fn variance_ratio(&self, arm: usize) -> Option<f64> {
        match &self.counts {
            MeasureCounts::Clues(ratios) => ratios[arm].variance_ratio(),
            MeasureCounts::Games(games) => games.paired_with(arm).variance_ratio(),
        }
    }

    /// Returns the distribution of the largest |z| over all pairs of arms, from their joint covariance.
    pub(super) fn largest_z(&self) -> Option<MaxZ> {
        let games = self.games().filter(|games| games.deals > 1)?;
        let (arms, deals) = (games.sums.len(), games.deals as f64);
        let covariance = Array2::from_shape_fn((arms, arms), |(a, b)| {
            let spread = i128::from(games.deals) * i128::from(games.product(a, b))
                - i128::from(games.sums[a]) * i128::from(games.sums[b]);
            spread as f64 / (deals * deals * (deals - 1.0))
        });
        MaxZ::pairwise(&covariance, DRAWS, DRAWS_SEED)
    }

    /// Returns the p-value of "there is no difference", valid for all pairs of arms at once.
    pub(super) fn largest_z_p(&self, arm: usize, largest: Option<&MaxZ>) -> Option<f64> {
        if self.is_first[arm] {
            return Some(1.0);
        }
        Some(largest?.adjusted_p_value(self.sample(arm)?.z_score(0.0)))
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Rules;

    use super::super::counts::MatchupCounts;
    use super::super::deal_sums::DealSums;
    use super::super::deals::{DealBlock, is_choosing};
    use super::super::multiplicity::{Contrast, Multiplicity};
    use super::*;

    /// Returns estimates of fifty deals of two games; the first agent has fixed half-points under each arm.
    fn estimates(measure: Measure, choosing_arms: usize) -> MeasureEstimates {
        let official = Rules::official();
        let plan = PlayPlan::of_rules([official, Rules { round_limit: 5, ..official }]);
        let base = (0..50).map(|deal| DealSums::of_first(if is_choosing(deal) { 0 } else { 3 })).collect();
        let short = (0..50).map(|_| DealSums::of_first(1)).collect();
        let mut counts = MatchupCounts::empty(&[measure], 2);
        counts.record(&[measure], 2, &DealBlock { start: 0, sums: vec![base, short] }, 50);
        MeasureEstimates::new(measure, 0.005, &plan, 2, choosing_arms, counts.measures.swap_remove(0))
    }

    #[test]
    fn the_second_agent_is_measured_where_it_is_the_better_one() {
        let better = estimates(Measure::BetterScore, 1);
        assert_eq!((better.deals(), better.mean_values(1)), (40, Some([0.25, 0.75])));
        assert_eq!(better.mean(1).map(|mean| mean.value), Some(0.75));
        assert_eq!(better.difference(1).map(|difference| difference.value), Some(0.5));
        let first = estimates(Measure::FirstScore, 1);
        assert_eq!((first.deals(), first.mean(1).map(|mean| mean.value)), (50, Some(0.25)));
        assert_eq!((first.counted_games(), better.counted_games()), (Some(100), Some(80)));
    }

    #[test]
    fn a_difference_has_the_error_of_its_deals() {
        // In 40 deals the first agent has 2 half-points of 4 less, in 10 it has 1 more: −0.5 and +0.25.
        let difference = estimates(Measure::FirstScore, 2).difference(1).expect("deals");
        let square = (40.0 * 0.25 + 10.0 * 0.0625) / 50.0;
        let mean = (-0.5 * 40.0 + 0.25 * 10.0) / 50.0;
        let error = ((square - mean * mean) / 50.0_f64).sqrt();
        assert!((difference.value - mean).abs() < 1e-12, "{difference:?}");
        assert!((difference.se / error - 1.0).abs() < 0.1, "{difference:?}, {error}");
    }

    #[test]
    fn an_arm_does_not_differ_from_itself() {
        let estimates = estimates(Measure::BetterScore, 2);
        let base = estimates.difference(0).expect("deals");
        assert_eq!((base.value, base.interval, estimates.equivalence_p(0)), (0.0, NONE, Some(0.0)));
        let rows = [0, 1].map(|arm| Contrast { estimates: &estimates, arm });
        let judged = Multiplicity::LargestZ.judge(&rows);
        assert_eq!((judged[0].p, judged[0].interval), (Some(1.0), Some(NONE)));
        assert!(judged[1].interval.is_some_and(|ends| ends.contains(0.5) && ends.low > 0.0));
    }

    #[test]
    fn every_way_to_look_at_many_rows_is_wider_than_one_row_alone() {
        let estimates = estimates(Measure::FirstScore, 2);
        let row = Contrast { estimates: &estimates, arm: 1 };
        let alone = estimates.difference(1).expect("deals").interval;
        let bonferroni = Multiplicity::Bonferroni.judge(&[row, row]);
        let anytime = Multiplicity::Anytime { planned: 50, alpha: ALPHA }.judge(&[row]);
        for wide in [bonferroni[0].overall, anytime[0].interval] {
            let wide = wide.expect("deals");
            assert!(wide.low < alone.low && alone.high < wide.high, "{wide:?} {alone:?}");
        }
        assert_eq!(
            Multiplicity::Holm.judge(&[row])[0].decision,
            Some(super::super::verdict::Decision::Different)
        );
    }
}
