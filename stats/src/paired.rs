//! Two agents, or two rule sets, on the same deals: the difference per deal, and the gain from sharing the
//! deals.
//!
//! A deal that plays out alike is a real observation of no difference: keep it.

use serde::{Deserialize, Serialize};

use crate::Estimate;
use crate::clustered::clustered_mean;
use crate::special::student_cdf;

/// First and second moments over deals of two integers per deal: one quantity under A and under B.
///
/// The sums are integers, so shards merge exactly. For tied games judged under other rules, deals that were
/// not tied have a = b and belong in the collection too. A second collection with the tied deals alone gives
/// the conditional effect.
///
/// ```
/// use overhear_stats::PairedMoments;
/// let mut moments = PairedMoments::default();
/// for (a, b) in [(1, 2), (0, 0), (2, 2), (1, 1), (0, 2)] {
///     moments.record(a, b);
/// }
/// let gain = moments.difference().expect("two deals or more");
/// assert!((gain.value - 0.6).abs() < 1e-15 && gain.interval.contains(0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedMoments {
    /// The number of deals.
    pub deals: u64,
    /// Σ a.
    pub a: i64,
    /// Σ b.
    pub b: i64,
    /// Σ a².
    pub aa: i64,
    /// Σ b².
    pub bb: i64,
    /// Σ a b.
    pub ab: i64,
}

impl PairedMoments {
    /// Adds one deal.
    pub fn record(&mut self, a: i64, b: i64) {
        self.deals += 1;
        self.a += a;
        self.b += b;
        self.aa += a * a;
        self.bb += b * b;
        self.ab += a * b;
    }

    /// Adds the deals of another collection.
    pub fn merge(&mut self, other: &Self) {
        self.deals += other.deals;
        self.a += other.a;
        self.b += other.b;
        self.aa += other.aa;
        self.bb += other.bb;
        self.ab += other.ab;
    }

    /// Returns the mean of b − a per deal with its 95 % interval (Student's t, deals − 1 degrees).
    ///
    /// Returns `None` for fewer than two deals.
    pub fn difference(&self) -> Option<Estimate> {
        let freedom = self.freedom()?;
        let deals = self.deals as f64;
        let spread = self.spread_of_difference() as f64 / (deals * freedom as f64);
        let value = (i128::from(self.b) - i128::from(self.a)) as f64 / deals;
        Some(Estimate::student(value, (spread / deals).sqrt(), freedom))
    }

    /// Returns the factor by which an unpaired comparison would need more deals: (Var a + Var b) / Var(b −
    /// a).
    ///
    /// Returns `None` for fewer than two deals or if all differences are alike.
    pub fn variance_ratio(&self) -> Option<f64> {
        self.freedom()?;
        let difference = self.spread_of_difference();
        let apart = self.spread(self.aa, self.a, self.a) + self.spread(self.bb, self.b, self.b);
        (difference > 0).then(|| apart as f64 / difference as f64)
    }

    fn freedom(&self) -> Option<u64> {
        self.deals.checked_sub(1).filter(|&freedom| freedom > 0)
    }

    /// Returns N² times a covariance with divisor N.
    fn spread(&self, products: i64, one: i64, other: i64) -> i128 {
        i128::from(self.deals) * i128::from(products) - i128::from(one) * i128::from(other)
    }

    fn spread_of_difference(&self) -> i128 {
        self.spread(self.aa, self.a, self.a) + self.spread(self.bb, self.b, self.b)
            - 2 * self.spread(self.ab, self.a, self.b)
    }
}

/// Returns the mean of b − a over deals with its 95 % interval (Student's t, deals − 1 degrees), from one
/// number per deal.
///
/// Returns `None` for fewer than two deals, lists of different lengths, or numbers that are not finite or too
/// large to be squared.
pub fn paired_difference(a: &[f64], b: &[f64]) -> Option<Estimate> {
    if a.len() != b.len() {
        return None;
    }
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
    clustered_mean(&differences)
}

