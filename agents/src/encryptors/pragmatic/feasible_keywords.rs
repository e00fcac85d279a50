//! A model of opponents that know only the reach of clues.
//!
//! A clue lies among the words that a referee would accept for its keyword. For a listener that assumes no
//! more, a clue leaves the keywords that it fits, all equally likely. A clue that fits few keywords therefore
//! tells much, however faint it is.
//!
//! The remaining keywords of a slot are a bit set, so a clue costs a few AND and popcount operations.

use std::sync::Arc;

use multiversion::multiversion;
use overhear_engine::game::EncryptorView;
use overhear_engine::rules::{BySlot, Clue, Referee, Side, Slot};

/// The share of the vocabulary that clues come from, in thousandths: the referee's default.
pub(super) const REACH: u16 = 50;

/// The keywords of each slot that the clues so far leave.
#[derive(Clone)]
pub(super) struct FeasibleKeywords {
    referee: Arc<Referee>,
    keywords: usize,
    sets: BySlot<FeasibleSet>,
    /// The base-2 logarithms of the whole numbers.
    logs: Arc<[f32]>,
    /// The bits that each clue tells on its own.
    first_bits: Arc<[f32]>,
    halves_read: usize,
}

/// The keywords of a slot that the clues so far leave.
#[derive(Clone, Default)]
pub(super) struct FeasibleSet {
    pub(super) keywords: Vec<u64>,
    /// The number of keywords left.
    pub(super) count: usize,
    /// The number of times that the set shrank since the game began.
    pub(super) updates: u32,
}

impl FeasibleKeywords {
    /// Creates the sets for a deck and a vocabulary of given sizes, without clues.
    pub(super) fn new(referee: Arc<Referee>, keywords: usize, clues: usize) -> FeasibleKeywords {
        // All logarithms that are ever needed are those of counts, so one table of `keywords` + 1 numbers serves every
        // question; log2 of 0 is never read, and stands as 0.
        let logs: Arc<[f32]> = (0..=keywords).map(|n| libm::log2f(n.max(1) as f32)).collect();
        let first_bits = (0..clues as u32).map(|clue| {
            let reached: u32 =
                referee.keywords_of(Clue::new(clue)).iter().map(|word| word.count_ones()).sum();
            logs[keywords] - logs[reached as usize]
        });
        let first_bits = first_bits.collect();
        let mut reach =
            FeasibleKeywords { referee, keywords, sets: BySlot::default(), logs, first_bits, halves_read: 0 };
        reach.reset();
        reach
    }

    /// Resets the sets for a new game.
    pub(super) fn reset(&mut self) {
        for set in &mut self.sets.0 {
            set.keywords.clear();
            set.keywords.resize(self.keywords.div_ceil(64), !0);
            if let Some(last) = set.keywords.last_mut() {
                // The last word has bits beyond the deck. They must be 0: counts and intersections take whole words.
                *last >>= self.keywords.next_multiple_of(64) - self.keywords;
            }
            (set.count, set.updates) = (self.keywords, 0);
        }
        self.halves_read = 0;
    }

    /// Processes the own halves played since the last call.
    ///
    /// A clue that would leave no keyword is skipped.
    pub(super) fn catch_up(&mut self, view: &EncryptorView<'_>) {
        let side: Side = view.seat().side();
        // Each half is processed once in a game, so a game costs deck / 64 words a clue, however often it is asked.
        for half in view.record().halves()[self.halves_read..].iter().filter(|half| half.side == side) {
            for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
                let clue = clue.filter(|clue| clue.index() < self.referee.words());
                clue.into_iter().for_each(|clue| self.hear(slot, clue));
            }
        }
        self.halves_read = view.record().halves().len();
    }

    pub(super) fn hear(&mut self, slot: Slot, clue: Clue) {
        // A set only shrinks. If a clue fits none of the keywords left, the team does not keep to the referee, and the
        // clue says nothing; an empty set would divide by 0 in every later question.
        let (fit, set) = (self.referee.keywords_of(clue), &mut self.sets[slot]);
        let both = common(&set.keywords, fit);
        if both > 0 && both < set.count {
            set.keywords.iter_mut().zip(fit).for_each(|(keywords, fit)| *keywords &= fit);
            set.count = both;
            set.updates += 1;
        }
    }

    /// Returns the keywords left for a slot.
    pub(super) fn feasible(&self, slot: Slot) -> &FeasibleSet {
        &self.sets[slot]
    }

    /// Returns the bits told by a clue that leaves `common` of the remaining keywords: log2 of the reduction.
    pub(super) fn bits(&self, count: usize, common: usize) -> f32 {
        self.logs[count] - self.logs[common]
    }

    /// Returns the bits that a clue tells on its own.
    pub(super) fn first_bits(&self, clue: Clue) -> f32 {
        self.first_bits[clue.index()]
    }

    /// Returns the referee that decides the reach of a clue.
    pub(super) fn referee(&self) -> &Referee {
        &self.referee
    }
}

/// Returns the number of keywords in both sets.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq+popcnt", "x86_64+avx2+popcnt"))]
fn common(a: &[u64], b: &[u64]) -> usize {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use overhear_engine::rules::Keyword;

    const KEYWORDS: usize = 130;

    /// Clue n is fit for the keywords that n + 2 divides.
    fn reach() -> FeasibleKeywords {
        let fit = |n: u16| (0..KEYWORDS as u16).filter(move |k| k % (n + 2) == 0).map(Keyword);
        FeasibleKeywords::new(Arc::new(Referee::new(KEYWORDS, (0..20).map(fit))), KEYWORDS, 20)
    }

    #[test]
    fn bits_are_the_logarithm_of_the_share_of_keywords_left() {
        let mut reach = reach();
        let multiples = |n: usize| KEYWORDS.div_ceil(n);
        let log = |share: f32| libm::log2f(share);
        let all = KEYWORDS as f32;
        assert!((reach.first_bits(Clue::new(1)) - log(all / multiples(3) as f32)).abs() < 1e-5);
        reach.hear(Slot::First, Clue::new(0));
        let FeasibleSet { keywords, count, updates } = reach.feasible(Slot::First);
        assert_eq!((*count, *updates), (multiples(2), 1), "the even ones are left");
        assert_eq!(common(keywords, reach.referee().keywords_of(Clue::new(1))), multiples(6));
        let bits = reach.bits(multiples(2), multiples(6));
        assert!((bits - log(multiples(2) as f32 / multiples(6) as f32)).abs() < 1e-5);
        assert_eq!(reach.feasible(Slot::Second).count, KEYWORDS, "another slot");
        reach.hear(Slot::First, Clue::new(0));
        assert_eq!(reach.feasible(Slot::First).updates, 1, "nothing new");
        reach.reset();
        assert_eq!((reach.feasible(Slot::First).count, reach.feasible(Slot::First).updates), (KEYWORDS, 0));
    }
}
