//! The objectives that clues maximise, computed for a whole shortlist at once.

use multiversion::multiversion;
use overhear_engine::rules::{CLUES, Code, Slot};

use super::SlotRows;
use crate::model::{SHORTLIST, greatest, quick_log2};

/// The success rate of a random guess.
const CHANCE: f32 = 1.0 / Code::COUNT as f32;

/// The objective of the clues of a half.
///
/// `d` is the probability that the own team decodes, `x` that the opponents intercept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Objective {
    /// log2 d − λ · log2 max(x, 1/24).
    Secrecy {
        /// λ; below 0, the opponents are meant to understand.
        lambda: f32,
    },
    /// The [`clarity`] of d, minus a weight · log2 max(x, 1/24) for each of three guessers, with x the
    /// probability that the guesser intercepts.
    Guarded {
        /// The weight of a plain guesser.
        lambda: f32,
        /// The weight of a guesser that knows the Encryptor's habit.
        insider: f32,
        /// The weight of a guesser that knows only the reach of clues.
        caution: f32,
    },
    /// The mean of `worth[decoded][intercepted]`, with d and max(x, 1/24) as independent probabilities.
    Worth([[f32; 2]; 2]),
    /// log2 d − λ · |log2 24 x| + δ · log2 y, with y the opponents' probability of the likeliest wrong code.
    Decoy {
        /// The weight λ.
        lambda: f32,
        /// The weight δ.
        delta: f32,
    },
}

impl Objective {
    /// Returns the objective of the share `candour` of halves, which keeps opponents unsure of the aim: it rewards their
    /// success, or, for `Guarded`, ignores it.
    pub(crate) fn candid(self) -> Objective {
        match self {
            Objective::Worth(worth) => {
                Objective::Worth(worth.map(|[secret, intercepted]| [intercepted, secret]))
            }
            Objective::Guarded { .. } => Objective::Guarded { lambda: 0.0, insider: 0.0, caution: 0.0 },
            Objective::Secrecy { .. } | Objective::Decoy { .. } => Objective::Secrecy { lambda: -1.0 },
        }
    }

    /// Returns the objective while no interception is possible.
    pub(super) fn unheard(self) -> Objective {
        match self {
            Objective::Worth(worth) => Objective::Worth(worth.map(|[secret, _]| [secret, secret])),
            Objective::Guarded { .. } => Objective::Guarded { lambda: 0.0, insider: 0.0, caution: 0.0 },
            Objective::Secrecy { .. } | Objective::Decoy { .. } => Objective::Secrecy { lambda: 0.0 },
        }
    }
}

/// For each slot of one clue, the slots of the other two.
const READINGS: [[[usize; 2]; 6]; 4] = [
    [[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]],
    [[0, 2], [0, 3], [2, 0], [2, 3], [3, 0], [3, 2]],
    [[0, 1], [0, 3], [1, 0], [1, 3], [3, 0], [3, 1]],
    [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]],
];

/// The two fixed positions, summed over all their readings.
pub(crate) struct FixedPositions {
    /// The total weight of the readings of the fixed positions, for each slot of the open position.
    ways: [f32; 4],
    /// The true slot of the open position.
    slot: usize,
    /// The weight of the true reading of the fixed positions.
    right: f32,
    /// The weight of the likeliest reading that makes a wrong code, for each slot of the open position.
    wrong: [f32; 4],
}

impl FixedPositions {
    pub(crate) fn new(slots: [Slot; CLUES], n: usize, next: [f32; 4], last: [f32; 4]) -> FixedPositions {
        let [slot, a, b] = [n, (n + 1) % CLUES, (n + 2) % CLUES].map(|n| slots[n].index());
        let ways = READINGS.map(|readings| readings.iter().map(|&[a, b]| next[a] * last[b]).sum());
        FixedPositions { ways, slot, right: next[a] * last[b], wrong: [0.0; 4] }
    }