/// Returns the two-sided p-value of Student's test that the true difference is 0, at `freedom` degrees: deals
/// − 1.
///
/// For a difference without error the p-value is 1 if the difference is 0, and 0 otherwise. Returns `None` if
/// the difference is not finite or its error is NaN.
///
/// ```
/// use overhear_stats::{Estimate, student_p_value};
/// let p = student_p_value(&Estimate::student(2.228_138_852, 1.0, 10), 10).expect("numbers");
/// assert!((p - 0.05).abs() < 1e-9);
/// ```
pub fn student_p_value(difference: &Estimate, freedom: u64) -> Option<f64> {
    let Estimate { value, se, .. } = *difference;
    if !value.is_finite() || se.is_nan() {
        return None;
    }
    Some(if se > 0.0 {
        2.0 * student_cdf(-(value / se).abs(), freedom)
    } else {
        f64::from(u8::from(value == 0.0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_deal_and_unequal_lists_have_no_error() {
        let mut one = PairedMoments::default();
        one.record(1, 2);
        assert_eq!((one.difference(), one.variance_ratio()), (None, None));
        assert_eq!(paired_difference(&[1.0, 2.0], &[1.0]), None);
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let of = |deals: &[(i64, i64)]| {
            let mut moments = PairedMoments::default();
            deals.iter().for_each(|&(a, b)| moments.record(a, b));
            moments
        };
        let mut merged = of(&[(1, 2), (3, -1)]);
        merged.merge(&of(&[(5, 7), (-2, 4), (6, 1)]));
        assert_eq!(merged, of(&[(1, 2), (3, -1), (5, 7), (-2, 4), (6, 1)]));
        assert_eq!(
            (merged.deals, merged.a, merged.b, merged.aa, merged.bb, merged.ab),
            (5, 13, 13, 75, 71, 32)
        );
    }

    #[test]
    fn a_p_value_has_two_sides_and_none_without_error() {
        let of = |value, se| student_p_value(&Estimate::student(value, se, 10), 10);
        let p = |value, se| of(value, se).expect("numbers");
        assert!((p(-2.228_138_852, 1.0) - 0.05).abs() < 1e-9 && (p(0.0, 1.0) - 1.0).abs() < 1e-12);
        assert_eq!((p(0.0, 0.0), p(0.1, 0.0), p(0.1, f64::INFINITY)), (1.0, 0.0, 1.0));
        assert_eq!((of(1.0, f64::NAN), of(f64::NAN, 1.0), of(f64::INFINITY, 0.0)), (None, None, None));
    }

    #[test]
    fn what_is_no_number_makes_no_difference() {
        for a in [f64::NAN, f64::INFINITY, 1e200] {
            assert_eq!(paired_difference(&[a, 1.0], &[0.0, 1.0]), None, "{a}");
        }
        assert!(paired_difference(&[1e100, 1.0], &[0.0, 1.0]).is_some());
    }

    #[test]
    fn sharing_a_noisy_deal_pays() {
        let mut moments = PairedMoments::default();
        for k in 0..100 {
            moments.record(10 * (k % 7), 10 * (k % 7) + k % 2);
        }
        assert!(moments.variance_ratio().is_some_and(|ratio| ratio > 100.0));
        let mut alike = PairedMoments::default();
        (0..5).for_each(|k| alike.record(k, k));
        assert_eq!(alike.variance_ratio(), None);
        assert_eq!(alike.difference().map(|gain| (gain.value, gain.se)), Some((0.0, 0.0)));
    }

    #[test]
    fn the_gain_is_the_sum_of_the_variances_over_that_of_the_difference() {
        let mut moments = PairedMoments::default();
        [(0, 0), (0, 2), (2, 4), (6, 6)].into_iter().for_each(|(a, b)| moments.record(a, b));
        // Squares about the mean: 24 of a, 20 of b, 4 of the differences 0, 2, 2, 0.
        assert_eq!(moments.variance_ratio(), Some(11.0));
    }

    proptest! {
        #[test]
        fn integers_and_numbers_agree(deals in prop::collection::vec((-20_i64..20, -20_i64..20), 2..50)) {
            let mut moments = PairedMoments::default();
            for &(a, b) in &deals {
                moments.record(a, b);
            }
            let (a, b): (Vec<f64>, Vec<f64>) = deals.iter().map(|&(a, b)| (a as f64, b as f64)).unzip();
            let (one, other) = (moments.difference().expect("deals"), paired_difference(&a, &b).expect("deals"));
            prop_assert!((one.value - other.value).abs() < 1e-12 && (one.se - other.se).abs() < 1e-9);
            prop_assert!(one.interval.contains(one.value));
        }

        #[test]
        fn exchange_of_the_rules_changes_the_sign(deals in prop::collection::vec((-9_i64..9, -9_i64..9), 2..50)) {
            let (mut one, mut other) = (PairedMoments::default(), PairedMoments::default());
            for &(a, b) in &deals {
                one.record(a, b);
                other.record(b, a);
            }
            let [one, other] = [one, other].map(|moments| moments.difference().expect("deals"));
            prop_assert!((one.value + other.value).abs() < 1e-12 && (one.se - other.se).abs() < 1e-12);
        }
    }
}
