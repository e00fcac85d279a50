//! Distances between beliefs about offered words.

use overhear_bots::OfferedBelief;
use overhear_bots::protocol::OFFERED;
use overhear_engine::rules::{BySlot, Slot};

use super::number::{one_if, smoothed};

/// The belief that gives every offered word the same probability.
pub(super) const UNIFORM: OfferedBelief = BySlot([[1.0 / OFFERED as f64; OFFERED]; 4]);

/// Returns the index of the likeliest word; of equal ones the first.
pub(super) fn likeliest(slot: &[f64; OFFERED]) -> usize {
    (1..OFFERED).fold(0, |best, n| if slot[n] > slot[best] { n } else { best })
}

/// Returns the mean of a number over the four slots.
pub(super) fn mean(of: impl Fn(Slot) -> f64) -> f64 {
    Slot::ALL.into_iter().map(of).sum::<f64>() / Slot::ALL.len() as f64
}

/// Returns KL(exact‖stated) in bits for a keyword, the mean over the slots. Both beliefs are spread, so that a wrong certainty
/// costs finitely many bits, and the exact belief none.
pub(super) fn divergence(exact: &OfferedBelief, stated: &OfferedBelief) -> f64 {
    mean(|slot| {
        let words = exact[slot].iter().zip(&stated[slot]);
        let words = words.map(|(&p, &q)| (smoothed(p, OFFERED), smoothed(q, OFFERED)));
        words.map(|(p, q)| p * libm::log2(p / q)).sum()
    })
}

/// Returns the total variation between two beliefs, the mean over the slots: 0 for equal ones, 1 for disjoint ones.
pub(super) fn variation(one: &OfferedBelief, other: &OfferedBelief) -> f64 {
    mean(|slot| one[slot].iter().zip(&other[slot]).map(|(p, q)| (p - q).abs()).sum::<f64>() / 2.0)
}

/// Number of bins of the calibration error.
const BINS: usize = 10;

/// Counts for the expected calibration error: the mean gap between stated probabilities and shares of right words, over ten
/// bins of the probability of the likeliest word (Guo et al. 2017).
#[derive(Default)]
pub(super) struct CalibrationBins([CalibrationBin; BINS]);

/// Sums over the words of a bin.
#[derive(Default)]
struct CalibrationBin {
    stated: f64,
    right: f64,
}

impl CalibrationBins {
    /// Adds the likeliest word with its probability.
    pub(super) fn add(&mut self, probability: f64, is_right: bool) {
        let bin = ((probability * BINS as f64) as usize).min(BINS - 1);
        self.0[bin].stated += probability;
        self.0[bin].right += one_if(is_right);
    }

    /// Returns the error for a number of words; `None` without any.
    pub(super) fn error(&self, words: u64) -> Option<f64> {
        let gaps: f64 = self.0.iter().map(|bin| (bin.stated - bin.right).abs()).sum();
        (words > 0).then(|| gaps / words as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(word: usize) -> OfferedBelief {
        BySlot([std::array::from_fn(|n| one_if(n == word)); 4])
    }

    #[test]
    fn distances_are_zero_for_equal_beliefs_and_finite_for_opposite_ones() {
        for belief in [UNIFORM, certain(3)] {
            assert!(divergence(&belief, &belief).abs() < 1e-12 && variation(&belief, &belief) < 1e-12);
        }
        assert!((variation(&certain(0), &certain(1)) - 1.0).abs() < 1e-12);
        assert!((variation(&certain(0), &UNIFORM) - 0.875).abs() < 1e-12);
        let wrong = divergence(&certain(0), &certain(1));
        assert!((8.0..9.0).contains(&wrong), "{wrong}: log2(0.9825 / 0.0025) of it, nearly");
        assert!(divergence(&certain(0), &UNIFORM) < 3.0);
    }

    #[test]
    fn certain_and_half_right_is_half_off() {
        let mut bins = CalibrationBins::default();
        [true, false, true, false].into_iter().for_each(|right| bins.add(1.0, right));
        assert_eq!((bins.error(4), CalibrationBins::default().error(0)), (Some(0.5), None));
        let mut honest = CalibrationBins::default();
        [true, false].into_iter().for_each(|right| honest.add(0.5, right));
        assert_eq!(honest.error(2), Some(0.0));
    }
}
