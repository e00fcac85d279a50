//! Loops over the keyword weights of a slot, sixteen at a time.
//!
//! Each loop is compiled for several instruction sets, and the best one is selected at run time. Sums are
//! kept in sixteen lanes and added in one order, so all instruction sets give identical bits. Lane n holds
//! every sixteenth weight from index n.

#[cfg(feature = "simd")]
use multiversion::multiversion;

use crate::rules::{BySlot, Keyword};

/// Mark for a word that cannot be named: less than any weight.
pub(super) const TAKEN: f32 = -1.0;

/// Number of weights that are processed at a time.
pub(super) const LANES: usize = 16;

/// Returns the greater number, or `a` if `b` is not a number.
#[inline]
pub(super) fn greater(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

/// A summary of a slot's weights, from which most words can be excluded without a look at them.
#[derive(Clone, Copy, Debug)]
pub(super) struct WeightBounds {
    /// Upper bound of the weights in each lane.
    pub(super) peaks: [f32; LANES],
    /// Factor that makes the weights sum to 1.
    pub(super) scale: f32,
    /// Upper bound of the scaled weights.
    pub(super) top: f32,
}

impl WeightBounds {
    pub(super) fn new(peaks: [f32; LANES], scale: f32) -> WeightBounds {
        WeightBounds { peaks, scale, top: greatest(&peaks) * scale }
    }
}

/// Returns the greatest of the lanes.
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
pub(super) fn greatest(peaks: &[f32; LANES]) -> f32 {
    let mut half: [f32; LANES / 2] = std::array::from_fn(|n| greater(peaks[n], peaks[n + LANES / 2]));
    for width in [4, 2, 1] {
        for n in 0..width {
            half[n] = greater(half[n], half[n + width]);
        }
    }
    half[0]
}

/// Returns `true` if all weights equal `weight`, bit by bit.
#[cfg_attr(
    feature = "simd",
    multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))
)]
pub(in crate::game) fn is_filled(row: &[f32], weight: f32) -> bool {
    // Comparing bits without an early exit lets the compiler use vectors; the exit is once per chunk.
    !row.chunks(8 * LANES)
        .any(|part| part.iter().fold(0, |bits, other| bits | (other.to_bits() ^ weight.to_bits())) != 0)
}

/// The words of a slot whose scaled weights are at least `least`.
#[derive(Default)]
pub(super) struct Threshold<'a> {
    row: &'a [f32],
    scale: f32,
    least: f32,
    /// Lanes that may contain such words, as bits.
    lanes: u32,
    /// The first such word; computed only if a single lane is left.
    first: Option<Keyword>,
    /// Number of such words.
    pub(super) count: u32,
}

impl<'a> Threshold<'a> {
    pub(super) fn new(row: &'a [f32], bounds: &WeightBounds, least: f32) -> Threshold<'a> {
        /// Maximal number of lanes that are scanned one by one. With more, the whole row is scanned.
        const FEW: u32 = 3;
        let scale = bounds.scale;
        let mut level = Threshold { row, scale, least, ..Threshold::default() };
        for (lane, peak) in bounds.peaks.iter().enumerate() {
            level.lanes |= u32::from(peak * scale >= least) << lane;
        }
        level.count = match level.lanes.count_ones() {
            1 => level.count_single(),
            2..=FEW => ones(level.lanes).map(|lane| level.keywords(lane).count() as u32).sum(),
            _ => reaching(row, scale, least),
        };
        level
    }

    fn count_single(&mut self) -> u32 {
        let mut words = self.keywords(self.lanes.trailing_zeros() as usize);
        let first = words.next();
        let count = u32::from(first.is_some()) + words.count() as u32;
        self.first = first;
        count
    }

    /// Returns the words of one lane.
    fn keywords(&self, lane: usize) -> impl Iterator<Item = Keyword> + use<'a> {
        let (scale, least) = (self.scale, self.least);
        let weights = self.row[lane..].iter().step_by(LANES).enumerate();
        let reach = weights.filter(move |&(_, weight)| weight * scale >= least);
        reach.map(move |(n, _)| Keyword((n * LANES + lane) as u16))
    }

