//! A studentised bootstrap interval for a mean whose observations come in clusters (Efron & Tibshirani 1993,
//! 12.5).
//!
//! Whole clusters are resampled. Studentising follows the skewness of losses, which quantiles of the
//! resampled means miss.
//!
//! Rare losses are missing from a sample of few clusters. The interval is therefore no narrower than
//! Student's. It is also no narrower than the rule of three allows over the known range: unseen values may
//! still occur.

use crate::clustered::bounded_interval;
use crate::draws::RandomStream;
use crate::interval::Interval;
use crate::special::student_quantile;

/// The smallest number of clusters with an interval.
///
/// With fewer, no interval covers the mean of skewed losses as often as its level promises.
pub const FEWEST_CLUSTERS: usize = 5;

/// Correction for few clusters: the tail level is multiplied by 1 − `OUTWARDS` / clusters. The value was
/// found by simulation over skewed losses.
const OUTWARDS: f64 = 4.0;

/// Relative size below which a sum of squares counts as rounding error.
const ROUNDING: f64 = 1e-14;

/// Prior knowledge about the range of single observations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// The range that contains every observation; its ends may be infinite.
    pub bounds: Interval,
    /// The range in which observations are expected even if none was seen there.
    pub usual: Option<Interval>,
}

impl Support {
    /// The support of observations of unknown range.
    pub const UNKNOWN: Self =
        Self { bounds: Interval { low: f64::NEG_INFINITY, high: f64::INFINITY }, usual: None };

    /// Creates the support of observations that may lie anywhere between two ends.
    pub const fn within(bounds: Interval) -> Self {
        Self { bounds, usual: Some(bounds) }
    }
}

/// Returns the 95 % interval of (Σ y) / (Σ n) over clusters (y, n), from `resamples` draws with replacement.
///
/// A draw takes as many clusters as there are; clusters with n = 0 are left out. Returns `None` for fewer
/// than [`FEWEST_CLUSTERS`], for numbers that are not finite, and if Σ n is not positive.
///
/// ```
/// use overhear_stats::{Support, bootstrap_mean};
/// let losses = [(2.0, 4.0), (1.0, 3.0), (5.0, 4.0), (0.5, 2.0), (1.5, 3.0), (0.9, 3.0)];
/// let interval = bootstrap_mean(&losses, Support::UNKNOWN, 2000, 1).expect("six clusters");
/// assert!(interval.contains(10.9 / 19.0) && interval.width() > 0.5);
/// assert_eq!(bootstrap_mean(&losses[..4], Support::UNKNOWN, 2000, 1), None);
/// ```
pub fn bootstrap_mean(
    clusters: &[(f64, f64)],
    support: Support,
    resamples: u32,
    seed: u64,
) -> Option<Interval> {
    let sample = Clusters::new(clusters)?;
    let count = sample.centred.len();
    let Clusters { mean, se, observed, .. } = sample;
    let half = student_quantile(0.975, count as u64 - 1) * se;
    let drawn = sample.studentised(resamples, seed)?;
    let range = support.usual.map_or(observed, |usual| usual.hull(observed));
    let interval = Interval::around(mean, half).hull(unseen(&sample, range));
    // The bootstrap-t interval is mean − t* · se: the upper quantile of t* gives the lower end and the
    // reverse. Quantiles are huge or infinite where draws often miss everything that differs; there the range
    // decides.
    let [low, high] = [drawn.high, drawn.low]
        .map(|quantile| if quantile.is_finite() { mean - quantile * se } else { mean });
    let reach = Interval::new(low, high);
    let reach = if support.usual.is_some() { reach.clamp(range) } else { reach };
    Some(interval.hull(reach).clamp(support.bounds))
}

/// Returns the interval of the mean if unseen or rarely seen values may lie at either end of `range`.
fn unseen(sample: &Clusters, range: Interval) -> Interval {
    let Clusters { mean, se, .. } = *sample;
    if range.width() <= 0.0 {
        return Interval::new(mean, mean);
    }
    bounded_interval(mean, se, sample.centred.len() as f64, range, 0.95)
}

/// Clusters as deviations from the mean, so that the sums of a draw keep their digits.
struct Clusters {
    mean: f64,
    se: f64,
    /// y − mean · n, and n, of each cluster.
    centred: Vec<[f64; 2]>,
    /// The range of the means of single clusters.
    observed: Interval,
    /// The sum of squares that rounding alone produces.
    rounding: f64,
}

