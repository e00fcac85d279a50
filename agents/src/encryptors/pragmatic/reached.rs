//! How far the candidates for a slot reach, counted for all of them at once.

use multiversion::multiversion;
use overhear_engine::rules::{BySlot, Clue, Slot};

use super::prospects::Rows;
use super::reach::{Left, Reach};
use crate::encryptors::candidates::Candidates;
use crate::model::SHORTLIST;

/// Candidates that are counted together.
const RUN: usize = 32;

/// Bytes of the bits of 64 keywords.
const EIGHTS: usize = size_of::<u64>();

/// What the candidates for a slot would leave of each slot's keywords, in the eyes of those who know only how far
/// clues reach.
#[derive(Clone)]
pub(super) struct Reached {
    /// Where the candidates stand in their shortlist.
    places: Vec<u8>,
    /// For each run of candidates and each 64 keywords of the deck: which of these each candidate is fit for, eight
    /// keywords to a byte.
    fit: Vec<[[u8; RUN]; EIGHTS]>,
    shares: Rows,
    bits: [f32; SHORTLIST],
    /// How often the keywords of a slot had become fewer when they were counted.
    counted_at: BySlot<Option<u32>>,
}

impl Reached {
    pub(super) fn unknown() -> Reached {
        Reached {
            places: Vec::with_capacity(SHORTLIST),
            fit: Vec::new(),
            shares: [[0.0; SHORTLIST]; 4],
            bits: [0.0; SHORTLIST],
            counted_at: BySlot::default(),
        }
    }

    /// Forgets what was counted in the last game.
    pub(super) fn reset(&mut self) {
        self.counted_at = BySlot::default();
    }

    /// Notes what the candidates of a shortlist are fit for.
    pub(super) fn list(&mut self, candidates: &Candidates, clues: &[Clue; SHORTLIST], reach: &Reach) {
        let Reached { places, fit, .. } = self;
        places.clear();
        places.extend((0..=u8::MAX).zip(candidates.weights()).filter(|(_, w)| **w > 0.0).map(|(n, _)| n));
        let words = reach.left(Slot::First).keywords.len();
        fit.resize(places.len().div_ceil(RUN) * words, [[0; RUN]; EIGHTS]);
        for (n, &place) in places.iter().enumerate() {
            let keywords = reach.referee().keywords_of(clues[usize::from(place)]);
            for (run, own) in fit[n / RUN * words..][..words].iter_mut().zip(keywords) {
                run.iter_mut().zip(own.to_le_bytes()).for_each(|(all, own)| all[n % RUN] = own);
            }
        }
        self.reset();
    }

    /// Brings what the candidates for slot `own` would leave of the keywords of slot `at` up to date.
    pub(super) fn count(&mut self, own: Slot, at: Slot, reach: &Reach) {
        let left = reach.left(at);
        if self.counted_at[at] == Some(left.updates) {
            return;
        }
        self.counted_at[at] = Some(left.updates);
        let runs = self.places.chunks(RUN).zip(self.fit.chunks_exact(left.keywords.len()));
        for (places, fit) in runs {
            let (counts, shares) = commons(fit, left);
            let row = &mut self.shares[at.index()];
            places.iter().zip(shares).for_each(|(&place, share)| row[usize::from(place)] = share);
            if own == at {
                for (&place, &common) in places.iter().zip(&counts) {
                    self.bits[usize::from(place)] = reach.bits(left.count, usize::from(common));
                }
            }
        }
    }

    /// For each slot the share of the keywords left that each candidate is fit for.
    pub(super) fn shares(&self) -> &Rows {
        &self.shares
    }

    /// The bits that each candidate would tell of its own slot.
    pub(super) fn bits(&self) -> &[f32; SHORTLIST] {
        &self.bits
    }
}

/// How many of the keywords left each candidate of a run is fit for, and the share of them; of none, as if of a quarter
/// of one.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn commons(fit: &[[[u8; RUN]; EIGHTS]], left: &Left) -> ([u16; RUN], [f32; RUN]) {
    /// A byte counts the bits of as many times 64 keywords.
    const COUNTED: usize = u8::MAX as usize / u64::BITS as usize;
    let mut counts = [0; RUN];
    for (fit, left) in fit.chunks(COUNTED).zip(left.keywords.chunks(COUNTED)) {
        let mut sums = [0u8; RUN];
        let eights = fit.iter().flatten().zip(left.iter().flat_map(|left| left.to_le_bytes()));
        for (fit, left) in eights.filter(|&(_, left)| left != 0) {
            for n in 0..RUN {
                sums[n] += (fit[n] & left).count_ones() as u8;
            }
        }
        counts.iter_mut().zip(sums).for_each(|(count, sum)| *count += u16::from(sum));
    }
    let shares = counts.map(|count| f32::from(count).max(0.25) / left.count as f32);
    (counts, shares)
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
        for words in [1, 3, 4, 7, 157] {
            let full = |n: usize, word: usize| if n == 5 { !0 } else { drawn((word * RUN + n) as u64) };
            let eights = |word: usize| {
                std::array::from_fn(|byte| std::array::from_fn(|n| full(n, word).to_le_bytes()[byte]))
            };
            let fit: Vec<_> = (0..words).map(eights).collect();
            let keywords: Vec<u64> =
                (0..words as u64).map(|n| if n % 3 == 1 { 0 } else { !drawn(n) | n }).collect();
            let left = Left { keywords, count: 1000, updates: 0 };
            let (counts, shares) = commons(&fit, &left);
            for n in 0..RUN {
                let both = left.keywords.iter().enumerate().map(|(word, left)| full(n, word) & left);
                let expected: u32 = both.map(u64::count_ones).sum();
                assert_eq!(u32::from(counts[n]), expected, "{words} words, candidate {n}");
                assert_eq!(shares[n], (expected as f32).max(0.25) / 1000.0);
            }
            let all = Left { keywords: vec![!0; words], ..Left::default() };
            assert_eq!(commons(&fit, &all).0[5], 64 * words as u16);
        }
    }
}
