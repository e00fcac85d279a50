//! A confidence sequence by betting: an interval that stays valid from the first observation on, however
//! often it is read.
//!
//! A bettor cannot expect to get rich by betting against the true mean (Ville 1939). A mean is therefore
//! refuted once a fixed mixture of bets against it has won enough (Waudby-Smith & Ramdas, *Estimating means
//! of bounded random variables by betting*, 2023). The only assumption is the range of the observations. The
//! wealth of a bet depends on the count of each value, not on the order.

use crate::{BoundedSample, Interval};

/// Number of halvings after which a bisected interval has no width left in `f64`.
const HALVINGS: usize = 52;

/// A sequence of intervals that covers the mean at all times at once, with probability 1 − alpha.
///
/// ```
/// use overhear_stats::{BettingSequence, BoundedSample};
/// let sequence = BettingSequence::new(1000, 0.05).expect("a valid plan");
/// let pair = BoundedSample::of_counts(&[0, 0, 1]).expect("a pair");
/// assert!(sequence.interval(&pair).low < 0.05);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BettingSequence {
    alpha: f64,
    /// The stakes of the mixture as shares of the largest stake allowed, from 1 downwards by halves.
    stakes: Vec<f64>,
}

impl BettingSequence {
    /// Creates a sequence that is narrowest near the `planned` number of observations.
    ///
    /// Returns `None` if none are planned, or `alpha` does not lie between 0 and 1.
    pub fn new(planned: u64, alpha: f64) -> Option<Self> {
        if planned == 0 || !(alpha > 0.0 && alpha < 1.0) {
            return None;
        }
        // The best stake after n observations is of the order 1/√n. Stakes halve down to that order, so one
        // of them is within a factor of √2 at any earlier time.
        let least = (2.0 / (planned as f64).sqrt()).min(0.25);
        let halves = core::iter::successors(Some(1.0), |stake| Some(stake / 2.0));
        Some(Self { alpha, stakes: halves.take_while(|&stake| stake > least / 2.0).collect() })
    }

    /// Returns the interval after these observations.
    pub fn interval(&self, sample: &BoundedSample) -> Interval {
        let places: Vec<[f64; 2]> = sample.places().collect();
        // Mirroring the range turns the upper end into a lower end.
        let mirrored: Vec<[f64; 2]> = places.iter().map(|&[place, count]| [1.0 - place, count]).collect();
        let low = self.lower_end(sample.place(), &places);
        let high = 1.0 - self.lower_end(1.0 - sample.place(), &mirrored);
        sample.in_range(Interval { low: low.min(sample.place()), high: high.max(sample.place()) })
    }

    /// Returns the smallest mean that bets on a larger mean have not refuted.
    fn lower_end(&self, mean: f64, places: &[[f64; 2]]) -> f64 {
        if mean <= 0.0 {
            return 0.0;
        }
        // Each side may err with α/2; by Ville's inequality the wealth exceeds 2/α with that probability at
        // most.
        let enough = libm::log(2.0 / self.alpha);
        let (mut out, mut inside) = (0.0, mean);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(out, inside);
            if self.log_wealth(middle, places) >= enough { out = middle } else { inside = middle }
        }
        inside
    }

    /// Returns the log of the final wealth of a stake of 1, divided evenly over all bets.
    fn log_wealth(&self, mean: f64, places: &[[f64; 2]]) -> f64 {
        let logs = self.stakes.iter().map(|stake| -> f64 {
            places.iter().map(|&[place, count]| count * libm::log1p(stake * (place / mean - 1.0))).sum()
        });
        let logs: Vec<f64> = logs.collect();
        // Log-sum-exp: the largest term is taken out, because the wealth itself overflows after some hundred
        // wins.
        let most = logs.iter().fold(f64::NEG_INFINITY, |most, &log| most.max(log));
        if most == f64::NEG_INFINITY {
            return most;
        }
        let sum: f64 = logs.iter().map(|log| libm::exp(log - most)).sum();
        most + libm::log(sum / self.stakes.len() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{COVERAGE_CASES, SimulatedMatch};

    fn sequence() -> BettingSequence {
        BettingSequence::new(2000, 0.05).expect("a valid plan")
    }

    #[test]
    fn plans_without_sense_are_refused() {
        for (planned, alpha) in [(0, 0.05), (100, 0.0), (100, 1.0), (100, f64::NAN)] {
            assert!(BettingSequence::new(planned, alpha).is_none());
        }
    }

    #[test]
    fn it_is_less_than_twice_as_wide_as_the_interval_of_one_look() {
        let sample = BoundedSample::of_counts(&[480, 80, 880, 80, 480]).expect("pairs");
        let ratio = sequence().interval(&sample).width() / sample.interval(0.95).width();
        assert!((1.4..1.9).contains(&ratio), "{ratio}");
    }

    #[test]
    #[ignore = "slow: many runs, looked at again and again"]
    fn it_covers_at_all_looks_at_once() {
        for case in COVERAGE_CASES {
            let missed = (0..200).filter(|&seed| {
                let mut course = SimulatedMatch::new(&case, seed);
                (0..40).any(|look| {
                    course.go_on(if look < 20 { 1 } else { 50 });
                    let sample = BoundedSample::of_counts(&course.pairs().counts()).expect("pairs");
                    !sequence().interval(&sample).contains(case.score())
                })
            });
            let missed = missed.count();
            assert!(missed <= 16, "{}: {missed} of 200", case.name);
        }
    }

    #[test]
    fn after_one_or_two_observations_the_ends_are_those_worked_out_by_hand() {
        // Stakes 1, ½ and ¼. A one wins s · x of each stake s, where x = 1/mean − 1; a zero loses s.
        let sequence = BettingSequence::new(1, 0.05).expect("a valid plan");
        let of = |counts: &[u64]| sequence.interval(&BoundedSample::of_counts(counts).expect("observations"));
        // 1 + 7/12 · x = 2/0.05.
        let one = 1.0 / (1.0 + 39.0 * 12.0 / 7.0);
        let interval = of(&[0, 1]);
        assert!((interval.low - one).abs() < 1e-9 && interval.high == 1.0, "{interval:?}");
        let interval = of(&[1, 0]);
        assert!(interval.low == 0.0 && (interval.high - (1.0 - one)).abs() < 1e-9, "{interval:?}");
        // (½ · (1 + x/2) + ¾ · (1 + x/4)) / 3 = 2/0.05: the whole stake is lost.
        let both = 1.0 / (1.0 + (120.0 - 1.25) / 0.4375);
        let interval = of(&[1, 1]);
        assert!(
            (interval.low - both).abs() < 1e-9 && (interval.high - (1.0 - both)).abs() < 1e-9,
            "{interval:?}"
        );
    }
}
