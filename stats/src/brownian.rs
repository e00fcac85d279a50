//! Brownian motion between two absorbing bounds, by the method of images.

use crate::Interval;
use crate::special::{ln_normal_cdf, normal_cdf};

const NEGLIGIBLE: f64 = 1e-17;
const MOST_IMAGES: u32 = 1_000_000;

/// A motion from 0 with `drift` and `variance` per unit of time, absorbed at both ends of `bounds`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brownian {
    pub(crate) drift: f64,
    pub(crate) variance: f64,
    pub(crate) bounds: Interval,
}

impl Brownian {
    /// Returns the probability of an outcome no better than `height` at `time`.
    ///
    /// Outcomes below are absorption at the lower bound by then, or survival at or below `height`.
    pub(crate) fn outcome_cdf(&self, time: f64, height: f64) -> f64 {
        // Two absorbing bounds reflect the source in each other without end. The images lie 2 · width apart
        // and alternate in sign, so the series converges like a Gaussian tail; a few terms suffice unless
        // time is long.
        let mut sum = 0.0;
        for k in 0..MOST_IMAGES {
            let shift = 2.0 * f64::from(k) * self.bounds.width();
            let mut terms = self.image_terms(time, height, shift);
            if k > 0 {
                let mirrored = self.image_terms(time, height, -shift);
                terms = [terms[0] + mirrored[0], terms[1] + mirrored[1]];
            }
            sum += terms[0];
            if terms[1] < NEGLIGIBLE {
                break;
            }
        }
        sum.clamp(0.0, 1.0)
    }

    /// Returns the term of the images at `shift`, and its absolute size for the stopping rule.
    fn image_terms(&self, time: f64, height: f64, shift: f64) -> [f64; 2] {
        let low = self.bounds.low;
        let absorbed = self.absorbed_below(time, shift - low);
        let source = self.present(time, height, shift);
        let reflection = self.present(time, height, 2.0 * low - shift);
        [absorbed + source - reflection, absorbed.abs() + source + reflection]
    }

    /// Returns the probability that a motion without the upper bound reaches a level `distance` below its
    /// source.
    ///
    /// The value is weighted by the likelihood ratio to the true source; negative distances give negative
    /// values.
    fn absorbed_below(&self, time: f64, distance: f64) -> f64 {
        let (deviation, travel) = ((self.variance * time).sqrt(), self.drift * time);
        let tilt = self.drift / self.variance;
        let (origin, far) = (tilt * self.bounds.low, distance.abs());
        // First passage of a drifting motion: Φ((travel − far)/σ) e^{…} + Φ((−travel − far)/σ) e^{…}. The
        // exponents are added before `exp`, because each alone may overflow.
        let against = origin - tilt * far + ln_normal_cdf((travel - far) / deviation);
        let along = origin + tilt * far + ln_normal_cdf((-travel - far) / deviation);
        (libm::exp(against) + libm::exp(along)).copysign(distance)
    }

    /// Returns the weight between the lower bound and `height` of a free motion from `source`.
    fn present(&self, time: f64, height: f64, source: f64) -> f64 {
        let (deviation, travel) = ((self.variance * time).sqrt(), self.drift * time);
        let [from, to] = [self.bounds.low, height].map(|end| (end - source - travel) / deviation);
        let log_weight = self.drift / self.variance * source;
        weighted_normal_mass(log_weight, from, to)
    }
}