impl Clusters {
    fn new(clusters: &[(f64, f64)]) -> Option<Self> {
        let counted: Vec<(f64, f64)> = clusters.iter().copied().filter(|&(_, n)| n != 0.0).collect();
        let (y, n) = counted.iter().fold((0.0, 0.0), |(y, n), one| (y + one.0, n + one.1));
        let mean = y / n;
        if counted.len() < FEWEST_CLUSTERS || !(n > 0.0 && n.is_finite() && mean.is_finite()) {
            return None;
        }
        let means = counted.iter().filter(|(_, n)| *n > 0.0).map(|(y, n)| y / n);
        let observed = means.map(|one| Interval::new(one, one)).reduce(Interval::hull)?;
        let centred: Vec<[f64; 2]> = counted.iter().map(|(y, n)| [y - mean * n, *n]).collect();
        let rounding = ROUNDING * counted.iter().map(|(y, n)| y * y + mean * mean * n * n).sum::<f64>();
        let Deviation { se, .. } = Sums::from_places(&centred, 0..centred.len()).deviation(rounding)?;
        Some(Self { mean, se, centred, observed, rounding })
    }

    /// Returns the outer quantiles of t* = (resampled mean − mean) / (resampled standard error).
    fn studentised(&self, resamples: u32, seed: u64) -> Option<Interval> {
        let (mut draws, count) = (RandomStream::new(seed), self.centred.len());
        let mut quotients: Vec<f64> = (0..resamples)
            .filter_map(|_| {
                let places = (0..count).map(|_| ((draws.uniform() * count as f64) as usize).min(count - 1));
                let Deviation { off, se } =
                    Sums::from_places(&self.centred, places).deviation(self.rounding)?;
                Some(if off == 0.0 { 0.0 } else { off / se })
            })
            .collect();
        quotients.sort_by(f64::total_cmp);
        let tail = 0.025 * (1.0 - OUTWARDS / count as f64);
        let last = quotients.len().checked_sub(1)?;
        let place = (tail * last as f64).floor() as usize;
        Some(Interval { low: quotients[place], high: quotients[last - place] })
    }
}

/// First and second moments of the drawn clusters.
#[derive(Default)]
struct Sums {
    clusters: f64,
    y: f64,
    n: f64,
    yy: f64,
    yn: f64,
    nn: f64,
}

/// A deviation of a ratio, with its standard error (linearised ratio).
#[derive(Debug, PartialEq)]
struct Deviation {
    off: f64,
    se: f64,
}

impl Sums {
    fn from_places(centred: &[[f64; 2]], places: impl Iterator<Item = usize>) -> Self {
        let mut sums = Self::default();
        for place in places {
            let [y, n] = centred[place];
            sums.clusters += 1.0;
            sums.y += y;
            sums.n += n;
            sums.yy += y * y;
            sums.yn += y * n;
            sums.nn += n * n;
        }
        sums
    }

    /// Returns the deviation of the ratio from that of all clusters.
    ///
    /// Returns `None` if the drawn n do not sum to a positive number.
    fn deviation(&self, rounding: f64) -> Option<Deviation> {
        if self.n <= 0.0 {
            return None;
        }
        let off = self.y / self.n;
        let squares = self.yy - 2.0 * off * self.yn + off * off * self.nn;
        let off = if self.y * self.y > rounding { off } else { 0.0 };
        let squares = if squares > rounding { squares } else { 0.0 };
        Some(Deviation { off, se: (squares * self.clusters / (self.clusters - 1.0)).sqrt() / self.n })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ones(values: impl IntoIterator<Item = f64>) -> Vec<(f64, f64)> {
        values.into_iter().map(|value| (value, 1.0)).collect()
    }

    #[test]
    fn many_numbers_have_students_interval() {
        let values = ones((0..400).map(|n| f64::from(n % 20)));
        let interval = bootstrap_mean(&values, Support::UNKNOWN, 4000, 3).expect("400 clusters");
        let half = crate::Z95 * (33.25_f64 / 400.0).sqrt();
        assert!((interval.low - (9.5 - half)).abs() < 0.07, "{interval:?}");
        assert!((interval.high - (9.5 + half)).abs() < 0.07, "{interval:?}");
        assert_eq!(bootstrap_mean(&values, Support::UNKNOWN, 4000, 3), Some(interval));
    }

    #[test]
    fn where_the_draws_say_little_it_is_students_interval() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        // A single draw: its quantiles are one number, which lies within Student's interval.
        let interval = bootstrap_mean(&ones(values), Support::UNKNOWN, 1, 3).expect("six clusters");
        // Student's 97.5 % quantile at five degrees, by the tables; the error of the mean is √(3.5 / 6).
        let half = 2.570_582 * (3.5_f64 / 6.0).sqrt();
        assert!((interval.low - (3.5 - half)).abs() < 1e-6, "{interval:?}");
        assert!((interval.high - (3.5 + half)).abs() < 1e-6, "{interval:?}");
    }

