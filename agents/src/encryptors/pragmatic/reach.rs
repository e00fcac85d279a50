//! The opponents who know nothing but how far a clue may reach.
//!
//! A clue stays among the words that a referee would let pass for its keyword. To who assumes no more than that, every
//! clue leaves the keywords that it is fit for, all of them alike: a clue that reaches few keywords tells much, however
//! faint it is.

use std::sync::Arc;

use multiversion::multiversion;
use overhear_engine::rules::{BySlot, Clue, Referee, Side, Slot};
use overhear_engine::table::EncryptorView;

/// The share of the vocabulary that clues are taken from, in thousandths: what a referee lets pass by default.
pub(super) const REACH: u16 = 50;

/// The keywords that the clues so far have left for each slot.
#[derive(Clone)]
pub(super) struct Reach {
    referee: Arc<Referee>,
    keywords: usize,
    left: BySlot<Left>,
    /// The base-2 logarithms of the whole numbers.
    logs: Arc<[f32]>,
    /// For each clue the bits that it tells before any other.
    first_bits: Arc<[f32]>,
    seen: usize,
}

/// The keywords that the clues so far have left for a slot.
#[derive(Clone, Default)]
pub(super) struct Left {
    pub(super) keywords: Vec<u64>,
    /// How many they are.
    pub(super) count: usize,
    /// How often they have become fewer since the game began.
    pub(super) updates: u32,
}

impl Reach {
    /// Nothing heard yet, of a deck of so many keywords and a vocabulary of so many clues.
    pub(super) fn new(referee: Arc<Referee>, keywords: usize, clues: usize) -> Reach {
        let logs: Arc<[f32]> = (0..=keywords).map(|n| libm::log2f(n.max(1) as f32)).collect();
        let reached = |clue| referee.keywords_of(Clue::new(clue)).iter().map(|word| word.count_ones()).sum();
        let first_bits = (0..clues as u32).map(|clue| {
            let reached: u32 = reached(clue);
            logs[keywords] - logs[reached as usize]
        });
        let first_bits = first_bits.collect();
        let mut reach = Reach { referee, keywords, left: BySlot::default(), logs, first_bits, seen: 0 };
        reach.reset();
        reach
    }

    /// Forgets the last game.
    pub(super) fn reset(&mut self) {
        for left in &mut self.left.0 {
            left.keywords.clear();
            left.keywords.resize(self.keywords.div_ceil(64), !0);
            if let Some(last) = left.keywords.last_mut() {
                *last >>= self.keywords.next_multiple_of(64) - self.keywords;
            }
            (left.count, left.updates) = (self.keywords, 0);
        }
        self.seen = 0;
    }

    /// Takes in the own halves that have been played since the last call. A clue that would leave no keyword is passed
    /// over.
    pub(super) fn catch_up(&mut self, view: &EncryptorView<'_>) {
        let side: Side = view.seat().side();
        for half in view.record().halves()[self.seen..].iter().filter(|half| half.side == side) {
            for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
                let clue = clue.filter(|clue| clue.index() < self.referee.words());
                clue.into_iter().for_each(|clue| self.hear(slot, clue));
            }
        }
        self.seen = view.record().halves().len();
    }

    pub(super) fn hear(&mut self, slot: Slot, clue: Clue) {
        let (fit, left) = (self.referee.keywords_of(clue), &mut self.left[slot]);
        let both = common(&left.keywords, fit);
        if both > 0 && both < left.count {
            left.keywords.iter_mut().zip(fit).for_each(|(left, fit)| *left &= fit);
            left.count = both;
            left.updates += 1;
        }
    }

    /// The keywords that are left for a slot.
    pub(super) fn left(&self, slot: Slot) -> &Left {
        &self.left[slot]
    }

    /// The bits that a clue would tell which leaves `common` keywords of so many: log2 of the share that it rules out.
    pub(super) fn bits(&self, left: usize, common: usize) -> f32 {
        self.logs[left] - self.logs[common]
    }

    /// The bits that a clue tells before any other.
    pub(super) fn first_bits(&self, clue: Clue) -> f32 {
        self.first_bits[clue.index()]
    }

    /// Who says how far a clue reaches.
    pub(super) fn referee(&self) -> &Referee {
        &self.referee
    }
}

/// How many keywords stand in both sets.
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
    fn reach() -> Reach {
        let fit = |n: u16| (0..KEYWORDS as u16).filter(move |k| k % (n + 2) == 0).map(Keyword);
        Reach::new(Arc::new(Referee::new(KEYWORDS, (0..20).map(fit))), KEYWORDS, 20)
    }

    #[test]
    fn bits_are_the_logarithm_of_the_share_of_keywords_left() {
        let mut reach = reach();
        let multiples = |n: usize| KEYWORDS.div_ceil(n);
        let log = |share: f32| libm::log2f(share);
        let all = KEYWORDS as f32;
        assert!((reach.first_bits(Clue::new(1)) - log(all / multiples(3) as f32)).abs() < 1e-5);
        reach.hear(Slot::First, Clue::new(0));
        let Left { keywords, count, updates } = reach.left(Slot::First);
        assert_eq!((*count, *updates), (multiples(2), 1), "the even ones are left");
        assert_eq!(common(keywords, reach.referee().keywords_of(Clue::new(1))), multiples(6));
        let bits = reach.bits(multiples(2), multiples(6));
        assert!((bits - log(multiples(2) as f32 / multiples(6) as f32)).abs() < 1e-5);
        assert_eq!(reach.left(Slot::Second).count, KEYWORDS, "another slot");
        reach.hear(Slot::First, Clue::new(0));
        assert_eq!(reach.left(Slot::First).updates, 1, "nothing new");
        reach.reset();
        assert_eq!((reach.left(Slot::First).count, reach.left(Slot::First).updates), (KEYWORDS, 0));
    }
}
