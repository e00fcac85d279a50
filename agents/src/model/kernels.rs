//! The loops that all the time goes into.
//!
//! Each is compiled for several instruction sets and picks one when it is called. Sums are kept in sixteen lanes
//! and added up in one order, without fused multiplication, so every instruction set gives the same bits.

use multiversion::multiversion;

use super::widen;

/// The numbers that a sum is spread over; lengths are padded to a multiple of it.
pub(crate) const LANES: usize = 16;

/// For a column of likelihoods and four rows of weights: the dot product of the column with each row.
///
/// `rows` holds the four rows one behind the other, each as long as the column.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn dot_rows(column: &[u16], rows: &[f32]) -> [f32; 4] {
    let length = column.len();
    let (first, rest) = rows.split_at(length);
    let (second, rest) = rest.split_at(length);
    let (third, fourth) = rest.split_at(length);
    let mut sums = [[0.0f32; LANES]; 4];
    let chunks = column.as_chunks::<LANES>().0.iter();
    let rows = first.as_chunks::<LANES>().0.iter().zip(second.as_chunks::<LANES>().0);
    let rows = rows.zip(third.as_chunks::<LANES>().0.iter().zip(fourth.as_chunks::<LANES>().0));
    for (chunk, ((a, b), (c, d))) in chunks.zip(rows) {
        for lane in 0..LANES {
            let likelihood = widen(chunk[lane]);
            sums[0][lane] += likelihood * a[lane];
            sums[1][lane] += likelihood * b[lane];
            sums[2][lane] += likelihood * c[lane];
            sums[3][lane] += likelihood * d[lane];
        }
    }
    sums.map(|lanes| sum_lanes(&lanes))
}

#[inline]
fn sum_lanes(lanes: &[f32; LANES]) -> f32 {
    let mut half: [f32; 8] = std::array::from_fn(|n| lanes[n] + lanes[n + 8]);
    for width in [4, 2, 1] {
        for n in 0..width {
            half[n] += half[n + width];
        }
    }
    half[0]
}

/// Multiplies each weight by its likelihood and by `scale`: a Bayesian update.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn blend(weights: &mut [f32], column: &[u16], scale: f32) {
    for (weight, &likelihood) in weights.iter_mut().zip(column) {
        *weight *= widen(likelihood) * scale;
    }
}

/// The integer dot products of one row with many, which stand one behind the other.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn dot_products(row: &[i16], others: &[i16], out: &mut [i32]) {
    for (other, out) in others.chunks_exact(row.len()).zip(out) {
        let mut sum = 0i32;
        for (&a, &b) in row.iter().zip(other) {
            sum += i32::from(a) * i32::from(b);
        }
        *out = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::bfloat::narrow;

    #[test]
    fn four_dot_products_at_once_are_the_four_of_them() {
        let column: Vec<u16> = (0..448).map(|n| narrow(1.0 / (n + 1) as f32)).collect();
        let rows: Vec<f32> = (0..4 * 448).map(|n| (n % 97) as f32).collect();
        let exact = |row: usize| -> f64 {
            let pairs = column.iter().zip(&rows[row * 448..]);
            pairs.map(|(&c, &r)| f64::from(widen(c)) * f64::from(r)).sum()
        };
        for (row, sum) in dot_rows(&column, &rows).into_iter().enumerate() {
            assert!((f64::from(sum) / exact(row) - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn integer_products_are_exact() {
        let others: Vec<i16> = (0..64).map(|n| n - 30).collect();
        let mut out = [0; 2];
        dot_products(&others[..32], &others, &mut out);
        let exact = |a: &[i16], b: &[i16]| a.iter().zip(b).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum();
        assert_eq!(out, [exact(&others[..32], &others[..32]), exact(&others[..32], &others[32..])]);
    }
}
