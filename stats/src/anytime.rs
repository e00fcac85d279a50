//! A confidence sequence: a live interval that stays valid however often it is read.
//!
//! The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas (*Time-uniform central
//! limit theory*).

use crate::{Estimate, Interval};

/// The first number of observations at which a [`ConfidenceSequence`] gives an interval.
pub const ANYTIME_START: u64 = 100;

/// A sequence of intervals that covers the mean at all times at once, with probability 1 − alpha.
///
/// Tightest near the planned number of observations, where it is 1.549 times as wide as an interval of fixed
/// length at 95 %.
///
/// ```
/// let sequence = overhear_stats::ConfidenceSequence::new(50_000, 0.05).expect("a valid plan");
/// assert!((sequence.half_width(50_000, 1.0) - 0.0135749).abs() < 5e-8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfidenceSequence {
    alpha: f64,
    rho: f64,
}

impl ConfidenceSequence {
    /// Creates a sequence tuned to the `planned` number of observations.
    ///
    /// Returns `None` if none are planned, or `alpha` does not lie between 0 and 1.
    pub fn new(planned: u64, alpha: f64) -> Option<Self> {
        if planned == 0 || !(alpha > 0.0 && alpha < 1.0) {
            return None;
        }
        // Choice of ρ that minimises the width at the planned number n: ρ² = (−2 ln α + ln(−2 ln α) + 1) / n.
        let twice = -2.0 * libm::log(alpha);
        let rho = ((twice + libm::log(twice) + 1.0).max(f64::MIN_POSITIVE) / planned as f64).sqrt();
        Some(Self { alpha, rho })
    }

    /// Returns the tuning parameter ρ.
    pub fn rho(&self) -> f64 {
        self.rho
    }

    /// Returns the half-width after `observations` with standard deviation `deviation`, in the unit of
    /// `deviation`.
    pub fn half_width(&self, observations: u64, deviation: f64) -> f64 {
        // Half-width: σ √(2 (nρ² + 1) / (n²ρ²) · ln(√(nρ² + 1) / α)).
        let information = observations as f64 * self.rho * self.rho;
        let grown = information + 1.0;
        let log_odds = 0.5 * libm::log(grown) - libm::log(self.alpha);
        deviation * (2.0 * grown / (observations as f64 * information) * log_odds).sqrt()
    }

    /// Returns the interval around a mean with standard error `se`, which must come from independent
    /// observations.
    ///
    /// Returns `None` before [`ANYTIME_START`] observations.
    pub fn interval(&self, observations: u64, mean: &Estimate) -> Option<Interval> {
        if observations < ANYTIME_START {
            return None;
        }
        let deviation = mean.se * (observations as f64).sqrt();
        Some(Interval::around(mean.value, self.half_width(observations, deviation)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z95;
    use crate::draws::RandomStream;

    #[test]
    fn s7_golden_vector() {
        let sequence = ConfidenceSequence::new(50_000, 0.05).expect("a valid plan");
        assert!((sequence.rho() - 0.013_252_8).abs() < 5e-8);
        let width = sequence.half_width(50_000, 1.0);
        assert!((width - 0.013_574_9).abs() < 5e-8);
        assert!((width / (Z95 / 50_000_f64.sqrt()) - 1.549).abs() < 5e-4);
    }

    #[test]
    fn plans_without_sense_are_refused() {
        for (planned, alpha) in [(0, 0.05), (100, 0.0), (100, 1.0), (100, f64::NAN)] {
            assert!(ConfidenceSequence::new(planned, alpha).is_none());
        }
    }

    #[test]
    fn it_waits_for_a_hundred_observations() {
        let sequence = ConfidenceSequence::new(1000, 0.05).expect("a valid plan");
        let mean = Estimate::normal(0.5, 0.05);
        assert_eq!(sequence.interval(99, &mean), None);
        assert!(sequence.interval(100, &mean).is_some_and(|interval| interval.contains(0.5)));
    }

    #[test]
    fn it_covers_at_all_looks_at_once() {
        let sequence = ConfidenceSequence::new(1000, 0.05).expect("a valid plan");
        let (mut ever_missed, mut fixed_missed, runs) = (0, 0, 1000);
        for run in 0..runs {
            let mut draws = RandomStream::new(run);
            let (mut sum, mut missed) = (0.0, [false; 2]);
            for n in 1..=2000_u64 {
                sum += draws.normal();
                if n >= ANYTIME_START {
                    let mean = Estimate::normal(sum / n as f64, 1.0 / (n as f64).sqrt());
                    missed[0] |= sequence.interval(n, &mean).is_some_and(|interval| !interval.contains(0.0));
                    missed[1] |= !mean.interval.contains(0.0);
                }
            }
            ever_missed += u64::from(missed[0]);
            fixed_missed += u64::from(missed[1]);
        }
        assert!(ever_missed * 20 <= runs, "{ever_missed}");
        assert!(fixed_missed * 20 > 3 * runs, "{fixed_missed}");
    }
}
