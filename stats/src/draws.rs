//! Seeded random numbers that are the same on every platform.

use core::f64::consts::TAU;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random numbers determined by its seed.
pub(crate) struct RandomStream {
    generator: ChaCha8Rng,
    spare: Option<f64>,
}

impl RandomStream {
    pub(crate) fn new(seed: u64) -> Self {
        Self { generator: ChaCha8Rng::seed_from_u64(seed), spare: None }
    }

    /// Returns 64 independent fair bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Returns a number uniform on (0, 1), ends excluded.
    pub(crate) fn uniform(&mut self) -> f64 {
        // 52 bits centred in their cells: neither 0 nor 1 can occur, so the logarithm in `normal` is finite.
        ((self.bits() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    /// Returns a standard normal number (Box & Muller 1958).
    pub(crate) fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let radius = (-2.0 * libm::log(self.uniform())).sqrt();
        let (sine, cosine) = libm::sincos(TAU * self.uniform());
        self.spare = Some(radius * sine);
        radius * cosine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_one_stream() {
        let stream = |seed| -> Vec<u64> {
            let mut draws = RandomStream::new(seed);
            (0..4).map(|_| draws.bits()).collect()
        };
        assert_eq!(stream(1), stream(1));
        assert_ne!(stream(1), stream(2));
    }

    #[test]
    fn normal_draws_have_the_normal_moments() {
        let mut draws = RandomStream::new(7);
        let sample: Vec<f64> = (0..100_000).map(|_| draws.normal()).collect();
        let moment = |power: i32| sample.iter().map(|x| x.powi(power)).sum::<f64>() / sample.len() as f64;
        assert!(moment(1).abs() < 0.015 && (moment(2) - 1.0).abs() < 0.02);
        assert!(moment(3).abs() < 0.04 && (moment(4) - 3.0).abs() < 0.1);
    }
}
