//! Player noise: fixed individual errors in every association.
//!
//! A player with noise σ perceives the similarity s(keyword, clue) as s + σ·z, with z standard normal and
//! fixed for the player and the two words. On the likelihood this is a factor exp(β·σ·z). A hash of (player,
//! keyword, clue) picks it from a table of equally likely quantiles, so nothing is stored and no exponential
//! is computed during play.

use multiversion::multiversion;
use overhear_engine::rules::Clue;

use super::bfloat::narrow;
use super::{LANES, SHORTLIST, widen};

const QUANTILES: usize = 1024;

/// The errors of players with one σ.
#[derive(Clone, Debug)]
pub struct Noise {
    factors: Box<[f32; QUANTILES]>,
}

impl Noise {
    /// Creates the noise of players whose similarities err by `sigma`, for associations of sharpness `beta`.
    ///
    /// Returns `None` if `sigma` is not positive.
    pub fn new(sigma: f64, beta: f64) -> Option<Noise> {
        (sigma > 0.0).then(|| Noise {
            factors: Box::new(std::array::from_fn(|n| {
                let z = normal_quantile((n as f64 + 0.5) / QUANTILES as f64);
                libm::exp(sigma * beta * z) as f32
            })),
        })
    }

    /// Returns the factor on the likelihood of a clue under a keyword, for one player.
    #[inline]
    pub fn factor(&self, noise_seed: u64, keyword: usize, clue: usize) -> f32 {
        self.factors[hash(noise_seed, keyword as u32, clue as u32) as usize % QUANTILES]
    }

    /// Writes the likelihoods of a clue under every keyword as the player perceives them; as long as whole
    /// [`LANES`].
    pub(super) fn write_column(&self, noise_seed: u64, clue: Clue, plain: &[u16], to: &mut [u16]) {
        write_column(&self.factors, noise_seed, clue, plain, to);
    }

    /// Writes the likelihoods of a shortlist under a keyword as the player perceives them.
    pub(super) fn write_row(
        &self,
        noise_seed: u64,
        keyword: usize,
        clues: &[Clue; SHORTLIST],
        plain: &[u16; SHORTLIST],
        to: &mut [f32; SHORTLIST],
    ) {
        write_row(&self.factors, noise_seed, keyword as u32, clues, plain, to);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn write_column(factors: &[f32; QUANTILES], noise_seed: u64, clue: Clue, plain: &[u16], to: &mut [u16]) {
    let blocks = plain.as_chunks::<LANES>().0.iter().zip(to.as_chunks_mut::<LANES>().0);
    let clue = clue.index() as u32;
    for (first, (plain, to)) in (0u32..).step_by(LANES).zip(blocks) {
        let errors = pick(factors, std::array::from_fn(|n| hash(noise_seed, first + n as u32, clue)));
        for n in 0..LANES {
            to[n] = narrow(widen(plain[n]) * errors[n]);
        }
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn write_row(
    factors: &[f32; QUANTILES],
    noise_seed: u64,
    keyword: u32,
    clues: &[Clue; SHORTLIST],
    plain: &[u16; SHORTLIST],
    to: &mut [f32; SHORTLIST],
) {
    for at in (0..SHORTLIST).step_by(LANES) {
        let errors =
            pick(factors, std::array::from_fn(|n| hash(noise_seed, keyword, clues[at + n].index() as u32)));
        for n in 0..LANES {
            to[at + n] = widen(plain[at + n]) * errors[n];
        }
    }
}

#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
fn pick(factors: &[f32; QUANTILES], hashes: [u32; LANES]) -> [f32; LANES] {
    hashes.map(|hash| factors[hash as usize % QUANTILES])
}

/// Returns the point at which the standard normal distribution function is `p`.
///
/// It bisects the error function of `libm`: library quantiles use the platform's logarithm and differ between
/// systems.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-10.0, 10.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if 0.5 * libm::erfc(-middle * std::f64::consts::FRAC_1_SQRT_2) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Mixes the three numbers with the finaliser of murmur3.
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
fn hash(noise_seed: u64, keyword: u32, clue: u32) -> u32 {
    let mut x = (noise_seed as u32) ^ keyword.wrapping_mul(0x9E37_79B1) ^ clue.wrapping_mul(0x85EB_CA77);
    x ^= x >> 16;
    x = x.wrapping_mul(0x85EB_CA6B) ^ (noise_seed >> 32) as u32;
    x ^= x >> 13;
    x = x.wrapping_mul(0xC2B2_AE35);
    x ^ (x >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithms_of_the_factors_have_the_right_spread() {
        let noise = Noise::new(0.1, 10.0).unwrap();
        let logs: Vec<f64> =
            (0..100_000usize).map(|n| libm::log(f64::from(noise.factor(77, n % 440, n / 440)))).collect();
        let mean = logs.iter().sum::<f64>() / 1e5;
        let sd = libm::sqrt(logs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 1e5);
        assert!(mean.abs() < 0.01 && (sd - 1.0).abs() < 0.01, "mean {mean}, sd {sd}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (p, z) in [(0.5, 0.0), (0.975, 1.959_963_984_540_054), (0.001, -3.090_232_306_167_813)] {
            assert!((normal_quantile(p) - z).abs() < 1e-12, "{p}");
        }
    }

    #[test]
    fn two_noise_seeds_are_independent_and_one_is_constant() {
        let noise = Noise::new(0.1, 10.0).unwrap();
        let log = |noise_seed, n: usize| libm::log(f64::from(noise.factor(noise_seed, n % 440, n / 440)));
        let product: f64 = (0..100_000).map(|n| log(1 << 40, n) * log(3, n)).sum();
        assert!((product / 1e5).abs() < 0.01, "correlation {}", product / 1e5);
        assert_eq!(log(5, 9), log(5, 9));
        assert!(Noise::new(0.0, 10.0).is_none());
    }

    #[test]
    fn rows_and_columns_are_likelihoods_times_the_factors_of_their_words() {
        let noise = Noise::new(0.1, 10.0).expect("a spread");
        let noise_seed = 5 << 40 | 0x4D;
        let plain: [u16; SHORTLIST] = std::array::from_fn(|n| narrow(1.0 / (n + 2) as f32));
        let clues = std::array::from_fn(|n| Clue::new(3 * n as u32));
        let mut row = [0.0; SHORTLIST];
        noise.write_row(noise_seed, 9, &clues, &plain, &mut row);
        let expected = |n: usize| widen(plain[n]) * noise.factor(noise_seed, 9, 3 * n);
        assert_eq!(row, std::array::from_fn(expected));
        let mut column = [0; SHORTLIST];
        noise.write_column(noise_seed, Clue::new(9), &plain, &mut column);
        let expected = |n: usize| narrow(widen(plain[n]) * noise.factor(noise_seed, n, 9));
        assert_eq!(column, std::array::from_fn(expected));
    }

    #[test]
    fn seeds_are_mixed_as_by_murmur3() {
        assert_eq!([1, 0xffff_ffff].map(|noise_seed| hash(noise_seed, 0, 0)), [0x514E_28B7, 0x81F1_6F39]);
    }
}
