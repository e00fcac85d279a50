//! Two ratios Σ y / Σ n on the same deals, under A and under B.
//!
//! A deal may weigh little in one ratio and much in the other: log losses over halves, for example.

use serde::{Deserialize, Serialize};

use crate::{Estimate, Interval};

/// First and second moments over deals of y and n under A, and y and n under B, in integers.
///
/// ```
/// use overhear_stats::PairedRatios;
/// let mut ratios = PairedRatios::default();
/// for (a, b) in [((3, 2), (5, 2)), ((1, 1), (2, 2)), ((4, 3), (6, 3)), ((0, 1), (1, 1))] {
///     ratios.record(a, b);
/// }
/// let difference = ratios.difference().expect("two deals or more");
/// assert!((difference.value - (14.0 / 8.0 - 8.0 / 7.0)).abs() < 1e-12 && difference.interval.contains(difference.value));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedRatios {
    /// The number of deals.
    pub deals: u64,
    differing: u64,
    sums: [i128; 4],
    products: [[i128; 4]; 4],
}

impl PairedRatios {
    /// Adds one deal: y and n under A, and under B.
    pub fn record(&mut self, a: (i128, u64), b: (i128, u64)) {
        let numbers = [a.0, i128::from(a.1), b.0, i128::from(b.1)];
        self.deals += 1;
        self.differing += u64::from(a != b);
        for (row, one) in numbers.into_iter().enumerate() {
            self.sums[row] += one;
            for (column, other) in numbers.into_iter().enumerate() {
                self.products[row][column] += one * other;
            }
        }
    }

    /// Adds the deals of another collection.
    pub fn merge(&mut self, other: &Self) {
        self.deals += other.deals;
        self.differing += other.differing;
        self.sums.iter_mut().zip(&other.sums).for_each(|(own, other)| *own += other);
        let products = self.products.as_flattened_mut().iter_mut();
        products.zip(other.products.as_flattened()).for_each(|(own, other)| *own += other);
    }

    /// Returns Σ y / Σ n under A and under B; `None` if either n is 0.
    pub fn ratios(&self) -> Option<[f64; 2]> {
        let [y_a, n_a, y_b, n_b] = self.sums.map(|sum| sum as f64);
        (n_a > 0.0 && n_b > 0.0).then(|| [y_a / n_a, y_b / n_b])
    }

    /// Returns B minus A with its 95 % interval: the linearised difference per deal, Student's t with deals −
    /// 1 degrees.
    ///
    /// The error is 0 if no deal differs.
    ///
    /// Returns `None` for fewer than two deals, or if either n is 0.
    pub fn difference(&self) -> Option<Estimate> {
        let [a, b] = self.ratios()?;
        let freedom = self.deals.checked_sub(1).filter(|&freedom| freedom > 0)?;
        if self.differing == 0 {
            return Some(Estimate { value: 0.0, se: 0.0, interval: Interval { low: 0.0, high: 0.0 } });
        }
        let squares = self.squares(self.weights(a, b)).max(0.0);
        let deals = self.deals as f64;
        Some(Estimate::student(b - a, (squares / (deals * freedom as f64)).sqrt(), freedom))
    }

    /// Returns both ratios with the squares of their errors.
    ///
    /// Returns `None` for fewer than two deals, or if either n is 0.
    pub(crate) fn with_errors(&self) -> Option<RatioPair> {
        let ratios = self.ratios()?;
        let freedom = self.deals.checked_sub(1).filter(|&freedom| freedom > 0)?;
        let [y_a, n_a, y_b, n_b] = self.weights(ratios[0], ratios[1]);
        let [variance_a, variance_b, variance_of_difference] =
            [[y_a, n_a, 0.0, 0.0], [0.0, 0.0, y_b, n_b], [y_a, n_a, y_b, n_b]]
                .map(|weights| self.squares(weights).max(0.0) / (self.deals as f64 * freedom as f64));
        Some(RatioPair {
            ratios,
            parts: [self.sums[1] as f64, self.sums[3] as f64],
            variances: [variance_a, variance_b],
            variance_of_difference,
            freedom,
        })
    }

    /// Returns the factor by which an unpaired comparison would need more deals.
    ///
    /// Returns `None` if no deal differs or either n is 0.
    pub fn variance_ratio(&self) -> Option<f64> {
        let [a, b] = self.ratios().filter(|_| self.differing > 0)?;
        let [y_a, n_a, y_b, n_b] = self.weights(a, b);
        let together = self.squares([y_a, n_a, y_b, n_b]);
        let apart = self.squares([y_a, n_a, 0.0, 0.0]) + self.squares([0.0, 0.0, y_b, n_b]);
        (together > 0.0).then(|| apart / together)
    }

    /// Returns the weights of a deal's four numbers in its linearised difference; their weighted sum is 0 in
    /// the mean.
    fn weights(&self, a: f64, b: f64) -> [f64; 4] {
        let [n_a, n_b] = [1, 3].map(|place: usize| self.sums[place] as f64 / self.deals as f64);
        // Derivative of y_b/n_b − y_a/n_a by the four means.
        [-1.0 / n_a, a / n_a, 1.0 / n_b, -b / n_b]
    }

