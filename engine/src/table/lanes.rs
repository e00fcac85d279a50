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

/// The words of a slot whose shares are not below the least.
#[derive(Default)]
pub(super) struct Level<'a> {
    row: &'a [f32],
    scale: f32,
    least: f32,
    /// How many there are among every sixteenth word, beginning with each of the first sixteen.
    counts: [u32; LANES],
    /// How many there are.
    pub(super) count: u32,
}

/// With more lanes than these to be looked at, all are.
const FEW_LANES: u32 = 3;

impl<'a> Level<'a> {
    pub(super) fn new(row: &'a [f32], outline: &Outline, least: f32) -> Level<'a> {
        let scale = outline.scale;
        let mut level = Level { row, scale, least, ..Level::default() };
        let mut lanes = 0u32;
        for (lane, peak) in outline.peaks.iter().enumerate() {
            lanes |= u32::from(peak * scale >= least) << lane;
        }
        if lanes.count_ones() > FEW_LANES {
            level.counts = reaching(row, scale, least);
            lanes = 0;
        }
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            level.counts[lane] = level.count_lane(lane);
            lanes &= lanes - 1;
        }
        level.count = level.counts.iter().sum();
        level
    }

    fn reaches(&self, weight: f32) -> bool {
        weight * self.scale >= self.least
    }

    fn count_lane(&self, lane: usize) -> u32 {
        every(self.row, lane).fold(0, |count, weight| count + u32::from(self.reaches(weight)))
    }

    /// One of the words, counted lane by lane.
    pub(super) fn word(&self, mut place: u32) -> Keyword {
        let lane = self.counts.iter().position(|&count| {
            let is_here = place < count;
            place -= if is_here { 0 } else { count };
            is_here
        });
        let lane = lane.expect("there are as many as were counted");
        let mut here = every(self.row, lane).enumerate().filter(|&(_, weight)| self.reaches(weight));
        let (block, _) = here.nth(place as usize).expect("the lane was counted");
        Keyword((block * LANES + lane) as u16)
    }
}

/// How many weights are not below a bar, scaled, of every sixteenth, beginning with each of the first sixteen.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn reaching(row: &[f32], scale: f32, least: f32) -> [u32; LANES] {
    let (blocks, rest) = row.as_chunks::<LANES>();
    let mut counts = [0; LANES];
    for block in blocks {
        for lane in 0..LANES {
            counts[lane] += u32::from(block[lane] * scale >= least);
        }
    }
    counts.iter_mut().zip(rest).for_each(|(count, &weight)| *count += u32::from(weight * scale >= least));
    counts
}

/// Every sixteenth weight from one of the first sixteen on.
pub(super) fn every(row: &[f32], lane: usize) -> impl Iterator<Item = f32> + '_ {
    let (blocks, rest) = row.as_chunks::<LANES>();
    blocks.iter().map(move |block| block[lane]).chain(rest.get(lane).copied())
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
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn tidy(row: &mut [f32]) -> (f32, [f32; LANES]) {
    let mend = |weight: f32| if weight > 0.0 { weight } else { 0.0 };
    let (blocks, rest) = row.as_chunks_mut::<LANES>();
    let (mut sums, mut peaks) = ([0.0; LANES], [0.0; LANES]);
    rest.iter_mut().for_each(|weight| *weight = mend(*weight));
    peaks[..rest.len()].copy_from_slice(rest);
    for block in blocks {
        for lane in 0..LANES {
            let weight = mend(block[lane]);
            block[lane] = weight;
            sums[lane] += weight;
            peaks[lane] = greater(peaks[lane], weight);
        }
    }
    (sums.iter().chain(&*rest).sum(), peaks)
}
