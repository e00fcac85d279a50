//! Means and ratios over games that share deals: the deal, not the game, is the independent observation.
//!
//! If the range of the observations is known, the interval respects it and has a width even if all deals
//! agree. Otherwise the interval is Student's, with deals − 1 degrees of freedom.

use serde::{Deserialize, Serialize};

use crate::bounded::{all_alike, two_sided};
use crate::{BoundedSample, Estimate, Interval};

/// Returns the mean of one number per deal, with its 95 % interval (Student's t, deals − 1 degrees).
///
/// Give one value for each deal, in a fixed order: the sum or mean over that deal's games. Returns `None` for
/// fewer than two deals, or numbers that are not finite or too large to be squared.
///
/// ```
/// let score = overhear_stats::clustered_mean(&[0.5, 1.0, 0.25, 0.75]).expect("two deals or more");
/// assert_eq!(score.value, 0.625);
/// assert!(score.interval.contains(0.5));
/// ```
pub fn clustered_mean(per_deal: &[f64]) -> Option<Estimate> {
    let deals = per_deal.len() as u64;
    let freedom = deals.checked_sub(1).filter(|&freedom| freedom > 0)?;
    let mean = per_deal.iter().sum::<f64>() / deals as f64;
    let squares: f64 = per_deal.iter().map(|value| (value - mean) * (value - mean)).sum();
    let se = (squares / freedom as f64 / deals as f64).sqrt();
    (mean.is_finite() && se.is_finite()).then(|| Estimate::student(mean, se, freedom))
}

/// First and second moments over deals of two integers per deal: a numerator y and a denominator n.
///
/// The ratio Σy / Σn is the mean of y per unit of n: points per game, miscommunications per half, rounds per
/// game. Its error is that of the linearised ratio: the deals vary by y − ratio · n. If every deal has an
/// equal n, the ratio is the plain mean over deals. All sums are integers, so shards merge exactly.
///
/// ```
/// use overhear_stats::RatioMoments;
/// let mut misses = RatioMoments::default();
/// for (missed, halves) in [(1, 10), (0, 8), (3, 12)] {
///     misses.record(missed, halves);
/// }
/// let rate = misses.estimate().expect("two deals or more");
/// assert!((rate.value - 4.0 / 30.0).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatioMoments {
    /// The number of deals.
    pub deals: u64,
    /// Σ y.
    pub y: i64,
    /// Σ n.
    pub n: i64,
    /// Σ y².
    pub yy: i64,
    /// Σ y n.
    pub yn: i64,
    /// Σ n².
    pub nn: i64,
}

impl RatioMoments {
    /// Adds one deal with numerator `y` and denominator `n`.
    pub fn record(&mut self, y: i64, n: i64) {
        self.deals += 1;
        self.y += y;
        self.n += n;
        self.yy += y * y;
        self.yn += y * n;
        self.nn += n * n;
    }

    /// Adds the deals of another collection.
    pub fn merge(&mut self, other: &Self) {
        self.deals += other.deals;
        self.y += other.y;
        self.n += other.n;
        self.yy += other.yy;
        self.yn += other.yn;
        self.nn += other.nn;
    }

    /// Returns the ratio Σy / Σn; `None` if the denominator is not positive.
    pub fn ratio(&self) -> Option<f64> {
        (self.n > 0).then(|| self.y as f64 / self.n as f64)
    }

    /// Returns a ratio between 0 and 1, y never exceeding n, with its clustered 95 % interval.
    ///
    /// Returns `None` if Σ n is not positive. See [`bounded`](Self::bounded).
    pub fn share(&self) -> Option<Estimate> {
        self.bounded(Interval::UNIT)
    }

    /// Returns a ratio, each unit of n adding a number within `range` to y, with its clustered 95 % interval.
    ///
    /// The interval is that of independent trials with the same variance, and no narrower than the rule of
    /// three allows: outcomes that all deals share may change in the next. Record only deals that contribute
    /// to n. A range of one number gives an interval without width.
    ///
    /// Returns `None` if Σ n is not positive or the range is not ordered.
    pub fn bounded(&self, range: Interval) -> Option<Estimate> {
        self.bounded_at(range, 0.95)
    }

    /// Returns the estimate of [`bounded`](Self::bounded) with an interval of another level, for example for
    /// many ratios at once.
    ///
    /// Returns `None` unless `level` lies in (0, 1].
    pub fn bounded_at(&self, range: Interval, level: f64) -> Option<Estimate> {
        if !(range.width() >= 0.0 && level > 0.0 && level <= 1.0) {
            return None;
        }
        let (ratio, deals) = (self.ratio()?, self.deals as f64);
        if range.width() <= 0.0 {
            return Some(Estimate { value: ratio, se: 0.0, interval: Interval::new(ratio, ratio) });
        }
        let se = self.standard_error().unwrap_or(0.0);
        Some(Estimate { value: ratio, se, interval: bounded_interval(ratio, se, deals, range, level) })
    }

