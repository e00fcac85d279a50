//! A mean over parts of deals, from sums in floating point: the counterpart of [`RatioMoments`](crate::RatioMoments) for numbers
//! that are not whole, or too large for 64 bits.

use crate::{Estimate, LogLossScale};

/// First and second moments over deals of a number y and of the number n of parts that y sums over.
///
/// ```
/// use overhear_stats::MeanMoments;
/// let mut losses = MeanMoments::default();
/// for (sum, halves) in [(2.5, 10.0), (1.5, 8.0), (4.0, 12.0)] {
///     losses.record(sum, halves);
/// }
/// let mean = losses.estimate().expect("two deals or more");
/// assert!((mean.value - 8.0 / 30.0).abs() < 1e-15 && mean.interval.contains(mean.value));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanMoments {
    /// The number of deals with at least one part.
    pub deals: u64,
    /// Σ y.
    pub y: f64,
    /// Σ n.
    pub n: f64,
    /// Σ y².
    pub yy: f64,
    /// Σ y n.
    pub yn: f64,
    /// Σ n².
    pub nn: f64,
}

impl MeanMoments {
    /// Adds one deal; one without a part says nothing and is not counted.
    pub fn record(&mut self, y: f64, n: f64) {
        if n == 0.0 {
            return;
        }
        self.deals += 1;
        self.y += y;
        self.n += n;
        self.yy += y * y;
        self.yn += y * n;
        self.nn += n * n;
    }

    /// Returns Σy / Σn with its 95 % interval, clustered by deal: the linearised ratio, Student's t with
    /// deals − 1 degrees.
    ///
    /// Returns `None` for fewer than two deals or without a part.
    ///
    /// Numbers of any size are allowed, so the interval knows nothing of unseen values. Rare great losses
    /// make it too short, and it has no width if all deals agree: [`log_loss`](Self::log_loss) is for those.
    pub fn estimate(&self) -> Option<Estimate> {
        let se = self.standard_error()?;
        Some(Estimate::student(self.y / self.n, se, self.deals - 1))
    }

    /// Returns the mean of log losses with its 95 % interval, clustered by deal.
    ///
    /// Returns `None` for fewer than two deals, without a part, and if the mean does not lie on the scale.
    pub fn log_loss(&self, scale: &LogLossScale) -> Option<Estimate> {
        scale.estimate(self.y / self.n, self.standard_error()?, self.deals, self.n)
    }

    /// Returns the standard error of Σy / Σn between deals; `None` for fewer than two deals or without a part.
    ///
    /// An error below some 2·10⁻⁸ of the mean cannot be told from the rounding of the sums, and is 0.
    pub fn standard_error(&self) -> Option<f64> {
        let freedom = self.deals.checked_sub(1).filter(|&freedom| freedom > 0 && self.n > 0.0)?;
        let (ratio, deals) = (self.y / self.n, self.deals as f64);
        let squares = self.yy - 2.0 * ratio * self.yn + ratio * ratio * self.nn;
        // Each addition may lose half a unit in the last place. Squares below what all together may lose are 0: deals that all agree must not
        // get a spurious width.
        let rounding = (64.0 + deals) * f64::EPSILON * (self.yy + ratio * ratio * self.nn);
        let squares = if squares > rounding { squares } else { 0.0 };
        Some((squares * deals / freedom as f64).sqrt() / self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RatioMoments;
    use crate::draws::RandomStream;

    #[test]
    fn it_is_the_ratio_that_whole_numbers_have() {
        let (mut mean, mut ratio) = (MeanMoments::default(), RatioMoments::default());
        for (y, n) in [(3_i32, 10_i32), (-1, 4), (7, 12), (0, 9)] {
            mean.record(f64::from(y), f64::from(n));
            ratio.record(y.into(), n.into());
        }
        let (mean, ratio) = (mean.estimate().expect("deals"), ratio.estimate().expect("deals"));
        assert!((mean.value - ratio.value).abs() < 1e-12 && (mean.se - ratio.se).abs() < 1e-12);
    }

    #[test]
    fn one_deal_has_no_error_and_deals_alike_have_none_but_rounding() {
        let mut alike = MeanMoments::default();
        alike.record(0.1, 3.0);
        assert_eq!(alike.estimate(), None);
        for deals in [1_000, 2_000, 97_000] {
            (0..deals).for_each(|_| alike.record(0.1, 3.0));
            assert!(alike.estimate().is_some_and(|mean| mean.se == 0.0), "{alike:?}");
        }
        let before = alike;
        alike.record(0.0, 0.0);
        assert_eq!(alike, before, "a deal without a part");
        assert_eq!(MeanMoments { deals: 3, ..MeanMoments::default() }.estimate(), None);
    }

    #[test]
    fn it_covers_skewed_losses() {
        let covered = (0..2000).filter(|&seed| {
            let (mut draws, mut moments) = (RandomStream::new(seed), MeanMoments::default());
            for _ in 0..100 {
                let halves = 4.0 + (draws.uniform() * 6.0).floor();
                moments.record((0..halves as u32).map(|_| -libm::log(draws.uniform())).sum(), halves);
            }
            moments.estimate().expect("deals").interval.contains(1.0)
        });
        let share = covered.count() as f64 / 2000.0;
        assert!((0.93..0.965).contains(&share), "{share}");
    }

    #[test]
    fn deals_of_any_size_that_agree_have_no_error_and_small_differences_have_one() {
        for k in 1..200 {
            let (mut alike, part) = (MeanMoments::default(), f64::from(k) / 7.0);
            [1.0, 3.0, 8.0].into_iter().for_each(|n| alike.record(part * n, n));
            assert!(alike.estimate().is_some_and(|mean| mean.se == 0.0), "{part}");
        }
        let mut near = MeanMoments::default();
        [1e6 - 1.0, 1e6 + 1.0].into_iter().for_each(|y| near.record(y, 1.0));
        assert!(near.estimate().is_some_and(|mean| (mean.se - 1.0).abs() < 1e-3), "{near:?}");
    }
}
