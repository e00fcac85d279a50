//! Loops over beliefs in double precision. Sums use eight lanes, added up in a fixed order.

use multiversion::multiversion;

const LANES: usize = 8;

/// Returns the dot product of two rows of the same length, a multiple of eight.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(in crate::model) fn product(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

/// A Bayesian update in place: each weight is multiplied by `base` plus `own` times its likelihood, and by
/// `scale`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(in crate::model) fn update(weights: &mut [f64], likelihoods: &[f64], [base, own]: [f64; 2], scale: f64) {
    for (weight, &likelihood) in weights.iter_mut().zip(likelihoods) {
        *weight *= (base + own * likelihood) * scale;
    }
}

/// Adds each number, times a weight, to its sum.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(in crate::model) fn add_weighted(sums: &mut [f32], row: &[f64], weight: f64) {
    for (sum, &p) in sums.iter_mut().zip(row) {
        *sum += (weight * p) as f32;
    }
}

/// Adds the square root of each likelihood to its sum.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(in crate::model) fn add_roots(sums: &mut [f64], likelihoods: &[u16]) {
    for (sum, &p) in sums.iter_mut().zip(likelihoods) {
        *sum += f64::from(super::widen(p)).sqrt();
    }
}
