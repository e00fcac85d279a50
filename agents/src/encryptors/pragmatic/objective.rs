//! log P(own team decodes) − λ · log max(P(opponents intercept), 1/24), for a whole shortlist at once.

use multiversion::multiversion;
use overhear_engine::rules::{CLUES, Code, Slot};

use super::prospects::Rows;
use crate::model::{SHORTLIST, greatest};

/// What a guess without knowledge is right with.
const CHANCE: f32 = 1.0 / Code::COUNT as f32;

/// For each slot that one clue stands for: what the other two may stand for.
const READINGS: [[[usize; 2]; 6]; 4] = [
    [[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]],
    [[0, 2], [0, 3], [2, 0], [2, 3], [3, 0], [3, 2]],
    [[0, 1], [0, 3], [1, 0], [1, 3], [3, 0], [3, 1]],
    [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]],
];

/// The two positions that are held fast, summed over everything they may stand for.
pub(super) struct Rest {
    /// For each slot that the open position may stand for: the weight of all ways to read the other two.
    ways: [f32; 4],
    /// The slot that the open position does stand for.
    slot: usize,
    /// The weight of the right way to read the other two.
    right: f32,
}

impl Rest {
    pub(super) fn new(slots: [Slot; CLUES], n: usize, next: [f32; 4], last: [f32; 4]) -> Rest {
        let right = next[slots[(n + 1) % CLUES].index()] * last[slots[(n + 2) % CLUES].index()];
        let ways = READINGS.map(|readings| readings.iter().map(|&[a, b]| next[a] * last[b]).sum());
        Rest { ways, slot: slots[n].index(), right }
    }

    /// P(code) if clue `n` fills the open position.
    #[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
    #[inline(always)]
    fn probability(&self, rows: &Rows, right: &[f32; SHORTLIST], n: usize) -> f32 {
        let ways = &self.ways;
        let total = rows[0][n] * ways[0] + rows[1][n] * ways[1] + rows[2][n] * ways[2] + rows[3][n] * ways[3];
        right[n] * self.right / total.max(f32::MIN_POSITIVE)
    }
}

/// log P(decoded) − λ · log max(P(intercepted), 1/24) for each clue of a shortlist, in bits.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn objective(
    decoded: &(Rest, &Rows),
    intercepted: &(Rest, &Rows),
    lambda: f32,
    candidates: &[f32; SHORTLIST],
    scores: &mut [f32; SHORTLIST],
) {
    let own = &decoded.1[decoded.0.slot];
    let heard = &intercepted.1[intercepted.0.slot];
    for n in 0..SHORTLIST {
        let secret = intercepted.0.probability(intercepted.1, heard, n).max(CHANCE);
        let score = quick_log2(decoded.0.probability(decoded.1, own, n)) - lambda * quick_log2(secret);
        scores[n] = if candidates[n] > 0.0 { score } else { f32::NEG_INFINITY };
    }
}

/// log2 to three decimals, for comparing: the exponent, and a cubic through the mantissa.
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
fn quick_log2(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let m = f32::from_bits((bits & 0x007F_FFFF) | 0x3F80_0000) - 1.0;
    exponent as f32 + m * (1.423_1 + m * (-0.583_8 + m * 0.160_7))
}

/// The place of the largest finite score, the first of equal ones.
pub(super) fn largest(scores: &[f32; SHORTLIST]) -> Option<usize> {
    let mut shifted = [0.0; SHORTLIST];
    shifted.iter_mut().zip(scores).for_each(|(to, &score)| *to = (score + LIFT).max(0.0));
    let (best, place) = greatest(&shifted);
    (best > 0.0).then_some(place)
}

/// More than any score is below 0: logarithms of floats are above −150, and λ is at most 10.
const LIFT: f32 = 256.0;
