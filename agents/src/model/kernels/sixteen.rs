//! Loops over tables of sixteen-bit floats; positive ones order like their bits.

use multiversion::multiversion;

use super::{LANES, TURNED};

/// Transposes a square.
#[inline]
pub(crate) fn transpose(square: [[u16; TURNED]; TURNED]) -> [[u16; TURNED]; TURNED] {
    #[cfg(target_arch = "x86_64")]
    return super::wide::transpose(square);
    #[cfg(not(target_arch = "x86_64"))]
    std::array::from_fn(|n| square.map(|row| row[n]))
}

/// Returns the `n`-th greatest value, counted from 1.
///
/// The value is found bit by bit from the top, one count for each bit, until few candidates are left to
/// select from.
///
/// # Panics
/// If `n` is 0 or greater than the number of values.
pub(crate) fn nth_greatest(values: &[u16], n: usize) -> u16 {
    assert!((1..=values.len()).contains(&n), "the {n}th of {}", values.len());
    let (mut bar, mut bits) = (0, u16::BITS);
    let mut reached = values.len();
    while bits > 0 && reached > FEW * n {
        bits -= 1;
        let next = bar | 1 << bits;
        let count = reaching(values, next);
        if count >= n {
            (bar, reached) = (next, count);
        }
    }
    let mut places = Vec::with_capacity(reached);
    list_reaching(values, bar, &mut places);
    let mut candidates: Vec<u16> = places.into_iter().map(|place| values[place as usize]).collect();
    *candidates.select_nth_unstable_by(n - 1, |a, b| b.cmp(a)).1
}

/// Multiple of `n` at which the remaining candidates are selected directly.
const FEW: usize = 3;

/// Returns the number of values that reach a bar.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn reaching(values: &[u16], bar: u16) -> usize {
    // A chunk has fewer values than sixteen bits count; a sum that may wrap is added up in registers in builds that check sums, too.
    let count = |count: u16, &value: &u16| count.wrapping_add(u16::from(value >= bar));
    values.chunks(1 << 15).map(|values| usize::from(values.iter().fold(0, count))).sum()
}

/// Lists the positions of the values that reach a bar, in order.
pub(crate) fn list_reaching(values: &[u16], bar: u16, places: &mut Vec<u32>) {
    let (chunks, rest) = values.as_chunks::<LANES>();
    for (n, chunk) in chunks.iter().enumerate() {
        let mut above = reached(chunk, &[bar; LANES]);
        while above != 0 {
            places.push((n * LANES) as u32 + above.trailing_zeros());
            above &= above - 1;
        }
    }
    let start = chunks.len() * LANES;
    places.extend((start as u32..).zip(rest).filter(|&(_, &value)| value >= bar).map(|(place, _)| place));
}

/// Marks the values that reach their bars, 64 to a word; values and bars are padded to whole [`LANES`].
pub(crate) fn mark_reaching(values: &[u16], bars: &[u16], marks: &mut [u64]) {
    marks.fill(0);
    let chunks = values.as_chunks::<LANES>().0.iter().zip(bars.as_chunks::<LANES>().0);
    for (n, (values, bars)) in chunks.enumerate() {
        marks[n * LANES / 64] |= u64::from(reached(values, bars)) << (n * LANES % 64);
    }
}

/// Returns one bit for each of sixteen positive floats: set if the value reaches its bar.
#[inline]
fn reached(values: &[u16; LANES], bars: &[u16; LANES]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    return super::wide::reached(values, bars);
    #[cfg(not(target_arch = "x86_64"))]
    (0..LANES).fold(0, |all, n| all | u32::from(values[n] >= bars[n]) << n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> Vec<u16> {
        (0..1003u32).map(|n| (n * 7919 % 611) as u16 * 53).collect()
    }

    #[test]
    fn rows_become_columns() {
        let square: [[u16; TURNED]; TURNED] =
            std::array::from_fn(|row| std::array::from_fn(|n| (row * TURNED + n) as u16));
        let turned = transpose(square);
        for (row, n) in (0..TURNED).flat_map(|row| (0..TURNED).map(move |n| (row, n))) {
            assert_eq!(turned[n][row], square[row][n]);
        }
    }

    #[test]
    fn the_greatest_values_are_counted_and_listed() {
        let values = values();
        let mut sorted = values.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        for n in [1, 2, 30, 256, 1003] {
            let bar = nth_greatest(&values, n);
            assert_eq!(bar, sorted[n - 1], "the {n}th");
            let mut places = Vec::new();
            list_reaching(&values, bar, &mut places);
            let expected = (0..).zip(&values).filter(|&(_, &value)| value >= bar).map(|(place, _)| place);
            assert_eq!(places, expected.collect::<Vec<u32>>());
        }
    }

    #[test]
    fn values_that_reach_their_bars_are_marked() {
        let (values, mut marks) = (&values()[..112], [9; 2]);
        let bars: Vec<u16> = (0..112).map(|n| n * 290).collect();
        mark_reaching(values, &bars, &mut marks);
        for (n, (value, bar)) in values.iter().zip(&bars).enumerate() {
            assert_eq!(marks[n / 64] >> (n % 64) & 1 == 1, value >= bar, "{n}");
        }
    }
}
