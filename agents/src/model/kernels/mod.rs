//! The inner loops, which take nearly all of the time.
//!
//! Each loop is compiled for several instruction sets and selects one at run time. Sums use sixteen lanes,
//! added up in a fixed order, without fused multiplication. Every instruction set therefore gives identical
//! bits.

mod double;
mod exponential;
mod panels;
mod products;
mod sixteen;
#[cfg(target_arch = "x86_64")]
mod wide;

use multiversion::multiversion;
use overhear_engine::rules::Keyword;

pub(super) use self::double::{add_roots, add_weighted, product, update};
pub(super) use self::exponential::LIMIT;
pub(super) use self::panels::{Digits, PANEL, Panels};
pub(super) use self::sixteen::{list_reaching, mark_reaching, nth_greatest, transpose};
use super::bfloat::narrow;
use super::widen;

/// The number of clues of a keyword's shortlist.
pub const SHORTLIST: usize = 256;

/// The side of the squares that are transposed at once.
pub(crate) const TURNED: usize = 8;

/// The number of lanes of a sum; lengths are padded to a multiple.
pub(crate) const LANES: usize = 16;

/// Returns the dot products of a column of likelihoods with rows of weights of the same length.
///
/// # Panics
/// If a row is shorter than the column.
pub(crate) fn dots<const ROWS: usize>(column: &[u16], rows: [&[f32]; ROWS]) -> [f32; ROWS] {
    let rows = rows.map(|row| &row[..column.len()]);
    #[cfg(target_arch = "x86_64")]
    if let Some(sums) = wide::dots(column, rows) {
        return sums;
    }
    portable_dots(column, rows)
}

/// Computes one row at a time.
///
/// The compiler vectorises a single row well on any instruction set, and several rows on none.
fn portable_dots<const ROWS: usize>(column: &[u16], rows: [&[f32]; ROWS]) -> [f32; ROWS] {
    rows.map(|row| portable_dot(column, row))
}

fn portable_dot(column: &[u16], row: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    for (likelihoods, weights) in column.as_chunks::<LANES>().0.iter().zip(row.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += widen(likelihoods[lane]) * weights[lane];
        }
    }
    sum_lanes(&sums)
}

#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
fn sum_lanes(lanes: &[f32; LANES]) -> f32 {
    let mut half: [f32; 8] = std::array::from_fn(|n| lanes[n] + lanes[n + 8]);
    for width in [4, 2, 1] {
        for n in 0..width {
            half[n] += half[n + width];
        }
    }
    half[0]
}

/// Prefetches a column that will soon be read.
pub(crate) fn prefetch(column: &[u16]) {
    #[cfg(target_arch = "x86_64")]
    wide::prefetch(column);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = column;
}

/// Bayesian update: each weight becomes `from` · likelihood · `scale`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn blend(to: &mut [f32], from: &[f32], column: &[u16], scale: f32) {
    for ((to, &from), &likelihood) in to.iter_mut().zip(from).zip(column) {
        *to = from * (widen(likelihood) * scale);
    }
}

/// Bayesian update in place: each weight is multiplied by its likelihood and `scale`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn blend_in_place(weights: &mut [f32], column: &[u16], scale: f32) {
    for (weight, &likelihood) in weights.iter_mut().zip(column) {
        *weight *= widen(likelihood) * scale;
    }
}

/// Writes the likelihood of each clue of a shortlist over the greatest of three other likelihoods.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn margins(own: &[u16; SHORTLIST], others: [&[u16; SHORTLIST]; 3], to: &mut [f32; SHORTLIST]) {
    const CHUNK: usize = 64;
    let [a, b, c] = others;
    for at in (0..SHORTLIST).step_by(CHUNK) {
        for n in at..at + CHUNK {
            to[n] = widen(own[n]) / widen(a[n].max(b[n]).max(c[n]).max(LEAST));
        }
    }
}

/// The smallest positive normal sixteen-bit float.
const LEAST: u16 = 0x0080;

