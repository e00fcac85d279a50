//! The schedule of simultaneous perturbation (SPSA), as used to tune engines (Spall 1992; fishtest).
//!
//! Iteration k moves all parameters at once by ±`c_k`, and the two vectors play each other. Each parameter
//! then moves by `R_k c_k` times the result, in the direction of its sign. One match per iteration thus
//! estimates a whole gradient. Confirm the tuned vector with a fresh [`Sprt`](crate::Sprt): tunes often fail
//! it.

use crate::Interval;

/// Exponent of the gain `a_k = a/(A+k)^α`.
pub const SPSA_ALPHA: f64 = 0.602;
/// Exponent of the perturbation `c_k = c/k^γ`.
pub const SPSA_GAMMA: f64 = 0.101;
/// The stabiliser A as a share of the number of iterations.
pub const SPSA_STABILISER: f64 = 0.1;

/// The schedule of one parameter.
///
/// ```
/// use overhear_stats::SpsaSchedule;
/// let schedule = SpsaSchedule::new(1000, 2.0, 0.002).expect("a valid schedule");
/// let last = schedule.at(1000);
/// assert!((last.perturbation - 2.0).abs() < 1e-12 && (last.rate - 0.002).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpsaSchedule {
    stabiliser: f64,
    gain: f64,
    perturbation: f64,
}

/// The perturbation and rate of one iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpsaStep {
    /// `c_k`, in units of the parameter.
    pub perturbation: f64,
    /// `R_k = a_k/c_k²`.
    pub rate: f64,
}

impl SpsaSchedule {
    /// Creates a schedule that ends after `iterations` at perturbation `c_end` (in units of the parameter)
    /// and rate `r_end`.
    ///
    /// Returns `None` unless all three are positive and finite.
    pub fn new(iterations: u64, c_end: f64, r_end: f64) -> Option<Self> {
        let are_valid = [c_end, r_end].into_iter().all(|end| end.is_finite() && end > 0.0);
        if iterations == 0 || !are_valid {
            return None;
        }
        // Solve the schedule backwards from its end: R_n = a_n / c_n², so a = R_n c_n² (A + n)^α and c = c_n
        // n^γ.
        let n = iterations as f64;
        let stabiliser = SPSA_STABILISER * n;
        let gain = r_end * c_end * c_end * libm::pow(stabiliser + n, SPSA_ALPHA);
        Some(Self { stabiliser, gain, perturbation: c_end * libm::pow(n, SPSA_GAMMA) })
    }

    /// Returns the perturbation and rate of an iteration, counted from 1; 0 counts as 1.
    pub fn at(&self, iteration: u64) -> SpsaStep {
        let k = iteration.max(1) as f64;
        let perturbation = self.perturbation / libm::pow(k, SPSA_GAMMA);
        let gain = self.gain / libm::pow(self.stabiliser + k, SPSA_ALPHA);
        SpsaStep { perturbation, rate: gain / (perturbation * perturbation) }
    }
}

/// The sign by which a parameter is perturbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PerturbationSign {
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

impl PerturbationSign {
    /// Both signs.
    pub const ALL: [Self; 2] = [Self::Up, Self::Down];

    fn factor(self) -> f64 {
        match self {
            Self::Up => 1.0,
            Self::Down => -1.0,
        }
    }
}

impl SpsaStep {
    /// Returns the parameter value that the perturbed player uses, cut to `bounds`.
    ///
    /// # Panics
    /// If `bounds.low` exceeds `bounds.high`, or either is NaN.
    pub fn perturbed(&self, value: f64, sign: PerturbationSign, bounds: Interval) -> f64 {
        (value + sign.factor() * self.perturbation).clamp(bounds.low, bounds.high)
    }

    /// Returns the parameter value after the perturbed player won `lead` games more than it lost, cut to
    /// `bounds`.
    ///
    /// # Panics
    /// If `bounds.low` exceeds `bounds.high`, or either is NaN.
    pub fn updated(&self, value: f64, sign: PerturbationSign, lead: f64, bounds: Interval) -> f64 {
        (value + self.rate * self.perturbation * lead * sign.factor()).clamp(bounds.low, bounds.high)
    }
}

/// Rounds down or up at random so that the mean is `value`; `uniform` is a uniform random number in [0, 1).
pub fn stochastic_round(value: f64, uniform: f64) -> f64 {
    (value + uniform).floor()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::RandomStream;

    const BOUNDS: Interval = Interval { low: -10.0, high: 10.0 };

    #[test]
    fn schedules_need_positive_ends() {
        assert!(SpsaSchedule::new(0, 1.0, 1.0).is_none());
        assert!(SpsaSchedule::new(10, 0.0, 1.0).is_none());
        assert!(SpsaSchedule::new(10, 1.0, f64::NAN).is_none());
        assert!(SpsaSchedule::new(1, 1.0, 1.0).is_some());
    }

    #[test]
    fn s9_perturbation_and_gain_fall() {
        let schedule = SpsaSchedule::new(500, 1.0, 0.01).expect("valid");
        let (first, last) = (schedule.at(1), schedule.at(500));
        assert!(first.perturbation > last.perturbation);
        let gain = |step: SpsaStep| step.rate * step.perturbation * step.perturbation;
        assert!((gain(first) / gain(last) - libm::pow(550.0 / 51.0, 0.602)).abs() < 1e-9);
    }

    #[test]
    fn values_stay_in_bounds() {
        let step = SpsaStep { perturbation: 4.0, rate: 1.0 };
        assert!((step.perturbed(8.0, PerturbationSign::Up, BOUNDS) - 10.0).abs() < 1e-15);
        assert!((step.updated(0.0, PerturbationSign::Down, 1.0, BOUNDS) + 4.0).abs() < 1e-15);
    }

    #[test]
    fn it_climbs_a_hill() {
        let schedule = SpsaSchedule::new(3000, 1.0, 0.02).expect("valid");
        let (mut draws, mut value) = (RandomStream::new(3), -6.0);
        let worth = |x: f64| -(x - 2.0) * (x - 2.0) / 40.0;
        for k in 1..=3000 {
            let step = schedule.at(k);
            let sign = PerturbationSign::ALL[(draws.bits() & 1) as usize];
            let other = PerturbationSign::ALL[usize::from(sign == PerturbationSign::Up)];
            let edge =
                worth(step.perturbed(value, sign, BOUNDS)) - worth(step.perturbed(value, other, BOUNDS));
            let lead = if draws.uniform() < 0.5 + edge { 1.0 } else { -1.0 };
            value = step.updated(value, sign, lead, BOUNDS);
        }
        assert!((value - 2.0).abs() < 1.0, "{value}");
    }

    #[test]
    fn rounding_keeps_the_mean() {
        let mut draws = RandomStream::new(1);
        let sum: f64 = (0..10_000).map(|_| stochastic_round(2.3, draws.uniform())).sum();
        assert!((sum / 10_000.0 - 2.3).abs() < 0.02);
        assert!((stochastic_round(-4.0, 0.999) + 4.0).abs() < 1e-15);
    }
}
