//! Loops over what is believed of a slot's keyword: a weight for each of many words, looked at sixteen side by side.
//!
//! Each is compiled for several instruction sets and picks one when it is called. Sums are kept in sixteen lanes and added
//! up in one order, so every instruction set gives the same bits.

use multiversion::multiversion;

use crate::rules::{BySlot, Keyword};

/// What stands for a word that cannot be named: less than any weight.
pub(super) const TAKEN: f32 = -1.0;

/// How many weights are looked at side by side.
pub(super) const LANES: usize = 16;

pub(super) fn greater(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

/// What is looked at of a slot's weights before they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    /// Of every sixteenth weight, beginning with each of the first sixteen, none is above this.
    pub(super) peaks: [f32; LANES],
    /// What the weights sum to 1 with.
    pub(super) scale: f32,
    /// No share is above this.
    pub(super) top: f32,
}

impl Outline {
    pub(super) fn new(peaks: [f32; LANES], scale: f32) -> Outline {
        Outline { peaks, scale, top: greatest(&peaks) * scale }
    }
}

/// The greatest of some weights.
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

/// Writes a weight everywhere.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn fill(row: &mut [f32], weight: f32) {
    row.fill(weight);
}

/// Whether a weight stands everywhere, to the bit.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn is_filled(row: &[f32], weight: f32) -> bool {
    let differ =
        |part: &[f32]| part.iter().fold(0, |bits, other| bits | (other.to_bits() ^ weight.to_bits())) != 0;
    !row.chunks(8 * LANES).any(differ)
}

/// The words of a slot whose shares are not below the least.
#[derive(Default)]
pub(super) struct Level<'a> {
    row: &'a [f32],
    scale: f32,
    least: f32,
    /// The lanes that such words may stand in: a bit for each of the first sixteen.
    lanes: u32,
    /// The first of them; looked for only in a single lane.
    first: Option<Keyword>,
    /// How many there are.
    pub(super) count: u32,
}

impl<'a> Level<'a> {
    pub(super) fn new(row: &'a [f32], outline: &Outline, least: f32) -> Level<'a> {
        /// With more lanes than these to be looked at, all are.
        const FEW: u32 = 3;
        let scale = outline.scale;
        let mut level = Level { row, scale, least, ..Level::default() };
        for (lane, peak) in outline.peaks.iter().enumerate() {
            level.lanes |= u32::from(peak * scale >= least) << lane;
        }
        level.count = match level.lanes.count_ones() {
            1 => level.count_single(),
            2..=FEW => ones(level.lanes).map(|lane| level.of(lane).count() as u32).sum(),
            _ => reaching(row, scale, least),
        };
        level
    }

    fn count_single(&mut self) -> u32 {
        let mut words = self.of(self.lanes.trailing_zeros() as usize);
        let first = words.next();
        let count = u32::from(first.is_some()) + words.count() as u32;
        self.first = first;
        count
    }

    /// The words of one lane.
    fn of(&self, lane: usize) -> impl Iterator<Item = Keyword> + use<'a> {
        let (scale, least) = (self.scale, self.least);
        let weights = self.row[lane..].iter().step_by(LANES).enumerate();
        let reach = weights.filter(move |&(_, weight)| weight * scale >= least);
        reach.map(move |(n, _)| Keyword((n * LANES + lane) as u16))
    }

    /// One of the words, counted lane by lane.
    pub(super) fn word(&self, place: u32) -> Keyword {
        let found = self.first.filter(|_| place == 0);
        let counted = || ones(self.lanes).flat_map(|lane| self.of(lane)).nth(place as usize);
        found.or_else(counted).expect("there are as many as were counted")
    }
}

/// The places of the bits that are set.
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            place
        })
    })
}

/// How many weights are not below a bar, scaled.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn reaching(row: &[f32], scale: f32, least: f32) -> u32 {
    row.iter().map(|weight| u32::from(weight * scale >= least)).sum()
}

/// The greatest of every sixteenth weight from one of the first sixteen on.
pub(super) fn peak(row: &[f32], lane: usize) -> f32 {
    row[lane..].iter().step_by(LANES).copied().fold(TAKEN, greater)
}

/// The greatest of every sixteenth weight, beginning with each of the first sixteen.
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

/// Writes `weight` for the words in sight.
pub(super) fn blot(row: &mut [f32], in_sight: BySlot<Keyword>, weight: f32) {
    in_sight.iter().for_each(|keyword| row[keyword.index()] = weight);
}

/// Makes 0 of what is no weight; the sum, and what bounds every sixteenth weight.
pub(super) fn tidy(row: &mut [f32]) -> (f32, [f32; LANES]) {
    let mut found = Overview::of(row);
    let mut sum = found.sum(row);
    if found.has_signs() || sum.is_nan() {
        row.iter_mut().for_each(|weight| *weight = if *weight > 0.0 { *weight } else { 0.0 });
        found = Overview::of(row);
        sum = found.sum(row);
    }
    (sum, found.peaks)
}

/// What one look at a row finds, of every sixteenth weight, beginning with each of the first sixteen.
#[derive(Default)]
struct Overview {
    /// Their sums, without those behind the last whole [`LANES`].
    sums: [f32; LANES],
    /// The greatest of them, and no less than 0.
    peaks: [f32; LANES],
    /// Their bits, joined by or.
    signs: [u32; LANES],
}

impl Overview {
    fn of(row: &[f32]) -> Overview {
        let mut found = Overview::default();
        look_over(row, &mut found);
        found
    }

    fn sum(&self, row: &[f32]) -> f32 {
        self.sums.iter().chain(row.as_chunks::<LANES>().1).sum()
    }

    /// Whether a weight has the sign of negative numbers.
    fn has_signs(&self) -> bool {
        self.signs.into_iter().fold(0, |all, bits| all | bits) >> 31 == 1
    }
}

/// Lanes alone go in and out, so that the compiler keeps them side by side.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn look_over(row: &[f32], found: &mut Overview) {
    let (blocks, rest) = row.as_chunks::<LANES>();
    let mut tail = [0.0; LANES];
    tail[..rest.len()].copy_from_slice(rest);
    let Overview { mut sums, mut peaks, mut signs } = *found;
    for block in blocks {
        for lane in 0..LANES {
            sums[lane] += block[lane];
        }
        bound(block, &mut peaks, &mut signs);
    }
    bound(&tail, &mut peaks, &mut signs);
    *found = Overview { sums, peaks, signs };
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