    /// Returns the word with this position, counted lane by lane.
    pub(super) fn word(&self, place: u32) -> Keyword {
        let first = self.first.filter(|_| place == 0);
        first
            .or_else(|| ones(self.lanes).flat_map(|lane| self.keywords(lane)).nth(place as usize))
            .expect("there are as many as were counted")
    }
}

/// Returns the positions of the set bits, lowest first.
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            place
        })
    })
}

/// Returns the number of weights that are at least `least` after scaling.
#[cfg_attr(
    feature = "simd",
    multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))
)]
fn reaching(row: &[f32], scale: f32, least: f32) -> u32 {
    row.iter().map(|weight| u32::from(weight * scale >= least)).sum()
}

/// Returns the greatest weight of one lane.
pub(super) fn peak(row: &[f32], lane: usize) -> f32 {
    row[lane..].iter().step_by(LANES).copied().fold(TAKEN, greater)
}

/// Returns the greatest weight of each lane.
pub(super) fn peaks(row: &[f32]) -> [f32; LANES] {
    let (blocks, rest) = row.as_chunks::<LANES>();
    let mut lanes = [TAKEN; LANES];
    lanes[..rest.len()].copy_from_slice(rest);
    for block in blocks {
        for lane in 0..LANES {
            lanes[lane] = greater(lanes[lane], block[lane]);
        }
    }
    lanes
}

/// Sets the weight of the words in sight.
pub(super) fn set_weights_in_sight(row: &mut [f32], in_sight: BySlot<Keyword>, weight: f32) {
    in_sight.iter().for_each(|keyword| row[keyword.index()] = weight);
}

/// Sets invalid weights to 0. Returns the sum, and an upper bound of each lane.
pub(super) fn sanitize(row: &mut [f32]) -> (f32, [f32; LANES]) {
    // Nearly all rows are valid, so one pass computes the sum and finds signs; only then is the row repaired.
    let mut lane_sums = LaneSums::from_row(row);
    let mut sum = lane_sums.sum(row);
    if lane_sums.has_signs() || sum.is_nan() {
        row.iter_mut().for_each(|weight| *weight = if *weight > 0.0 { *weight } else { 0.0 });
        lane_sums = LaneSums::from_row(row);
        sum = lane_sums.sum(row);
    }
    (sum, lane_sums.peaks)
}

/// Results of one pass over a row, by lane.
#[derive(Default)]
struct LaneSums {
    /// Sums of the lanes, without the weights behind the last whole block of [`LANES`].
    sums: [f32; LANES],
    /// Greatest weights of the lanes, at least 0.
    peaks: [f32; LANES],
    /// Bits of all weights in the lanes, joined by or.
    signs: [u32; LANES],
}

impl LaneSums {
    fn from_row(row: &[f32]) -> LaneSums {
        let mut lane_sums = LaneSums::default();
        look_over(row, &mut lane_sums);
        lane_sums
    }

    /// Returns the sum of all weights: first the lanes, then the rest of the row, always in this order.
    fn sum(&self, row: &[f32]) -> f32 {
        self.sums.iter().chain(row.as_chunks::<LANES>().1).sum()
    }

    /// Returns `true` if a weight has the sign bit set.
    fn has_signs(&self) -> bool {
        self.signs.into_iter().fold(0, |all, bits| all | bits) >> 31 == 1
    }
}