    /// Returns the sum over deals of the squared linearised difference: wᵀ (Σ x xᵀ) w.
    fn squares(&self, weights: [f64; 4]) -> f64 {
        let rows = self.products.iter().map(|row| -> f64 {
            row.iter().zip(weights).map(|(&product, weight)| weight * product as f64).sum()
        });
        rows.zip(weights).map(|(row, weight)| weight * row).sum()
    }
}

/// Two ratios on the same deals and their errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatioPair {
    /// Under A and under B.
    pub(crate) ratios: [f64; 2],
    /// The sums n.
    pub(crate) parts: [f64; 2],
    /// Squared standard errors.
    pub(crate) variances: [f64; 2],
    /// Squared standard error of B minus A.
    pub(crate) variance_of_difference: f64,
    /// Deals − 1.
    pub(crate) freedom: u64,
}

impl RatioPair {
    /// Returns the correlation of the two ratios; 0 if one of them does not vary.
    pub(crate) fn correlation(&self) -> f64 {
        let [a, b] = self.variances;
        let spread = (a * b).sqrt();
        let both = (a + b - self.variance_of_difference) / 2.0;
        if spread > 0.0 { (both / spread).clamp(-1.0, 1.0) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RatioMoments, paired_difference};
    use proptest::prelude::*;

    /// y and n under A, or under B.
    type Part = (i64, u64);

    fn from_deals(deals: &[(Part, Part)]) -> PairedRatios {
        let mut ratios = PairedRatios::default();
        deals.iter().for_each(|&((y, n), (v, m))| ratios.record((y.into(), n), (v.into(), m)));
        ratios
    }

    #[test]
    fn without_deals_or_counts_nothing_is_said_and_alike_is_alike() {
        assert_eq!(from_deals(&[]).difference(), None);
        assert_eq!(from_deals(&[((1, 1), (2, 1))]).difference(), None, "one deal has no spread");
        assert_eq!(from_deals(&[((1, 0), (2, 1)), ((1, 0), (1, 1))]).difference(), None);
        let alike = from_deals(&[((1, 2), (1, 2)), ((5, 3), (5, 3))]);
        assert_eq!(alike.difference().map(|difference| (difference.value, difference.se)), Some((0.0, 0.0)));
        assert_eq!(alike.variance_ratio(), None);
        let shifted = from_deals(&[((1, 1), (2, 1)), ((3, 1), (4, 1))]);
        assert_eq!(shifted.variance_ratio(), None, "the difference of every deal is the same");
    }

    #[test]
    fn the_gain_of_equal_counts_is_that_of_paired_moments() {
        let ratios = from_deals(&[((0, 1), (0, 1)), ((0, 1), (2, 1)), ((2, 1), (4, 1)), ((6, 1), (6, 1))]);
        // Squares about the mean: 24 of a, 20 of b, 4 of the differences 0, 2, 2, 0.
        assert!(ratios.variance_ratio().is_some_and(|ratio| (ratio - 11.0).abs() < 1e-12), "{ratios:?}");
        // With three parts in every deal each ratio is a third, and so is each deviation.
        let parts = from_deals(&[((0, 3), (0, 3)), ((0, 3), (2, 3)), ((2, 3), (4, 3)), ((6, 3), (6, 3))]);
        assert!(parts.variance_ratio().is_some_and(|ratio| (ratio - 11.0).abs() < 1e-12), "{parts:?}");
    }

    proptest! {
        #[test]
        fn parts_add_up_to_the_whole(
            deals in prop::collection::vec(((-90_i64..90, 0_u64..9), (-90_i64..90, 0_u64..9)), 0..20),
            cut in 0_usize..20,
        ) {
            let (one, other) = deals.split_at(cut.min(deals.len()));
            let mut sums = from_deals(one);
            sums.merge(&from_deals(other));
            prop_assert_eq!(sums, from_deals(&deals));
        }

        #[test]
        fn with_equal_counts_it_is_the_paired_difference(
            deals in prop::collection::vec((-90_i64..90, -90_i64..90), 2..40)
        ) {
            prop_assume!(deals.iter().any(|(a, b)| a != b));
            let ratios = from_deals(&deals.iter().map(|&(a, b)| ((a, 1), (b, 1))).collect::<Vec<_>>());
            let difference = ratios.difference().expect("deals");
            let (a, b): (Vec<f64>, Vec<f64>) = deals.iter().map(|&(a, b)| (a as f64, b as f64)).unzip();
            let expected = paired_difference(&a, &b).expect("deals");
            prop_assert!((difference.value - expected.value).abs() < 1e-9 && (difference.se - expected.se).abs() < 1e-6);
        }

        #[test]
        fn against_a_constant_it_is_the_ratio_alone(
            deals in prop::collection::vec((-90_i64..90, 1_u64..9), 2..40)
        ) {
            let ratios = from_deals(&deals.iter().map(|&(y, n)| ((0, 1), (y, n))).collect::<Vec<_>>());
            let mut alone = RatioMoments::default();
            deals.iter().for_each(|&(y, n)| alone.record(y, n as i64));
            let (difference, expected) = (ratios.difference().expect("deals"), alone.estimate().expect("deals"));
            prop_assert!((difference.value - expected.value).abs() < 1e-9 && (difference.se - expected.se).abs() < 1e-6);
        }
    }
}
