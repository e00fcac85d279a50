//! An interval for the mean of independent observations whose range is known.
//!
//! The likelihood-ratio interval over all distributions on the range, not only over the observed values.
//! Values that were never seen may still occur (Honda & Takemura 2010; empirical likelihood, Owen 1988, with
//! both ends of the range added).
//!
//! With many scattered observations the interval is the normal one. If all observations are alike it is the
//! rule of three. In between it follows Poisson's law of rare events. It always lies within the range and
//! never has width 0.

use crate::root::falling_root;
use crate::special::{normal_cdf, normal_quantile, poisson_upper};
use crate::{Estimate, Interval};

/// Small-sample correction of the critical value: a factor 1 + `FEW[0]` / (events + `FEW[1]`), found by
/// simulation over the coverage cases.
const FEW: [f64; 2] = [0.65, 1.0];

/// Independent observations in a known range, as a count for each value.
///
/// ```
/// use overhear_stats::BoundedSample;
/// let sweep = BoundedSample::of_counts(&[0, 0, 0, 0, 10]).expect("ten pairs");
/// let score = sweep.estimate();
/// assert_eq!((score.value, score.interval.high), (1.0, 1.0));
/// assert!(score.interval.low > 0.6 && score.interval.low < 0.8);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BoundedSample {
    range: Interval,
    total: f64,
    mean: f64,
    variance: f64,
    /// Observed values, scaled to 0..=1 of the range, with their shares of the observations.
    places: Vec<[f64; 2]>,
}

impl BoundedSample {
    /// Creates a sample of `counts[i]` observations of the value i / (cells − 1).
    ///
    /// Returns `None` without observations or with fewer than two cells.
    pub fn of_counts(counts: &[u64]) -> Option<Self> {
        let top = counts.len().checked_sub(1).filter(|&top| top > 0)? as i64;
        let values = (0..).zip(counts.iter().copied());
        Some(Self::of_values(values, [0, top])?.scaled(1.0 / top as f64))
    }

    /// Creates a sample of values between two whole numbers, each with its count.
    ///
    /// Returns `None` without observations, if a value lies outside the range or if the range is empty. It
    /// also returns `None` if observations · width exceeds 2^63, above which sums are not exact.
    pub fn of_values(values: impl IntoIterator<Item = (i64, u64)>, range: [i64; 2]) -> Option<Self> {
        let [low, high] = range;
        let counted: Vec<(i64, u64)> = values.into_iter().filter(|&(_, count)| count > 0).collect();
        if low >= high || counted.is_empty() || counted.iter().any(|&(value, _)| value < low || value > high)
        {
            return None;
        }
        let most = counted.iter().map(|&(_, count)| count as f64).sum::<f64>() * (high as f64 - low as f64);
        if most > 2_f64.powi(63) {
            return None;
        }
        // Moments about the lower end in 128-bit integers: exact, so n Σx² − (Σx)² cannot cancel.
        let (mut total, mut first, mut second) = (0, 0, 0);
        for &(value, count) in &counted {
            let (x, count) = (i128::from(value) - i128::from(low), i128::from(count));
            total += count;
            first += x * count;
            second += x * x * count;
        }
        let (n, width) = (total as f64, (i128::from(high) - i128::from(low)) as f64);
        let places = counted
            .iter()
            .map(|&(value, count)| [(i128::from(value) - i128::from(low)) as f64 / width, count as f64 / n]);
        Some(Self {
            range: Interval { low: low as f64, high: high as f64 },
            total: n,
            mean: first as f64 / (n * width),
            variance: (total * second - first * first) as f64 / (n * n * width * width),
            places: places.collect(),
        })
    }

