//! Means and ratios over games that share deals: the deal, not the game, is the independent observation.
//!
//! Intervals use Student's t with one degree of freedom less than there are deals.

use crate::Estimate;

/// The mean of one number per deal, with its 95 % interval (Student's t, deals − 1 degrees).
///
/// Give one value for each deal, in a fixed order: the sum or mean over that deal's games. Nothing for fewer than
/// two deals.
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
    Some(Estimate::student(mean, se, freedom))
}

/// First and second moments over deals of two integers per deal: a numerator y and a denominator n.
///
/// The ratio Σy / Σn is the mean of what y counts per unit of n: points per game, misses per half, rounds per
/// game. Its error is that of the linearised ratio: the deals vary by y − ratio · n. With the same n in every
/// deal it is the plain mean over deals. Everything is held in integers, so shards merge exactly.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// The ratio Σy / Σn; nothing if the denominator is not positive.
    pub fn ratio(&self) -> Option<f64> {
        (self.n > 0).then(|| self.y as f64 / self.n as f64)
    }

    /// The ratio with its clustered 95 % interval (Student's t, deals − 1 degrees).
    ///
    /// Not cut to any range: follow with [`Estimate::clamp_share`] if y never exceeds n. Nothing for fewer than
    /// two deals or a denominator that is not positive.
    pub fn estimate(&self) -> Option<Estimate> {
        let ratio = self.ratio()?;
        let freedom = self.deals.checked_sub(1).filter(|&freedom| freedom > 0)?;
        let deals = self.deals as f64;
        let se = (self.residual_squares() * deals / freedom as f64).sqrt() / self.n as f64;
        Some(Estimate::student(ratio, se, freedom))
    }

    /// Σ (y − ratio · n)², exact up to one rounding wherever the products fit 128 bits.
    fn residual_squares(&self) -> f64 {
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
