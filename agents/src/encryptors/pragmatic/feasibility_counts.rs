//! The reach of all candidates of a slot, counted at once.

use multiversion::multiversion;
use overhear_engine::rules::{BySlot, Clue, Slot};

use super::SlotRows;
use super::feasible_keywords::FeasibleKeywords;
use crate::encryptors::candidates::Candidates;
use crate::model::SHORTLIST;

/// The number of candidates counted together.
const RUN: usize = 32;

/// The keywords of each slot that each candidate would leave, for a listener that knows only the reach of
/// clues.
#[derive(Clone)]
pub(super) struct FeasibilityCounts {
    /// The positions of the candidates in their shortlist.
    places: Vec<u8>,
    /// The keywords that each candidate fits, by run of candidates and by 64 keywords of the deck.
    fit: Vec<[u64; RUN]>,
    shares: SlotRows,
    bits: [f32; SHORTLIST],
    /// The number of shrinks of a slot's keywords at the last count.
    counted_at: BySlot<Option<u32>>,
}

impl FeasibilityCounts {
    pub(super) fn unknown() -> FeasibilityCounts {
        FeasibilityCounts {
            places: Vec::with_capacity(SHORTLIST),
            fit: Vec::new(),
            shares: [[0.0; SHORTLIST]; 4],
            bits: [0.0; SHORTLIST],
            counted_at: BySlot::default(),
        }
    }

    /// Resets the counts for a new game.
    pub(super) fn reset(&mut self) {
        self.counted_at = BySlot::default();
    }

    /// Stores the keywords that the candidates of a shortlist fit.
    pub(super) fn list(
        &mut self,
        candidates: &Candidates,
        clues: &[Clue; SHORTLIST],
        reach: &FeasibleKeywords,
    ) {
        let FeasibilityCounts { places, fit, .. } = self;
        places.clear();
        places.extend((0..=u8::MAX).zip(candidates.weights()).filter(|(_, w)| **w > 0.0).map(|(n, _)| n));
        let words = reach.feasible(Slot::First).keywords.len();
        fit.resize(places.len().div_ceil(RUN) * words, [0; RUN]);
        for (n, &place) in places.iter().enumerate() {
            let keywords = reach.referee().keywords_of(clues[usize::from(place)]);
            let run = &mut fit[n / RUN * words..][..words];
            run.iter_mut().zip(keywords).for_each(|(of_all, &own)| of_all[n % RUN] = own);
        }
        self.reset();
    }

    /// Updates the number of keywords of slot `at` that the candidates for slot `own` would leave.
    pub(super) fn count(&mut self, own: Slot, at: Slot, reach: &FeasibleKeywords) {
        let feasible = reach.feasible(at);
        if self.counted_at[at] == Some(feasible.updates) {
            return;
        }
        self.counted_at[at] = Some(feasible.updates);
        let runs = self.places.chunks(RUN).zip(self.fit.chunks_exact(feasible.keywords.len()));
        for (places, fit) in runs {
            let counts = commons(fit, &feasible.keywords);
            for (&place, &common) in places.iter().zip(&counts) {
                let place = usize::from(place);
                self.shares[at.index()][place] = f32::from(common).max(0.25) / feasible.count as f32;
                if own == at {
                    self.bits[place] = reach.bits(feasible.count, usize::from(common));
                }
            }
        }
    }

    /// Returns, for each slot, the share of the remaining keywords that each candidate fits.
    ///
    /// A candidate that fits none counts as a quarter of a keyword.
    pub(super) fn shares(&self) -> &SlotRows {
        &self.shares
    }

    /// Returns the bits that each candidate would tell about its own slot.
    pub(super) fn bits(&self) -> &[f32; SHORTLIST] {
        &self.bits
    }
}

/// Returns the number of remaining keywords that each candidate of a run fits.
///
/// Bits are counted in bytes, which hold up to 31 · 8 of them.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn commons(fit: &[[u64; RUN]], feasible: &[u64]) -> [u16; RUN] {
    const BYTES: usize = size_of::<u64>();
    let mut counts = [0; RUN];
    for (fit, feasible) in fit.chunks(31).zip(feasible.chunks(31)) {
        // The popcount of each byte is added into a byte lane, which vectorises over all candidates of the
        // run. 31 words add at most 31 · 8 = 248 to a lane.
        let mut sums = [0u8; RUN * BYTES];
        for (fit, &feasible) in fit.iter().zip(feasible).filter(|(_, feasible)| **feasible != 0) {
            let common: [u8; RUN * BYTES] = bytemuck::cast(fit.map(|fit| fit & feasible));
            for n in 0..RUN * BYTES {
                sums[n] = sums[n].wrapping_add(common[n].count_ones() as u8);
            }
        }
        for (count, sums) in counts.iter_mut().zip(sums.as_chunks::<BYTES>().0) {
            *count += sums.iter().copied().map(u16::from).sum::<u16>();
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_for_each_candidate_alike() {
        let drawn = |n: u64| {
            let x = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) | x >> 7
        };
        for words in [1, 7, 31, 32, 157] {
            let full = |n: usize, word: usize| if n == 5 { !0 } else { drawn((word * RUN + n) as u64) };
            let fit: Vec<_> = (0..words).map(|word| std::array::from_fn(|n| full(n, word))).collect();
            let feasible: Vec<u64> =
                (0..words as u64).map(|n| if n % 3 == 1 { 0 } else { !drawn(n) | n }).collect();
            let counts = commons(&fit, &feasible);
            for (n, &count) in counts.iter().enumerate() {
                let expected =
                    fit.iter().zip(&feasible).map(|(fit, feasible)| (fit[n] & feasible).count_ones()).sum();
                assert_eq!(u32::from(count), expected, "{words} words, candidate {n}");
            }
            assert_eq!(commons(&fit, &vec![!0; words])[5], 64 * words as u16);
        }
    }
}