    /// Returns the sample in another unit: the range times `factor`, which must be positive.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self { range: self.range.map(|end| end * factor), ..self }
    }

    /// Returns the number of observations.
    pub fn observations(&self) -> f64 {
        self.total
    }

    /// Returns the mean with its standard error (divisor N) and its 95 % interval.
    pub fn estimate(&self) -> Estimate {
        let width = self.range.width();
        let se = width * (self.variance / self.total).sqrt();
        Estimate { value: self.range.low + width * self.mean, se, interval: self.interval(0.95) }
    }

    /// Returns the interval that covers the mean with probability `level`.
    ///
    /// Both ends are NaN unless `level` lies in (0, 1].
    pub fn interval(&self, level: f64) -> Interval {
        self.within(two_sided(level, self.rare_events()))
    }

    /// Returns the interval of two one-sided bounds. The mean passes each with probability `alpha` at most.
    ///
    /// It serves claims that a value lies within a margin. With little variance it is wider than
    /// [`interval`](Self::interval) at 1 − 2 `alpha`: its critical value is that of Poisson's law, exact for
    /// rare events.
    ///
    /// Both ends are NaN unless `alpha` lies in (0, 1).
    pub fn one_sided_ends(&self, alpha: f64) -> Interval {
        self.within(one_sided(alpha, self.rare_events()))
    }

    /// Returns the two-sided p-value of "the mean is `value`": one less the largest level whose
    /// [`interval`](Self::interval) excludes the value.
    pub fn p_value(&self, value: f64) -> f64 {
        2.0 * normal_cdf(-self.z_score(value).abs())
    }

    /// Returns the distance of the mean from `value`, as the signed root of the likelihood ratio.
    ///
    /// It is on the scale of a standard normal variable and agrees with [`interval`](Self::interval).
    pub fn z_score(&self, value: f64) -> f64 {
        let place = ((value - self.range.low) / self.range.width()).clamp(0.0, 1.0);
        let information = if place < self.mean {
            self.least_information(place)
        } else {
            self.mirror().least_information(1.0 - place)
        };
        let few = 1.0 + FEW[0] / (self.rare_events() + FEW[1]);
        (2.0 * self.total * information.max(0.0) / few).sqrt().copysign(self.mean - place)
    }

    /// Returns the sample mirrored in the range: every value x becomes 1 − x.
    fn mirror(&self) -> Self {
        let places = self.places.iter().map(|&[place, share]| [1.0 - place, share]).collect();
        Self { mean: 1.0 - self.mean, places, ..*self }
    }

    /// Returns the number of rare events, each spanning the whole range, that would have this variance.
    pub(crate) fn rare_events(&self) -> f64 {
        self.total * self.variance
    }

    /// Creates a sample of successes in `trials` independent trials; the numbers may be fractional.
    pub(crate) fn of_share(share: f64, trials: f64) -> Self {
        let places = [[0.0, 1.0 - share], [1.0, share]];
        Self {
            range: Interval::UNIT,
            total: trials,
            mean: share,
            variance: share * (1.0 - share),
            places: places.into_iter().filter(|&[_, share]| share > 0.0).collect(),
        }
    }

    /// Returns the mean, scaled to 0..=1 of the range.
    pub(crate) fn place(&self) -> f64 {
        self.mean
    }

    /// Returns the observed values, scaled to 0..=1, with their numbers of observations.
    pub(crate) fn places(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.places.iter().map(|&[place, share]| [place, share * self.total])
    }

    /// Maps a part of the unit interval to the range.
    pub(crate) fn in_range(&self, ends: Interval) -> Interval {
        ends.map(|place| self.range.low + place * self.range.width())
    }

    /// Returns all means whose log-likelihood ratio is at most `critical`.
    pub(crate) fn within(&self, critical: f64) -> Interval {
        if critical.is_nan() {
            return Interval::new(critical, critical);
        }
        let low = self.lower_end(critical);
        let high = 1.0 - self.mirror().lower_end(critical);
        self.in_range(Interval { low: low.min(self.mean), high: high.max(self.mean) })
    }

    fn lower_end(&self, critical: f64) -> f64 {
        if self.mean <= 0.0 {
            return 0.0;
        }
        falling_root([0.0, self.mean], |mean| {
            let [information, slope] = self.information(mean);
            [self.total * information - critical, self.total * slope]
        })
    }

    /// Returns the smallest Kullback–Leibler divergence from the observed shares to a distribution on the
    /// range with mean at most `mean`.
    fn least_information(&self, mean: f64) -> f64 {
        let [information, _] = self.information(mean);
        information
    }

    /// Returns the divergence of [`least_information`](Self::least_information) and its slope in the mean.
    ///
    /// By duality it is the best growth rate of a bet on a larger mean: the maximum over f in [0, 1] of Σ p
    /// ln(1 + f (x/mean − 1)). A mean of 0 allows only zeros; any other observation refutes it.
    fn information(&self, mean: f64) -> [f64; 2] {
        if mean <= 0.0 {
            let is_refuted = self.mean > 0.0;
            return if is_refuted { [f64::INFINITY, f64::NEG_INFINITY] } else { [0.0, 0.0] };
        }
        let terms = self.places.iter().map(|&[place, share]| (place / mean - 1.0, share));
        // The growth rate is concave in f, so its slope falls and the root search applies.
        let stake = falling_root([0.0, 1.0], |f| {
            terms.clone().fold([0.0, 0.0], |[slope, bend], (gain, share)| {
                let rate = gain / (1.0 + f * gain);
                [slope + share * rate, bend - share * rate * rate]
            })
        });
        // Envelope theorem: the optimal f is constant to first order, so only the mean itself is
        // differentiated.
        let information = terms.clone().map(|(gain, share)| share * libm::log1p(stake * gain)).sum();
        let fall: f64 = terms.map(|(gain, share)| share * (gain + 1.0) / (1.0 + stake * gain)).sum();
        [information, -fall * stake / mean]
    }
}