/// Sets to 0 all weights except the `top` greatest and those level with the last of them.
///
/// Levels are compared by the upper sixteen bits. If a kept weight is above 1, all weights up to 1 become 0
/// too. Weights must not be negative.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn keep_top(weights: &mut [f32; SHORTLIST], top: usize) {
    const ONE: i16 = 0x3F80;
    let levels: [i16; SHORTLIST] = std::array::from_fn(|n| (weights[n].to_bits() >> 16) as i16);
    let reach = |bar: i16| levels.iter().map(|&level| i16::from(level >= bar)).sum::<i16>() as usize;
    // Search for the bar: positive floats order like their bits, so a count decides each step. Interpolation
    // and bisection alternate, which takes few counts without a bad worst case. Invariant: reach(low) ≥ top
    // and the bar lies in low..=high.
    let (mut low, mut high) = (0, levels.iter().copied().fold(0, i16::max));
    let above_one = high > ONE || (high == ONE && weights.iter().any(|&weight| weight > 1.0));
    let (mut reached_low, mut reached_above) = (SHORTLIST, 0);
    if high >= ONE {
        low = ONE;
        reached_low = reach(ONE);
        if reached_low <= top {
            high = ONE;
        }
    }
    let mut halves = false;
    while low < high {
        let span = usize::from((high - low).unsigned_abs());
        let share =
            if halves { span / 2 } else { span * (reached_low - top) / (reached_low - reached_above) };
        let middle = low + share.min(span - 1) as i16 + 1;
        let reached = reach(middle);
        if reached >= top {
            (low, reached_low) = (middle, reached);
        } else {
            (high, reached_above) = (middle - 1, reached);
        }
        if reached == top {
            break;
        }
        halves = !halves;
    }
    let bar = f32::from_bits(u32::from(low.unsigned_abs()) << 16);
    let bar = if above_one { bar.max(1.0f32.next_up()) } else { bar };
    weights.iter_mut().for_each(|weight| *weight = if *weight >= bar { *weight } else { 0.0 });
}

/// Sums each block of weights in a fixed order.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn add_up<const BLOCK: usize, const BLOCKS: usize>(
    weights: &[[f32; BLOCK]; BLOCKS],
    sums: &mut [f32; BLOCKS],
) {
    *sums = [0.0; BLOCKS];
    for n in 0..BLOCK {
        for (sum, block) in sums.iter_mut().zip(weights) {
            *sum += block[n];
        }
    }
}

/// Writes `scale` · `base` plus a weighted sum of rows of likelihoods.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn mix(
    to: &mut [f32; SHORTLIST],
    base: &[f32; SHORTLIST],
    scale: f32,
    rows: &[[u16; SHORTLIST]],
    weights: &[(Keyword, f32)],
) {
    const CHUNK: usize = 64;
    for at in (0..SHORTLIST).step_by(CHUNK) {
        let mut sums = [0.0f32; CHUNK];
        for n in 0..CHUNK {
            sums[n] = base[at + n] * scale;
        }
        for (keyword, weight) in weights {
            let row: &[u16; CHUNK] =
                rows[keyword.index()][at..at + CHUNK].try_into().expect("a chunk of the row");
            for n in 0..CHUNK {
                sums[n] += widen(row[n]) * weight;
            }
        }
        to[at..at + CHUNK].copy_from_slice(&sums);
    }
}

/// Lists the keywords with a weight above `least`, in order. The weights are a row of the deck, padded to
/// whole [`LANES`].
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn list_above(row: &[f32], least: f32, entries: &mut Vec<(Keyword, f32)>) {
    for (n, weights) in row.as_chunks::<LANES>().0.iter().enumerate() {
        let mut above = 0u32;
        for (lane, &weight) in weights.iter().enumerate() {
            above |= u32::from(weight > least) << lane;
        }
        while above != 0 {
            let lane = above.trailing_zeros() as usize;
            above &= above - 1;
            entries.push((Keyword((n * LANES + lane) as u16), weights[lane]));
        }
    }
}

/// Returns the greatest of some non-negative numbers and its position, the first of equal ones.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn greatest(weights: &[f32]) -> (f32, usize) {
    const CHUNK: usize = 64;
    // Non-negative floats order like their bits: an integer maximum vectorises without NaN checks.
    let bits = weights.iter().map(|weight| weight.to_bits()).fold(0, u32::max);
    let here = |weight: &f32| weight.to_bits() == bits;
    let chunk = weights.chunks(CHUNK).position(|chunk| chunk.iter().fold(false, |any, w| any | here(w)));
    let start = chunk.unwrap_or(0) * CHUNK;
    (f32::from_bits(bits), start + weights[start..].iter().position(here).unwrap_or(0))
}