    /// Returns the standard error of the linearised ratio; `None` for fewer than two deals.
    pub fn standard_error(&self) -> Option<f64> {
        let freedom = self.deals.checked_sub(1).filter(|&freedom| freedom > 0)?;
        let deals = self.deals as f64;
        Some((self.residual_squares() * deals / freedom as f64).sqrt() / self.n as f64)
    }

    /// Returns the ratio of numbers of any size with its clustered 95 % interval (Student's t, deals − 1
    /// degrees).
    ///
    /// The interval has no width if all deals agree; use [`bounded`](Self::bounded) if the range of the
    /// numbers is known.
    ///
    /// Returns `None` for fewer than two deals or if Σ n is not positive.
    pub fn estimate(&self) -> Option<Estimate> {
        Some(Estimate::student(self.ratio()?, self.standard_error()?, self.deals - 1))
    }

    /// Returns Σ (y − ratio · n)², exact up to one rounding wherever the products fit 128 bits.
    pub(crate) fn residual_squares(&self) -> f64 {
        // Multiplied out as (Σy² n² − 2 Σyn · y n + Σn² y²) / n²: the three terms nearly cancel, so they are
        // integers. The float form is the fallback for sums that overflow.
        let squares = self.exact_residuals().unwrap_or_else(|| {
            let ratio = self.y as f64 / self.n as f64;
            self.yy as f64 - 2.0 * ratio * self.yn as f64 + ratio * ratio * self.nn as f64
        });
        squares.max(0.0)
    }

    fn exact_residuals(&self) -> Option<f64> {
        let [y, n, yy, yn, nn] = [self.y, self.n, self.yy, self.yn, self.nn].map(i128::from);
        let first = yy.checked_mul(n)?.checked_mul(n)?;
        let second = yn.checked_mul(2 * y)?.checked_mul(n)?;
        let third = nn.checked_mul(y)?.checked_mul(y)?;
        let sum = first.checked_sub(second)?.checked_add(third)?;
        Some(sum as f64 / (n as f64 * n as f64))
    }
}

