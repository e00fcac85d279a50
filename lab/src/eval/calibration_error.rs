//! Interval of the expected calibration error, from the intervals of the bins' gaps.
//!
//! The error is a mean of absolute gaps. Chance creates gaps, and resampling creates more of them, so no
//! bootstrap of the error covers the true value. The gaps that the guesses are compatible with form an
//! ellipsoid around the observed ones (Scheffé 1953). The interval reaches from the least to the greatest
//! error over this ellipsoid.

use overhear_stats::{Interval, Z95, chi_square_quantile};

/// A bin with guesses: its share of all guesses, its gap, and the gap's interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct BinGap {
    pub(super) share: f64,
    pub(super) gap: f64,
    pub(super) interval: Interval,
}

impl BinGap {
    /// Returns the standard error of the gap towards zero, or away from it.
    fn error(&self, is_away: bool) -> f64 {
        let upwards = (self.gap >= 0.0) == is_away;
        let end = if upwards { self.interval.high } else { self.interval.low };
        (end - self.gap).abs() / Z95
    }

    /// Returns by how much the gap shrinks under a pull, at most to 0.
    fn shrinkage(&self, pull: f64) -> f64 {
        let error = self.error(false);
        // Lagrange condition on the surface: the change of a gap is proportional to wᵢσᵢ².
        (pull * self.share * error * error).min(self.gap.abs())
    }
}

/// Returns the squared distance from the observed gaps, in standard errors, at which a pull leaves them.
fn used_radius(bins: &[BinGap], pull: f64) -> f64 {
    let used = bins.iter().map(|bin| {
        let (error, shrinkage) = (bin.error(false), bin.shrinkage(pull));
        if shrinkage > 0.0 { (shrinkage / error).powi(2) } else { 0.0 }
    });
    used.sum()
}

/// Returns the least and the greatest error compatible with the gaps; `None` without bins.
pub(super) fn error_interval(bins: &[BinGap]) -> Option<Interval> {
    let radius = chi_square_quantile(0.95, bins.len() as u64)?;
    let observed: f64 = bins.iter().map(|bin| bin.share * bin.gap.abs()).sum();
    let away: f64 = bins.iter().map(|bin| (bin.share * bin.error(true)).powi(2)).sum();
    // A linear function over an ellipsoid: max Σ wᵢ|gᵢ| = Σ wᵢ|gᵢ| + √(r Σ (wᵢσᵢ)²).
    let high = observed + (radius * away).sqrt();
    Some(Interval { low: least(bins, radius), high: high.min(1.0) })
}

/// Returns the least error within the ellipsoid. Every gap shrinks in proportion to its share and variance
/// until it vanishes.
fn least(bins: &[BinGap], radius: f64) -> f64 {
    let most = bins.iter().map(|bin| bin.gap.abs() / (bin.share * bin.error(false).powi(2)));
    let (mut low, mut high) = (0.0, most.filter(|pull| pull.is_finite()).fold(0.0, f64::max));
    if used_radius(bins, high) <= radius {
        return 0.0;
    }
    // The used radius grows with the pull, so bisection finds the pull at which the ellipsoid's surface is
    // reached. 60 halvings exhaust the precision of f64.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        *(if used_radius(bins, middle) <= radius { &mut low } else { &mut high }) = middle;
    }
    bins.iter().map(|bin| bin.share * (bin.gap.abs() - bin.shrinkage(low))).sum()
}

#[cfg(test)]
mod tests {
    use overhear_engine::game::{Seed, Stream};
    use overhear_stats::{Support, bootstrap_mean};

    use super::*;

    fn bin(share: f64, gap: f64, half: f64) -> BinGap {
        BinGap { share, gap, interval: Interval::around(gap, half) }
    }

    #[test]
    fn one_bin_has_the_interval_of_its_gap() {
        let interval = error_interval(&[bin(1.0, -0.3, 0.1)]).expect("a bin");
        assert!((interval.low - 0.2).abs() < 1e-6 && (interval.high - 0.4).abs() < 1e-6, "{interval:?}");
        let through = error_interval(&[bin(1.0, 0.05, 0.1)]).expect("a bin");
        assert!(through.low == 0.0 && (through.high - 0.15).abs() < 1e-6, "{through:?}");
        assert_eq!(error_interval(&[]), None);
    }

    #[test]
    fn gaps_that_chance_makes_leave_no_error_open() {
        let bins: Vec<BinGap> =
            (0..10).map(|n| bin(0.1, if n % 2 == 0 { 0.05 } else { -0.05 }, 0.1)).collect();
        let interval = error_interval(&bins).expect("bins");
        assert!(interval.low == 0.0 && interval.high > 0.05, "{interval:?}");
        let clear: Vec<BinGap> = (0..10).map(|_| bin(0.1, 0.3, 0.1)).collect();
        let interval = error_interval(&clear).expect("bins");
        assert!(interval.low > 0.2 && interval.low < 0.3 && interval.high < 0.4, "{interval:?}");
    }

    /// Returns the bin of a believed probability.
    fn place(p: f64) -> usize {
        ((p * 10.0) as usize).min(9)
    }

    /// Returns the interval of the error for random guesses whose probability of being right is `right(p)`.
    fn drawn(guesses: usize, right: fn(f64) -> f64, seed: u64) -> Interval {
        let mut stream = Stream::of_deal(Seed(11), seed);
        let mut bins = vec![Vec::new(); 10];
        for _ in 0..guesses {
            let p = f64::from(stream.unit()).sqrt();
            let hit = f64::from(u8::from(f64::from(stream.unit()) < right(p)));
            bins[place(p)].push((hit - p, 1.0));
        }
        let gap = |(n, rows): (usize, &Vec<(f64, f64)>)| {
            let open = Interval { low: -(n as f64 + 1.0) / 10.0, high: 1.0 - n as f64 / 10.0 };
            let gap = rows.iter().map(|row| row.0).sum::<f64>() / rows.len() as f64;
            let interval = bootstrap_mean(rows, Support::within(open), 300, seed).unwrap_or(open);
            BinGap { share: rows.len() as f64 / guesses as f64, gap, interval }
        };
        let bins = bins.iter().enumerate().filter(|(_, rows)| !rows.is_empty()).map(gap);
        error_interval(&bins.collect::<Vec<_>>()).expect("guesses")
    }

    /// Returns the true error of such guesses, whose probability has the density 2p.
    fn truth(right: fn(f64) -> f64) -> f64 {
        let mut gaps = [0.0; 10];
        for step in 0..100_000 {
            let p = (f64::from(step) + 0.5) / 100_000.0;
            gaps[place(p)] += (right(p) - p) * 2.0 * p / 100_000.0;
        }
        gaps.iter().map(|gap: &f64| gap.abs()).sum()
    }

    #[test]
    #[ignore = "slow: a thousand calibrations"]
    fn the_error_is_covered_whether_there_is_one_or_not() {
        let readers: [fn(f64) -> f64; 4] = [|p| p, |p| (p - 0.05).max(0.0), |p| p * p, libm::sqrt];
        for right in readers {
            let truth = truth(right);
            for guesses in [10, 72, 500] {
                let covered = (0..100).filter(|&seed| drawn(guesses, right, seed).contains(truth)).count();
                assert!(covered >= 93, "{truth}, {guesses} guesses: {covered} of 100");
            }
        }
    }
}