/// Passes over a row. Only arrays of lanes go in and out, so the compiler keeps them in vector registers.
#[cfg_attr(
    feature = "simd",
    multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))
)]
fn look_over(row: &[f32], lane_sums: &mut LaneSums) {
    let (blocks, rest) = row.as_chunks::<LANES>();
    let mut tail = [0.0; LANES];
    tail[..rest.len()].copy_from_slice(rest);
    // Local copies: through the reference, the compiler would store the lanes in every step.
    let LaneSums { mut sums, mut peaks, mut signs } = *lane_sums;
    for block in blocks {
        for lane in 0..LANES {
            sums[lane] += block[lane];
        }
        bound(block, &mut peaks, &mut signs);
    }
    bound(&tail, &mut peaks, &mut signs);
    *lane_sums = LaneSums { sums, peaks, signs };
}

#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
fn bound(block: &[f32; LANES], peaks: &mut [f32; LANES], signs: &mut [u32; LANES]) {
    for lane in 0..LANES {
        peaks[lane] = greater(peaks[lane], block[lane]);
    }
    for lane in 0..LANES {
        signs[lane] |= block[lane].to_bits();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_below_zero_and_without_a_value_become_zero() {
        for place in [0, LANES - 1, LANES + 1] {
            for invalid in [-2.0, -0.0, f32::NEG_INFINITY, f32::NAN] {
                let mut row = vec![1.0; LANES + 3];
                row[place] = invalid;
                let (sum, peaks) = sanitize(&mut row);
                assert_eq!(row[place].to_bits(), 0, "{invalid} at {place}");
                assert_eq!(sum, (LANES + 2) as f32, "{invalid} at {place}");
                assert!(peaks.iter().all(|&peak| peak == 0.0 || peak == 1.0), "{peaks:?}");
            }
        }
    }

    #[test]
    fn several_weights_below_zero_are_found_in_any_lanes() {
        for places in [[0, 1], [2, LANES + 2], [1, LANES + 2]] {
            let mut row = vec![1.0; LANES + 3];
            places.iter().for_each(|&place| row[place] = -2.0);
            let (sum, _) = sanitize(&mut row);
            assert_eq!(sum, (LANES + 1) as f32, "{places:?}");
            assert!(places.iter().all(|&place| row[place] == 0.0));
        }
    }

    /// Rows of several lengths whose greatest weights, 8, stand at some places.
    fn rows() -> impl Iterator<Item = Vec<f32>> {
        let places = [&[0][..], &[5, 21], &[1, 2], &[0, 16, 3, 30], &[0, 1, 2, 3, 4, 18, 34], &[39]];
        places.into_iter().flat_map(|places| {
            [40, 48, 50].map(|length| {
                let mut row: Vec<f32> = (0..length).map(|n| (n % 7) as f32).collect();
                places.iter().for_each(|&place| row[place] = 8.0);
                row
            })
        })
    }

    #[test]
    fn the_words_that_reach_a_weight_are_those_that_a_plain_search_finds() {
        for row in rows() {
            let lanes: Vec<f32> = (0..LANES).map(|lane| peak(&row, lane)).collect();
            assert_eq!(lanes, peaks(&row));
            let bounds = WeightBounds::new(peaks(&row), 0.5);
            assert_eq!(bounds.top, 4.0);
            for least in [4.0, 3.0, 2.5, 0.0] {
                let level = Threshold::new(&row, &bounds, least);
                let expected: Vec<usize> = (0..row.len()).filter(|&n| 0.5 * row[n] >= least).collect();
                let mut words: Vec<usize> = (0..level.count).map(|place| level.word(place).index()).collect();
                words.sort_unstable();
                assert_eq!(words, expected, "{row:?} from {least}");
            }
        }
    }

    #[test]
    fn a_row_is_filled_if_every_weight_is_the_one_asked_for() {
        for length in [1, 16, 128, 130, 300] {
            assert!(is_filled(&vec![1.0; length], 1.0) && !is_filled(&vec![2.0; length], 1.0));
            for place in [0, length / 2, length - 1] {
                let mut row = vec![1.0; length];
                row[place] = 0.5;
                assert!(!is_filled(&row, 1.0), "{place} of {length}");
            }
        }
    }
}