/// Returns the critical log-likelihood ratio of a two-sided interval: half the χ² quantile with one degree of
/// freedom.
///
/// It is raised where the variance is that of few rare events. NaN if `level` is outside (0, 1].
pub(crate) fn two_sided(level: f64, rare_events: f64) -> f64 {
    if !(level > 0.0 && level <= 1.0) {
        return f64::NAN;
    }
    let z = normal_quantile(0.5 + level / 2.0);
    z * z / 2.0 * (1.0 + FEW[0] / (rare_events + FEW[1]))
}

/// Returns the interval of a mean if all observations are alike: the rule of three on either side.
pub(crate) fn all_alike(place: f64, observations: f64, critical: f64) -> Interval {
    let shrinkage = libm::exp(-critical / observations);
    Interval { low: place * shrinkage, high: 1.0 - (1.0 - place) * shrinkage }
}

/// Returns the critical log-likelihood ratio of a one-sided bound: between `events` and the largest Poisson
/// mean allowed at `alpha`.
///
/// NaN if `alpha` is outside (0, 1).
fn one_sided(alpha: f64, events: f64) -> f64 {
    if !(alpha > 0.0 && alpha < 1.0) {
        return f64::NAN;
    }
    let most = poisson_upper(alpha, events);
    most - events - if events > 0.0 { events * libm::log(most / events) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z95;
    use proptest::prelude::*;

    fn sample(counts: &[u64]) -> BoundedSample {
        BoundedSample::of_counts(counts).expect("observations")
    }

    #[test]
    fn nothing_and_nonsense_are_no_sample() {
        assert_eq!(BoundedSample::of_counts(&[0, 0]), None);
        assert_eq!(BoundedSample::of_counts(&[3]), None);
        assert_eq!(BoundedSample::of_values([(3, 1)], [0, 2]), None);
        assert_eq!(BoundedSample::of_values([(0, 1)], [0, 0]), None);
    }

    #[test]
    fn sums_beyond_63_bits_are_no_sample_and_those_below_have_estimates() {
        for (values, range) in
            [(vec![(0, u64::MAX), (1, u64::MAX)], [0, 1]), (vec![(0, 1)], [i64::MIN, i64::MAX])]
        {
            assert_eq!(BoundedSample::of_values(values, range), None);
        }
        assert_eq!(BoundedSample::of_counts(&[0, 0, 0, 0, u64::MAX]), None);
        let many = BoundedSample::of_values([(i64::MAX / 4, 1), (0, 1)], [0, i64::MAX / 2]).expect("within");
        assert!((many.variance - 1.0 / 16.0).abs() < 1e-9 && many.estimate().interval.width() > 0.0);
    }

    #[test]
    fn what_is_no_level_has_no_ends() {
        let sample = sample(&[3, 4, 5]);
        for level in [95.0, 0.0, -0.95, f64::NAN] {
            for Interval { low, high } in [sample.interval(level), sample.one_sided_ends(level)] {
                assert!(low.is_nan() && high.is_nan(), "{level}: {low} {high}");
            }
        }
        assert!(Interval { low: 1e-9, high: 1.0 - 1e-9 }.is_within(sample.interval(1.0)), "to be sure");
    }

    #[test]
    fn many_scattered_observations_have_the_normal_interval() {
        let estimate = sample(&[240, 40, 440, 40, 240]).estimate();
        let ratio = estimate.interval.width() / (2.0 * Z95 * estimate.se);
        assert!((1.0..1.01).contains(&ratio), "{ratio}");
    }

    #[test]
    fn observations_alike_have_the_rule_of_three_and_more() {
        for (counts, high) in [([1000, 0, 0], 1000.0), ([20, 0, 0], 20.0)] {
            let interval = sample(&counts).interval(0.95);
            assert!(interval.low == 0.0 && (2.8..3.3).contains(&(interval.high * high)), "{interval:?}");
        }
        let middle = sample(&[0, 0, 50, 0, 0]).interval(0.95);
        let expected = all_alike(0.5, 50.0, two_sided(0.95, 0.0));
        assert!((middle.low - expected.low).abs() < 1e-9 && (middle.high - expected.high).abs() < 1e-9);
    }

    #[test]
    fn an_end_of_the_range_is_refuted_by_whatever_lies_elsewhere() {
        let shares = [sample(&[1, 0, 9]), sample(&[99, 1]), sample(&[0, 7, 0])];
        for share in &shares {
            assert_eq!([share.p_value(0.0), share.p_value(1.0)], [0.0, 0.0], "{share:?}");
        }
        let none = sample(&[10, 0]);
        assert_eq!([none.p_value(0.0), none.p_value(1.0)], [1.0, 0.0]);
        assert!(none.p_value(0.5) > 0.0);
    }

    #[test]
    fn one_sided_ends_are_poissons() {
        let rare = BoundedSample::of_values([(0, 999_990), (1, 10)], [0, 1]).expect("observations");
        let high = 1e6 * rare.one_sided_ends(0.05).high;
        assert!((high - 16.96).abs() < 0.01, "{high}");
        let many = sample(&[5000, 5000]);
        let ends = many.one_sided_ends(0.05);
        assert!((ends.width() / many.interval(0.9).width() - 1.0).abs() < 0.02);
    }

    #[test]
    fn the_p_value_is_the_level_at_which_the_interval_leaves_it_out() {
        for counts in [[3, 4, 5, 0, 1], [0, 0, 50, 1, 0], [9, 0, 0, 0, 0]] {
            for value in [0.2, 0.5, 0.77] {
                let (sample, p) = (sample(&counts), sample(&counts).p_value(value));
                assert!(sample.interval(1.0 - 0.98 * p).contains(value), "{counts:?} {value} {p}");
                assert!(
                    p > 0.999 || !sample.interval(1.0 - 1.02 * p).contains(value),
                    "{counts:?} {value} {p}"
                );
            }
        }
    }

    #[test]
    fn another_range_moves_the_interval_along() {
        assert_eq!(sample(&[3, 4, 5]).observations(), 12.0);
        let unit = sample(&[3, 4, 5]).estimate();
        let moved =
            BoundedSample::of_values([(-4, 3), (0, 4), (4, 5)], [-4, 4]).expect("observations").estimate();
        assert!((moved.value - (8.0 * unit.value - 4.0)).abs() < 1e-12);
        assert!((moved.interval.low - (8.0 * unit.interval.low - 4.0)).abs() < 1e-9);
        assert!((moved.se - 8.0 * unit.se).abs() < 1e-12);
    }

    #[test]
    fn a_value_is_as_far_from_the_mean_in_another_range() {
        let unit = sample(&[3, 4, 5]);
        let moved = BoundedSample::of_values([(-4, 3), (0, 4), (4, 5)], [-4, 4]).expect("observations");
        for value in [0.1, 0.4, 0.6, 0.95] {
            let (here, there) = (unit.z_score(value), moved.z_score(8.0 * value - 4.0));
            assert!((here - there).abs() < 1e-9, "{value}: {here} {there}");
        }
    }

    proptest! {
        #[test]
        fn it_holds_the_mean_stays_in_range_and_mirrors(counts in prop::array::uniform5(0_u64..3000)) {
            prop_assume!(counts.iter().any(|&count| count > 0));
            let estimate = sample(&counts).estimate();
            prop_assert!(estimate.interval.contains(estimate.value) && estimate.interval.is_within(Interval::UNIT));
            prop_assert!(estimate.interval.width() > 0.0);
            let mut turned = counts;
            turned.reverse();
            let mirror = sample(&turned).interval(0.95);
            prop_assert!((mirror.low - (1.0 - estimate.interval.high)).abs() < 1e-9);
            prop_assert!(estimate.interval.is_within(sample(&counts).interval(0.99)));
        }
    }
}