/// Returns the interval of a mean over `deals` deals, each value within a range of positive width.
pub(crate) fn bounded_interval(mean: f64, se: f64, deals: f64, range: Interval, level: f64) -> Interval {
    let width = range.width();
    let (place, se) = (((mean - range.low) / width).clamp(0.0, 1.0), se / width);
    let spread = place * (1.0 - place);
    // Effective number of independent trials: a share p of that many trials has the variance p(1 − p)/trials
    // = se².
    let trials = if se > 0.0 && spread > 0.0 { spread / (se * se) } else { deals };
    let critical = two_sided(level, deals * deals * se * se);
    let scattered = BoundedSample::of_share(place, trials).within(critical);
    let ends = scattered.hull(all_alike(place, deals, critical));
    ends.map(|end| range.low + end * width).hull(Interval::new(mean, mean))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_deal_has_no_error() {
        assert_eq!(clustered_mean(&[1.0]), None);
        let mut one = RatioMoments::default();
        one.record(1, 2);
        assert_eq!((one.ratio(), one.estimate()), (Some(0.5), None));
    }

    #[test]
    fn no_denominator_no_ratio() {
        let mut nothing = RatioMoments::default();
        nothing.record(0, 0);
        nothing.record(0, 0);
        assert_eq!((nothing.ratio(), nothing.estimate()), (None, None));
    }

    #[test]
    fn a_range_of_one_number_leaves_nothing_open() {
        let mut rounds = RatioMoments::default();
        (0..9).for_each(|_| rounds.record(2, 2));
        let estimate = rounds.bounded(Interval { low: 1.0, high: 1.0 }).expect("deals");
        assert_eq!(
            (estimate.value, estimate.se, estimate.interval),
            (1.0, 0.0, Interval { low: 1.0, high: 1.0 })
        );
    }

    #[test]
    fn what_is_no_range_or_no_level_bounds_nothing() {
        let mut misses = RatioMoments::default();
        [(1, 3), (2, 4)].into_iter().for_each(|(y, n)| misses.record(y, n));
        for (low, high) in [(1.0, 0.0), (0.0, f64::NAN)] {
            assert_eq!(misses.bounded(Interval { low, high }), None, "{low} {high}");
        }
        for level in [95.0, 0.0, f64::NAN] {
            assert_eq!(misses.bounded_at(Interval::UNIT, level), None, "{level}");
        }
        assert!(
            misses.bounded_at(Interval::UNIT, 0.9).is_some_and(|estimate| estimate.interval.width() > 0.0)
        );
    }

    #[test]
    fn deals_alike_leave_no_error() {
        let mut alike = RatioMoments::default();
        (0..1000).for_each(|_| alike.record(333, 1000));
        assert_eq!(alike.estimate().map(|rate| (rate.value, rate.se)), Some((0.333, 0.0)));
    }

    #[test]
    fn sums_too_large_for_exact_products_still_give_an_error() {
        let huge = RatioMoments {
            deals: 1 << 40,
            y: 1 << 50,
            n: 1 << 51,
            yy: i64::MAX / 2,
            yn: i64::MAX / 2,
            nn: i64::MAX,
        };
        assert_eq!(huge.exact_residuals(), None);
        assert!(huge.estimate().is_some_and(|rate| rate.se.is_finite()));
    }

    #[test]
    fn a_share_of_games_alone_on_their_deals_is_that_of_trials() {
        let mut moments = RatioMoments::default();
        (0..400).for_each(|deal| moments.record(i64::from(deal % 4 == 0), 1));
        let (estimate, trials) = (moments.share().expect("deals"), BoundedSample::of_counts(&[300, 100]));
        let expected = trials.expect("trials").estimate();
        assert!((estimate.interval.low - expected.interval.low).abs() < 2e-4, "{estimate:?} {expected:?}");
        assert!((estimate.interval.high - expected.interval.high).abs() < 2e-4);
    }

    #[test]
    fn where_all_deals_agree_the_next_may_not() {
        let ends = |y: i64, deals: u64| {
            let mut moments = RatioMoments::default();
            (0..deals).for_each(|_| moments.record(y, 4));
            moments.share().expect("deals").interval
        };
        let (never, half, one) = (ends(0, 50), ends(2, 50), ends(4, 1));
        assert!(never.low == 0.0 && never.high > 0.05 && never.high < 0.07, "{never:?}");
        assert!(half.low < 0.5 && half.high > 0.5 && one.high == 1.0 && one.low < 0.06, "{half:?} {one:?}");
    }

    #[test]
    fn a_mean_of_known_range_stays_in_it() {
        let mut rounds = RatioMoments::default();
        [8, 8, 7].into_iter().for_each(|length| rounds.record(length, 1));
        let estimate = rounds.bounded(Interval { low: 1.0, high: 8.0 }).expect("games");
        assert!(
            estimate.interval.contains(estimate.value)
                && estimate.interval.high <= 8.0
                && estimate.interval.low > 3.0
        );
    }

    #[test]
    fn student_has_a_degree_of_freedom_less_than_there_are_deals() {
        let mut rate = RatioMoments::default();
        [(0, 1), (2, 1)].into_iter().for_each(|(y, n)| rate.record(y, n));
        let estimate = rate.estimate().expect("deals");
        assert!(
            (estimate.se - 1.0).abs() < 1e-12 && (estimate.interval.half_width() - 12.706_205).abs() < 1e-5
        );
    }

    #[test]
    fn sums_too_large_for_exact_products_have_the_residuals_of_the_formula() {
        // The ratio is ½: 3 · 2⁶⁰ − 2⁶⁰ + 2⁶² / 4.
        let (y, n, yy, yn, nn) = (1 << 50, 1 << 51, 3 << 60, 1 << 60, 1 << 62);
        let huge = RatioMoments { deals: 1 << 40, y, n, yy, yn, nn };
        assert_eq!((huge.exact_residuals(), huge.residual_squares()), (None, 3.0 * 60_f64.exp2()));
    }

    #[test]
    fn with_the_variance_of_trials_it_is_the_interval_of_trials() {
        for (counts, level) in [([17, 3], 0.95), ([2, 7], 0.8), ([50, 1], 0.99)] {
            let trials = BoundedSample::of_counts(&counts).expect("trials");
            let expected = trials.interval(level);
            let (share, deals) = (trials.estimate().value, (counts[0] + counts[1]) as f64);
            let se = (share * (1.0 - share) / deals).sqrt();
            // The same in a range of width 4 from −1 on.
            let range = Interval { low: -1.0, high: 3.0 };
            let interval = bounded_interval(4.0 * share - 1.0, 4.0 * se, deals, range, level);
            assert!(
                (interval.low - (4.0 * expected.low - 1.0)).abs() < 1e-9,
                "{counts:?}: {interval:?} {expected:?}"
            );
            assert!(
                (interval.high - (4.0 * expected.high - 1.0)).abs() < 1e-9,
                "{counts:?}: {interval:?} {expected:?}"
            );
        }
    }

    proptest! {
           #[test]
           fn equal_denominators_give_the_mean_over_deals(scores in prop::collection::vec(0_i64..40, 2..60)) {
               let mut moments = RatioMoments::default();
               for &score in &scores {
    moments.record(score, 10);
    }
               let per_deal: Vec<f64> = scores.iter().map(|&score| score as f64 / 10.0).collect();
               let (ratio, mean) = (moments.estimate().expect("deals"), clustered_mean(&per_deal).expect("deals"));
               prop_assert!((ratio.value - mean.value).abs() < 1e-12 && (ratio.se - mean.se).abs() < 1e-9);
               prop_assert!(ratio.interval.contains(ratio.value));
           }

           #[test]
           fn shards_merge_to_the_whole(deals in prop::collection::vec((0_i64..9, 0_i64..20), 0..40), cut in 0_usize..40) {
               let gather = |part: &[(i64, i64)]| {
                   let mut moments = RatioMoments::default();
                   for &(y, n) in part {
    moments.record(y, n);
    }
                   moments
               };
               let (left, right) = deals.split_at(cut.min(deals.len()));
               let mut merged = gather(left);
               merged.merge(&gather(right));
               prop_assert_eq!(merged, gather(&deals));
           }
       }
}
