//! The sign-flip test of paired differences: for few deals, or differences with spikes.

use crate::draws::RandomStream;

const ENUMERATED: usize = 16;

/// Returns the two-sided p-value of "the differences are symmetric about 0".
///
/// The p-value is the share of random sign flips whose sum is at least as far from 0 as the observed sum.
/// Zeros stay zeros. Up to 16 nonzero differences, all flips are enumerated and the value is exact. Beyond,
/// `flips` random ones are drawn from `seed`, and the value is (1 + hits)/(1 + flips), which keeps the level.
///
/// Returns `None` without differences, or if a difference is not finite.
///
/// ```
/// let p = overhear_stats::sign_flip_p_value(&[1.0, 2.0, 0.0, 1.5, 0.5], 10_000, 1);
/// assert_eq!(p, Some(2.0 / 16.0));
/// ```
pub fn sign_flip_p_value(differences: &[f64], flips: u32, seed: u64) -> Option<f64> {
    if differences.is_empty() || !differences.iter().all(|difference| difference.is_finite()) {
        return None;
    }
    let differences = to_unit(differences);
    let sizes: Vec<f64> =
        differences.iter().map(|difference| difference.abs()).filter(|&size| size > 0.0).collect();
    let observed = differences.iter().sum::<f64>().abs();
    // Sums in another order round differently; the tolerance counts such a sum as equal.
    let threshold = observed - 1e-12 * sizes.iter().sum::<f64>();
    Some(if sizes.len() <= ENUMERATED {
        enumerate(&sizes, threshold)
    } else {
        sample(&sizes, threshold, flips, seed)
    })
}

/// Returns the differences divided by a power of two, so that the largest lies between 1 and 2.
///
/// No sum can then overflow, and scaling does not round.
fn to_unit(differences: &[f64]) -> Vec<f64> {
    let largest = differences.iter().fold(0.0_f64, |largest, difference| largest.max(difference.abs()));
    let by = if largest > 0.0 { -libm::ilogb(largest) } else { 0 };
    differences.iter().map(|&difference| libm::scalbn(difference, by)).collect()
}

fn enumerate(sizes: &[f64], threshold: f64) -> f64 {
    let all = 1_u64 << sizes.len();
    let hits = (0..all).filter(|&signs| flipped_sum(sizes, [signs]).abs() >= threshold).count();
    hits as f64 / all as f64
}

fn sample(sizes: &[f64], threshold: f64, flips: u32, seed: u64) -> f64 {
    let mut draws = RandomStream::new(seed);
    let words = sizes.len().div_ceil(64);
    let hits = (0..flips)
        .filter(|_| {
            let signs: Vec<u64> = (0..words).map(|_| draws.bits()).collect();
            flipped_sum(sizes, signs).abs() >= threshold
        })
        .count();
    (1.0 + hits as f64) / (1.0 + f64::from(flips))
}

fn flipped_sum(sizes: &[f64], signs: impl IntoIterator<Item = u64>) -> f64 {
    let sums = sizes.chunks(64).zip(signs).map(|(chunk, word)| -> f64 {
        chunk.iter().enumerate().map(|(k, size)| if word >> k & 1 == 1 { -size } else { *size }).sum()
    });
    sums.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_and_nonsense_have_no_value() {
        assert_eq!(sign_flip_p_value(&[], 100, 1), None);
        assert_eq!(sign_flip_p_value(&[1.0, f64::NAN], 100, 1), None);
        assert_eq!(sign_flip_p_value(&[0.0, 0.0], 100, 1), Some(1.0));
    }

    #[test]
    fn the_unit_does_not_matter_up_to_the_ends_of_the_numbers() {
        for unit in [1.0, 1e308, 1e-310] {
            let values = [unit, unit, unit];
            assert_eq!(sign_flip_p_value(&values, 10, 1), Some(2.0 / 8.0), "{unit}");
            assert!(sign_flip_p_value(&[unit; 20], 100, 1).is_some_and(|p| p > 0.0 && p < 0.1), "{unit}");
        }
    }

    #[test]
    fn drawn_and_enumerated_flips_agree() {
        let sizes: Vec<f64> = (1..=12).map(f64::from).collect();
        let (exact, drawn) = (enumerate(&sizes, 40.0), sample(&sizes, 40.0, 100_000, 5));
        assert!((exact - drawn).abs() < 0.006, "{exact} {drawn}");
    }

    #[test]
    fn it_keeps_its_level_and_finds_a_shift() {
        let rate = |shift: f64| {
            let rejected = (0..400).filter(|&run| {
                let mut draws = RandomStream::new(run);
                let sample: Vec<f64> = (0..40).map(|_| draws.normal() + shift).collect();
                sign_flip_p_value(&sample, 400, run).is_some_and(|p| p <= 0.05)
            });
            rejected.count() as f64 / 400.0
        };
        assert!(rate(0.0) < 0.08, "{}", rate(0.0));
        assert!(rate(0.7) > 0.95, "{}", rate(0.7));
    }

    proptest! {
        #[test]
        fn zeros_and_signs_do_not_matter(values in prop::collection::vec(-5.0..5.0_f64, 1..12)) {
            let padded: Vec<f64> = values.iter().flat_map(|value| [-value, 0.0]).collect();
            let (one, other) = (sign_flip_p_value(&values, 10, 1), sign_flip_p_value(&padded, 10, 1));
            prop_assert!(one == other && one.is_some_and(|p| p > 0.0 && p <= 1.0));
        }
    }
}