    /// Creates the fixed positions with the maxima for the likeliest wrong code.
    pub(super) fn with_wrong(
        slots: [Slot; CLUES],
        n: usize,
        next: [f32; 4],
        last: [f32; 4],
    ) -> FixedPositions {
        let meant = [1, 2].map(|step| slots[(n + step) % CLUES].index());
        let rest = FixedPositions::new(slots, n, next, last);
        let wrong = std::array::from_fn(|slot| {
            let wrong = READINGS[slot].iter().filter(|&&reading| slot != rest.slot || reading != meant);
            wrong.map(|&[a, b]| next[a] * last[b]).fold(0.0, f32::max)
        });
        FixedPositions { wrong, ..rest }
    }

    /// Returns P(code) if clue `n` fills the open position.
    #[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
    #[inline(always)]
    pub(crate) fn probability<const N: usize>(
        &self,
        rows: &[[f32; N]; 4],
        right: &[f32; N],
        n: usize,
    ) -> f32 {
        right[n] * self.right / self.total(rows, n)
    }

    /// Returns P(the likeliest wrong code) if clue `n` fills the open position.
    #[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
    #[inline(always)]
    fn wrong(&self, rows: &SlotRows, n: usize) -> f32 {
        let wrong = [0, 1, 2, 3].map(|slot| rows[slot][n] * self.wrong[slot]);
        wrong[0].max(wrong[1]).max(wrong[2].max(wrong[3])) / self.total(rows, n)
    }

    #[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
    #[inline(always)]
    fn total<const N: usize>(&self, rows: &[[f32; N]; 4], n: usize) -> f32 {
        let ways = &self.ways;
        let total = rows[0][n] * ways[0] + rows[1][n] * ways[1] + rows[2][n] * ways[2] + rows[3][n] * ways[3];
        total.max(f32::MIN_POSITIVE)
    }
}

/// One position that is open, as a listener reads it: the two fixed ones, and a likelihood row for each slot.
pub(super) struct OpenPosition<'r> {
    pub(super) fixed: FixedPositions,
    pub(super) rows: &'r SlotRows,
}

/// Writes log P(decoded) − λ · log max(P(intercepted), 1/24) for each clue of a shortlist, in bits.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn objective(
    decoded: &OpenPosition<'_>,
    intercepted: &OpenPosition<'_>,
    lambda: f32,
    candidates: &[f32; SHORTLIST],
    scores: &mut [f32; SHORTLIST],
) {
    let own = &decoded.rows[decoded.fixed.slot];
    let heard = &intercepted.rows[intercepted.fixed.slot];
    for n in 0..SHORTLIST {
        let secret = intercepted.fixed.probability(intercepted.rows, heard, n).max(CHANCE);
        let score = quick_log2(decoded.fixed.probability(decoded.rows, own, n)) - lambda * quick_log2(secret);
        scores[n] = if candidates[n] > 0.0 { score } else { f32::NEG_INFINITY };
    }
}

/// Subtracts μ · log2 max(P(intercepted), 1/24) from the score of each clue of a shortlist.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn elude(intercepted: &OpenPosition<'_>, caution: f32, scores: &mut [f32; SHORTLIST]) {
    let heard = &intercepted.rows[intercepted.fixed.slot];
    for (n, score) in scores.iter_mut().enumerate() {
        *score -= caution * quick_log2(intercepted.fixed.probability(intercepted.rows, heard, n).max(CHANCE));
    }
}

/// The cost of each bit that d is below one half.
const FIRMNESS: f32 = 8.0;

/// Writes the clarity of each clue of a shortlist: 8 · min(log2 d + 1, 0).
///
/// A team with equal associations guesses the likeliest code, and a code with a probability above one half is the
/// likeliest. More clarity has no value, so clues can be chosen for secrecy alone. Below one half, each bit costs
/// more than secrecy gains.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn clarity(
    decoded: &OpenPosition<'_>,
    candidates: &[f32; SHORTLIST],
    scores: &mut [f32; SHORTLIST],
) {
    let own = &decoded.rows[decoded.fixed.slot];
    for n in 0..SHORTLIST {
        let lacking = (quick_log2(decoded.fixed.probability(decoded.rows, own, n)) + 1.0).min(0.0);
        scores[n] = if candidates[n] > 0.0 { FIRMNESS * lacking } else { f32::NEG_INFINITY };
    }
}