/// Returns e^w (Φ(to) − Φ(from)), computed in the tail that does not cancel and without overflow of either
/// factor.
fn weighted_normal_mass(log_weight: f64, from: f64, to: f64) -> f64 {
    let (near, far) = if from > 0.0 { (-from, -to) } else { (to, from) };
    if near > -5.0 && log_weight.abs() < 500.0 {
        return libm::exp(log_weight) * (normal_cdf(near) - normal_cdf(far)).max(0.0);
    }
    (libm::exp(log_weight + ln_normal_cdf(near)) - libm::exp(log_weight + ln_normal_cdf(far))).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn motion(drift: f64, low: f64, high: f64) -> Brownian {
        Brownian { drift, variance: 1.0, bounds: Interval { low, high } }
    }

    /// Wald: the chance to leave at the lower bound in the end.
    fn ruin(drift: f64, low: f64, high: f64) -> f64 {
        let [up, down] = [high, low].map(|bound| libm::expm1(-2.0 * drift * bound));
        up / (up - down)
    }

    #[test]
    fn in_the_end_it_is_walds_ruin() {
        for drift in [-3.0, -0.7, 0.01, 0.2, 2.5] {
            let probability = motion(drift, -2.9, 1.8).outcome_cdf(400.0, 1.8);
            assert!((probability - ruin(drift, -2.9, 1.8)).abs() < 1e-9, "{drift}: {probability}");
        }
    }

    #[test]
    fn between_far_bounds_it_is_normal() {
        let probability = motion(0.3, -50.0, 50.0).outcome_cdf(4.0, 1.0);
        assert!((probability - normal_cdf((1.0 - 1.2) / 2.0)).abs() < 1e-12);
    }

    #[test]
    fn small_steps_agree_with_the_closed_form() {
        let (drift, low, high, height, time) = (0.4, -1.0, 1.5, 0.3, 1.7);
        let (cells, steps) = (500, 400_000);
        let (width, dt) = ((high - low) / f64::from(cells), time / f64::from(steps));
        let (spread, lean) = (dt / (2.0 * width * width), drift * dt / (2.0 * width));
        let mut density = vec![0.0; cells as usize + 1];
        density[200] = 1.0;
        let mut absorbed = 0.0;
        for _ in 0..steps {
            absorbed += density[1] * (spread - lean);
            let old = density.clone();
            for i in 1..cells as usize {
                let inflow = old[i - 1] * f64::from(u8::from(i > 1)) * (spread + lean)
                    + old[i + 1] * f64::from(u8::from(i + 1 < cells as usize)) * (spread - lean);
                density[i] = old[i] * (1.0 - 2.0 * spread) + inflow;
            }
        }
        let below: f64 = density[1..260].iter().sum::<f64>() + density[260] / 2.0;
        let probability = motion(drift, low, high).outcome_cdf(time, height);
        assert!((probability - (absorbed + below)).abs() < 1e-4, "{probability} {}", absorbed + below);
    }

    #[test]
    fn far_tails_neither_cancel_nor_overflow() {
        // Mills' ratio: the upper tail at x is φ(x)/x · (1 − 1/x² + 3/x⁴ − …).
        let log_tail = |x: f64| -x * x / 2.0 - libm::log(x * core::f64::consts::TAU.sqrt()) - 1.0 / (x * x);
        for (weight, x) in [(0.0, 10.0), (800.0, 40.0), (-3.0, 20.0)] {
            let expected = libm::exp(weight + log_tail(x));
            for tail in [weighted_normal_mass(weight, x, x + 5.0), weighted_normal_mass(weight, -x - 5.0, -x)]
            {
                assert!((tail / expected - 1.0).abs() < 1e-3, "{x}: {tail} {expected}");
            }
        }
        assert!((weighted_normal_mass(0.0, -1.0, 1.0) - 0.682_689_492).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn mirror_images_add_to_one(
            drift in -4.0..4.0_f64, low in -4.0..-0.5_f64, high in 0.5..4.0_f64,
            place in 0.0..1.0_f64, time in 0.01..60.0_f64
        ) {
            let height = low + place * (high - low);
            let one = motion(drift, low, high).outcome_cdf(time, height);
            let other = motion(-drift, -high, -low).outcome_cdf(time, -height);
            prop_assert!((one + other - 1.0).abs() < 1e-9, "{one} {other}");
        }

        #[test]
        fn more_drift_is_better(
            drift in -30.0..30.0_f64, more in 0.0..3.0_f64, place in 0.0..1.0_f64, time in 0.01..60.0_f64
        ) {
            let height = -3.0 + 6.0 * place;
            let less = motion(drift, -3.0, 3.0).outcome_cdf(time, height);
            let best = motion(drift + more, -3.0, 3.0).outcome_cdf(time, height);
            prop_assert!(best <= less + 1e-9);
        }
    }
}
