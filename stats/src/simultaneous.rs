//! Simultaneous intervals for all pairwise differences of a rating list: the distribution of the largest |z|.
//!
//! Tukey's method extended to estimates with any covariance (Hothorn, Bretz & Westfall 2008), by Monte Carlo.

use crate::draws::RandomStream;
use crate::matrix::semidefinite_factor;
use crate::special::normal_cdf;
use crate::{Estimate, Interval};
use ndarray::Array2;

/// Simulated values of the largest |z| among all pairwise differences, if all true differences were 0.
///
/// ```
/// use ndarray::Array2;
/// use overhear_stats::MaxZ;
/// let independent = Array2::eye(3);
/// let largest = MaxZ::pairwise(&independent, 20_000, 1).expect("there are differences");
/// assert!((largest.critical(0.95) - 2.344).abs() < 0.05, "Tukey's range over √2");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MaxZ {
    sorted: Vec<f64>,
}

impl MaxZ {
    /// Simulates the largest |z| for a covariance of ratings, in any unit and from any anchor.
    ///
    /// The cost is O(draws · agents²).
    ///
    /// Returns `None` without draws, if the matrix is not square, or if no difference has an error.
    pub fn pairwise(ratings: &Array2<f64>, draws: u32, seed: u64) -> Option<Self> {
        if draws == 0 || !ratings.is_square() {
            return None;
        }
        let contrasts = contrasts(ratings);
        if contrasts.is_empty() {
            return None;
        }
        let factor = semidefinite_factor(ratings);
        let mut generator = RandomStream::new(seed);
        let mut sorted: Vec<f64> =
            (0..draws).map(|_| largest(&correlated(&factor, &mut generator), &contrasts)).collect();
        sorted.sort_by(f64::total_cmp);
        Some(Self { sorted })
    }

    /// Returns the value that the largest |z| exceeds with probability 1 − `level`; `level` is cut to `[0,
    /// 1]`.
    pub fn critical(&self, level: f64) -> f64 {
        let rank = (level.clamp(0.0, 1.0) * (self.sorted.len() + 1) as f64).ceil() as usize;
        self.sorted[rank.clamp(1, self.sorted.len()) - 1]
    }

    /// Returns the level that each single interval needs if all together are to hold at `level`.
    pub fn level_of_each(&self, level: f64) -> f64 {
        1.0 - 2.0 * normal_cdf(-self.critical(level))
    }

    /// Returns the p-value of one difference, adjusted for all others: (1 + draws beyond |z|)/(1 + draws).
    pub fn adjusted_p_value(&self, z: f64) -> f64 {
        let beyond = self.sorted.len() - self.sorted.partition_point(|&drawn| drawn < z.abs());
        (1.0 + beyond as f64) / (1.0 + self.sorted.len() as f64)
    }

    /// Returns the interval of one difference that holds for all differences at once with probability
    /// `level`.
    pub fn interval(&self, difference: &Estimate, level: f64) -> Interval {
        Interval::around(difference.value, self.critical(level) * difference.se)
    }
}

/// The standard error of the difference of two ratings.
struct Contrast {
    one: usize,
    other: usize,
    se: f64,
}

/// Returns the differences of ratings that have a positive variance.
fn contrasts(ratings: &Array2<f64>) -> Vec<Contrast> {
    let largest = (0..ratings.nrows()).map(|i| ratings[[i, i]]).fold(0.0, f64::max);
    let mut contrasts = Vec::new();
    for i in 0..ratings.nrows() {
        for j in 0..i {
            let variance = ratings[[i, i]] - 2.0 * ratings[[i, j]] + ratings[[j, j]];
            if variance > 1e-12 * largest {
                contrasts.push(Contrast { one: i, other: j, se: variance.sqrt() });
            }
        }
    }
    contrasts
}

fn correlated(factor: &Array2<f64>, draws: &mut RandomStream) -> Vec<f64> {
    let normal: Vec<f64> = (0..factor.nrows()).map(|_| draws.normal()).collect();
    (0..factor.nrows()).map(|i| (0..=i).map(|k| factor[[i, k]] * normal[k]).sum()).collect()
}

fn largest(errors: &[f64], contrasts: &[Contrast]) -> f64 {
    contrasts
        .iter()
        .map(|&Contrast { one, other, se }| ((errors[one] - errors[other]) / se).abs())
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z95;

    fn centred(order: usize) -> Array2<f64> {
        Array2::from_shape_fn((order, order), |(i, j)| f64::from(u8::from(i == j)) - 1.0 / order as f64)
    }

    #[test]
    fn two_agents_need_no_adjustment() {
        let largest = MaxZ::pairwise(&centred(2), 100_000, 3).expect("a difference");
        assert!((largest.critical(0.95) - Z95).abs() < 0.02);
        assert!((largest.level_of_each(0.95) - 0.95).abs() < 0.003);
        assert!((largest.adjusted_p_value(-Z95) - 0.05).abs() < 0.003);
    }

    #[test]
    fn s8_independent_agents_give_tukeys_range() {
        for (agents, studentised_range) in [(3, 3.314), (5, 3.858), (10, 4.474)] {
            let largest = MaxZ::pairwise(&centred(agents), 100_000, 9).expect("differences");
            let expected = studentised_range / core::f64::consts::SQRT_2;
            assert!((largest.critical(0.95) - expected).abs() < 0.02, "{agents}");
        }
    }

    #[test]
    fn without_errors_there_is_nothing_to_draw() {
        assert_eq!(MaxZ::pairwise(&Array2::zeros((3, 3)), 100, 1), None);
        assert_eq!(MaxZ::pairwise(&Array2::from_elem((3, 2), 1.0), 100, 1), None);
        assert_eq!(MaxZ::pairwise(&centred(1), 100, 1), None);
        assert_eq!(MaxZ::pairwise(&centred(3), 0, 1), None);
    }

    #[test]
    fn one_seed_one_answer_and_wider_than_alone() {
        let draw = || MaxZ::pairwise(&centred(4), 2000, 8);
        assert_eq!(draw(), draw());
        let difference = Estimate::normal(1.0, 0.5);
        let joint = draw().expect("differences").interval(&difference, 0.95);
        assert!(difference.interval.is_within(joint));
    }

    #[test]
    fn of_four_draws_the_values_are_those_counted_by_hand() {
        let drawn = MaxZ { sorted: vec![1.0, 2.0, 3.0, 4.0] };
        // Rank ⌈level · 5⌉, at least the first and at most the last.
        assert_eq!([0.0, 0.4, 0.5, 0.8, 1.0].map(|level| drawn.critical(level)), [1.0, 2.0, 3.0, 4.0, 4.0]);
        // 3 and 4 are no less than 3: (1 + 2) / (1 + 4).
        assert_eq!([3.0, -3.0, 0.5, 9.0].map(|z| drawn.adjusted_p_value(z)), [0.6, 0.6, 1.0, 0.2]);
        let difference = Estimate { value: 1.0, se: 0.5, interval: Interval { low: 0.0, high: 2.0 } };
        assert_eq!(drawn.interval(&difference, 0.5), Interval { low: -0.5, high: 2.5 });
    }
}