/// Writes exp(product · length · `scale` + `offset`) for each integer product.
///
/// `is_small` promises that every argument is below [`LIMIT`] in size.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn weigh(
    to: &mut [f32],
    products: &[i32],
    lengths: &[f32],
    scale: f32,
    offset: f32,
    is_small: bool,
) {
    let values = to.iter_mut().zip(products).zip(lengths);
    if is_small {
        for ((to, &product), &length) in values {
            *to = exponential::exp(product as f32 * length * scale + offset);
        }
    } else {
        for ((to, &product), &length) in values {
            *to = libm::expf(product as f32 * length * scale + offset);
        }
    }
}

/// Adds each weight to its sum.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn add_to(sums: &mut [f64], weights: &[f32]) {
    for (sum, &weight) in sums.iter_mut().zip(weights) {
        *sum += f64::from(weight);
    }
}

/// Writes each weight times its scale as a sixteen-bit float.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn narrow_scaled(to: &mut [u16], weights: &[f32], scales: &[f32]) {
    for ((to, &weight), &scale) in to.iter_mut().zip(weights).zip(scales) {
        *to = narrow(weight * scale);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::bfloat::narrow;

    fn column() -> Vec<u16> {
        (0..448).map(|n| narrow(1.0 / (n + 1) as f32)).collect()
    }

    fn row(n: usize) -> Vec<f32> {
        (0..448).map(|place| ((place * (n + 3)) % 97) as f32 / 97.0).collect()
    }

    #[test]
    fn several_dot_products_at_once_are_each_of_them() {
        let (column, rows) = (column(), [0, 1, 2, 3].map(row));
        let exact = |row: &[f32]| -> f64 {
            column.iter().zip(row).map(|(&c, &r)| f64::from(widen(c)) * f64::from(r)).sum()
        };
        let sums = dots(&column, rows.each_ref().map(Vec::as_slice));
        for (row, sum) in rows.iter().zip(sums) {
            assert!((f64::from(sum) / exact(row) - 1.0).abs() < 1e-5);
            assert_eq!(dots(&column, [row]), [sum], "one row alone gives the same bits");
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        let (column, rows) = (column(), [0, 1, 2, 3].map(row));
        let rows = rows.each_ref().map(Vec::as_slice);
        let plain = portable_dots(&column, rows);
        assert_eq!(dots(&column, rows), plain);
        #[cfg(target_arch = "x86_64")]
        wide::all_dots(&column, rows).into_iter().flatten().for_each(|sums| assert_eq!(sums, plain));
    }

    #[test]
    fn the_greatest_weights_are_kept() {
        let weights: [f32; SHORTLIST] = std::array::from_fn(|n| 2.0 + (n * 37 % SHORTLIST) as f32);
        for top in [1, 2, 64, 255, 256] {
            let mut best = weights;
            keep_top(&mut best, top);
            let level = |weight: &f32| weight.to_bits() >> 16;
            let least = best.iter().filter(|&&w| w > 0.0).map(level).min().unwrap();
            let count = best.iter().filter(|&&w| w > 0.0).count();
            assert_eq!(count, weights.iter().filter(|&w| level(w) >= least).count(), "ties stay together");
            assert!(weights.iter().filter(|&w| level(w) > least).count() < top && top <= count);
        }
    }

    #[test]
    fn weights_above_a_bar_are_listed_in_order() {
        let row = row(2);
        let mut entries = Vec::new();
        list_above(&row, 0.5, &mut entries);
        let expected = row.iter().enumerate().filter(|&(_, &weight)| weight > 0.5);
        assert_eq!(entries, expected.map(|(n, &weight)| (Keyword(n as u16), weight)).collect::<Vec<_>>());
        assert!(entries.len() > 100);
    }

    #[test]
    fn weights_of_one_and_less_are_kept_only_for_want_of_better_ones() {
        let mut mixed: [f32; SHORTLIST] = std::array::from_fn(|n| if n < 3 { 4.0 } else { 0.5 });
        keep_top(&mut mixed, 64);
        assert_eq!(mixed.iter().filter(|&&w| w > 0.0).count(), 3);
        let mut poor = [0.5; SHORTLIST];
        keep_top(&mut poor, 64);
        assert!(poor.iter().all(|&w| w == 0.5));
    }
}