/// Writes the mean worth of the outcomes for each clue of a shortlist, times [`STAKE`].
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn worths(
    decoded: &OpenPosition<'_>,
    intercepted: &OpenPosition<'_>,
    worth: [[f32; 2]; 2],
    candidates: &[f32; SHORTLIST],
    scores: &mut [f32; SHORTLIST],
) {
    let own = &decoded.rows[decoded.fixed.slot];
    let heard = &intercepted.rows[intercepted.fixed.slot];
    for n in 0..SHORTLIST {
        let d = decoded.fixed.probability(decoded.rows, own, n);
        let x = intercepted.fixed.probability(intercepted.rows, heard, n).max(CHANCE);
        let [missed, understood] = worth.map(|[secret, lost]| secret + x * (lost - secret));
        let score = STAKE * (missed + d * (understood - missed));
        scores[n] = if candidates[n] > 0.0 { score } else { f32::NEG_INFINITY };
    }
}

/// The value of a won game over a lost one on the scale of the scores, large enough to keep fine differences.
pub(crate) const STAKE: f32 = 64.0;

/// Writes log2 d − λ · |log2 24 x| + δ · log2 y for each clue of a shortlist.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn decoys(
    decoded: &OpenPosition<'_>,
    intercepted: &OpenPosition<'_>,
    [lambda, delta]: [f32; 2],
    candidates: &[f32; SHORTLIST],
    scores: &mut [f32; SHORTLIST],
) {
    let own = &decoded.rows[decoded.fixed.slot];
    let heard = &intercepted.rows[intercepted.fixed.slot];
    for n in 0..SHORTLIST {
        let x = intercepted.fixed.probability(intercepted.rows, heard, n).max(LEAST);
        let y = intercepted.fixed.wrong(intercepted.rows, n).max(LEAST);
        let score = quick_log2(decoded.fixed.probability(decoded.rows, own, n)) + delta * quick_log2(y)
            - lambda * quick_log2(x / CHANCE).abs();
        scores[n] = if candidates[n] > 0.0 { score } else { f32::NEG_INFINITY };
    }
}

/// The smallest probability distinguished from 0.
const LEAST: f32 = 1e-6;

/// Subtracts the cost of each clue from its score.
pub(super) fn subtract(scores: &mut [f32; SHORTLIST], costs: &[f32; SHORTLIST]) {
    scores.iter_mut().zip(costs).for_each(|(score, cost)| *score -= cost);
}

/// Returns the position of the largest finite score, the first of equal ones.
pub(super) fn largest(scores: &[f32; SHORTLIST]) -> Option<usize> {
    let mut shifted = [0.0; SHORTLIST];
    shifted.iter_mut().zip(scores).for_each(|(to, &score)| *to = (score + LIFT).max(0.0));
    let (best, place) = greatest(&shifted);
    (best > 0.0).then_some(place)
}