    #[test]
    fn the_unit_does_not_matter() {
        let losses = [0.1, 0.3, 2.0, 0.2, 0.7, 1.1, 0.05];
        let of = |factor: f64, offset: f64| {
            let values = ones(losses.map(|loss| offset + factor * loss));
            bootstrap_mean(&values, Support::UNKNOWN, 2000, 7).expect("seven clusters")
        };
        let (plain, other) = (of(1.0, 0.0), of(1e6, 1e9));
        assert!((other.low - (1e9 + 1e6 * plain.low)).abs() < 20.0, "{plain:?} {other:?}");
        assert!((other.high - (1e9 + 1e6 * plain.high)).abs() < 20.0, "{plain:?} {other:?}");
    }

    #[test]
    fn clusters_go_together() {
        let alone = ones((0..400).map(|n| f64::from(n % 2)));
        let together: Vec<(f64, f64)> = (0..40).map(|n| (10.0 * f64::from(n % 2), 10.0)).collect();
        let width = |clusters: &[(f64, f64)]| {
            bootstrap_mean(clusters, Support::UNKNOWN, 2000, 3).expect("clusters").width()
        };
        assert!(width(&together) > 2.5 * width(&alone));
    }

    #[test]
    fn what_is_rare_reaches_as_far_as_the_support() {
        let alike = ones([0.5; 20]);
        let narrow = bootstrap_mean(&alike, Support::UNKNOWN, 500, 1);
        assert_eq!(narrow, Some(Interval { low: 0.5, high: 0.5 }), "nothing is known of other numbers");
        let share = bootstrap_mean(&alike, Support::within(Interval::UNIT), 500, 1).expect("20 clusters");
        assert!(share.low < 0.45 && share.high > 0.55 && share.is_within(Interval::UNIT), "{share:?}");
        let loss = Support {
            bounds: Interval { low: 0.0, high: f64::INFINITY },
            usual: Some(Interval { low: 0.0, high: 3.0 }),
        };
        let losses = ones([0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 4.0]);
        let interval = bootstrap_mean(&losses, loss, 2000, 1).expect("seven clusters");
        assert!(interval.low >= 0.0 && interval.high > 2.0 && interval.high.is_finite(), "{interval:?}");
    }

    #[test]
    fn what_cannot_be_told_is_nothing() {
        let few = ones([1.0, 2.0, 3.0, 4.0]);
        let infinite = ones([1.0, 2.0, 3.0, 4.0, f64::INFINITY]);
        let none = vec![(1.0, 0.0); 9];
        for clusters in [few, infinite, none, Vec::new()] {
            assert_eq!(bootstrap_mean(&clusters, Support::UNKNOWN, 100, 1), None, "{clusters:?}");
        }
        assert_eq!(bootstrap_mean(&ones([1.0, 2.0, 3.0, 4.0, 5.0]), Support::UNKNOWN, 0, 1), None);
    }

    #[test]
    fn a_draw_has_the_error_of_its_residuals() {
        let centred = [[1.0, 1.0], [-2.5, 2.0], [0.5, 3.0], [1.0, 4.0]];
        for places in [vec![0, 1, 2, 3], vec![0, 2, 2, 1], vec![3, 3, 1]] {
            let drawn: Vec<[f64; 2]> = places.iter().map(|&place| centred[place]).collect();
            let (y, n) = drawn.iter().fold((0.0, 0.0), |(y, n), one| (y + one[0], n + one[1]));
            let residuals: f64 = drawn.iter().map(|one| (one[0] - y / n * one[1]).powi(2)).sum();
            let count = drawn.len() as f64;
            let expected = [y / n, (residuals * count / (count - 1.0)).sqrt() / n];
            let Deviation { off, se } =
                Sums::from_places(&centred, places.into_iter()).deviation(1e-12).expect("parts");
            assert!((off - expected[0]).abs() < 1e-12 && (se - expected[1]).abs() < 1e-12, "{off} {se}");
        }
        let negative = Sums::from_places(&[[1.0, -1.0]], 0..1);
        assert_eq!(negative.deviation(0.0), None);
    }

    #[test]
    fn mirrored_numbers_have_the_mirrored_interval() {
        let values = [0.0, 0.1, 0.1, 0.2, 0.4, 0.5, 0.9, 3.0];
        let of = |sign: f64| {
            let interval = bootstrap_mean(&ones(values.map(|one| sign * one)), Support::UNKNOWN, 2000, 5);
            interval.expect("eight clusters")
        };
        let (one, other) = (of(1.0), of(-1.0));
        assert!(
            (one.low + other.high).abs() < 1e-6 && (one.high + other.low).abs() < 1e-6,
            "{one:?} {other:?}"
        );
        // Skewed numbers reach further on the side of their tail.
        assert!(one.high - 0.65 > 1.2 * (0.65 - one.low), "{one:?}");
    }
}