/// An offset larger than any score is below 0: logarithms of floats are above −128, and the largest weights
/// subtract another 110.
const LIFT: f32 = 256.0;

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers between 0 and 1 that look drawn.
    fn drawn(seed: u32) -> f32 {
        let x = seed.wrapping_mul(0x9E37_79B1) ^ 0x5bd1_e995;
        let x = (x ^ x >> 15).wrapping_mul(0x85EB_CA77);
        (f64::from(x ^ x >> 13) / f64::from(u32::MAX)) as f32
    }

    fn rows(seed: u32) -> Box<SlotRows> {
        let row = |slot: u32| std::array::from_fn(|n| drawn(seed + slot * 1000 + n as u32).powi(3));
        Box::new([0, 1, 2, 3].map(row))
    }

    /// P(every code | three clues), from a row of four for each clue: the right code's, and the greatest of
    /// the others.
    fn by_brute_force(code: Code, rows: [[f32; 4]; CLUES]) -> (f64, f64) {
        let weight = |code: Code| -> f64 {
            code.slots().into_iter().zip(rows).map(|(slot, row)| f64::from(row[slot.index()])).product()
        };
        let total: f64 = Code::ALL.into_iter().map(weight).sum();
        let wrong = Code::ALL.into_iter().filter(|&other| other != code).map(weight).fold(0.0, f64::max);
        (weight(code) / total, wrong / total)
    }

    /// For every code, open position and clue: the three scores beside those that brute force gives.
    #[test]
    fn every_aim_is_what_going_through_all_codes_gives() {
        let (own, heard) = ([1, 2, 3].map(|n| rows(n * 10_000)), [4, 5, 6].map(|n| rows(n * 10_000)));
        let (candidates, fixed) = ([1.0; SHORTLIST], [3, 77, 200]);
        let worth = [[0.2, 0.1], [0.9, 0.4]];
        let mut scores = [0.0; SHORTLIST];
        let mut check = |aim: Objective, expected: &dyn Fn(f64, f64, f64) -> f64| {
            for (code, n) in Code::ALL.into_iter().flat_map(|code| [0, 1, 2].map(|n| (code, n))) {
                let at = |rows: &[Box<SlotRows>; 3], m: usize, place: usize| {
                    rows[m].each_ref().map(|row| row[place])
                };
                let others = [(n + 1) % CLUES, (n + 2) % CLUES];
                let rest = |rows| {
                    let [next, last] = others.map(|other| at(rows, other, fixed[other]));
                    FixedPositions::with_wrong(code.slots(), n, next, last)
                };
                let decoded = OpenPosition { fixed: rest(&own), rows: &own[n] };
                let intercepted = OpenPosition { fixed: rest(&heard), rows: &heard[n] };
                match aim {
                    Objective::Secrecy { lambda } => {
                        objective(&decoded, &intercepted, lambda, &candidates, &mut scores);
                    }
                    Objective::Worth(worth) => {
                        worths(&decoded, &intercepted, worth, &candidates, &mut scores);
                    }
                    Objective::Guarded { lambda, .. } => {
                        clarity(&decoded, &candidates, &mut scores);
                        elude(&intercepted, lambda, &mut scores);
                    }
                    Objective::Decoy { lambda, delta } => {
                        decoys(&decoded, &intercepted, [lambda, delta], &candidates, &mut scores);
                    }
                }
                for (place, &score) in scores.iter().enumerate() {
                    let all = |rows| {
                        let places = [0, 1, 2].map(|m| if m == n { place } else { fixed[m] });
                        by_brute_force(code, [0, 1, 2].map(|m| at(rows, m, places[m])))
                    };
                    let (understood, overheard) = (all(&own), all(&heard));
                    let expected = expected(understood.0, overheard.0, overheard.1);
                    assert!((f64::from(score) - expected).abs() < 0.02, "{aim:?}: {score}, not {expected}");
                }
            }
        };
        let chance = 1.0 / 24.0;
        let secrecy = |d: f64, x: f64, _| libm::log2(d) - 0.7 * libm::log2(x.max(chance));
        check(Objective::Secrecy { lambda: 0.7 }, &secrecy);
        check(Objective::Worth(worth), &|d, x, _| {
            let mean = |row: [f32; 2]| f64::from(row[0]) + x.max(chance) * f64::from(row[1] - row[0]);
            64.0 * ((1.0 - d) * mean(worth[0]) + d * mean(worth[1]))
        });
        check(Objective::Guarded { lambda: 0.7, insider: 0.0, caution: 0.0 }, &|d, x, _| {
            8.0 * libm::log2(2.0 * d).min(0.0) - 0.7 * libm::log2(x.max(chance))
        });
        check(Objective::Decoy { lambda: 1.5, delta: 0.5 }, &|d, x, y| {
            libm::log2(d) - 1.5 * libm::log2(x.max(1e-6) / chance).abs() + 0.5 * libm::log2(y.max(1e-6))
        });
    }

    #[test]
    fn who_is_candid_wants_what_he_else_fears() {
        let worth = Objective::Worth([[0.2, 0.1], [0.9, 0.4]]);
        assert_eq!(worth.candid(), Objective::Worth([[0.1, 0.2], [0.4, 0.9]]));
        assert_eq!(
            Objective::Decoy { lambda: 1.0, delta: 1.0 }.candid(),
            Objective::Secrecy { lambda: -1.0 }
        );
        let guarded = Objective::Guarded { lambda: 0.2, insider: 1.0, caution: 4.0 };
        let open = Objective::Guarded { lambda: 0.0, insider: 0.0, caution: 0.0 };
        assert_eq!([guarded.candid(), guarded.unheard()], [open; 2]);
        assert_eq!(worth.unheard(), Objective::Worth([[0.2, 0.2], [0.9, 0.9]]));
    }
}
