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
pub(super) struct Reach {
    referee: Arc<Referee>,
    keywords: usize,
    left: BySlot<Vec<u64>>,
    /// How many they are.
    counts: BySlot<usize>,
    /// The base-2 logarithms of the whole numbers.
    logs: Vec<f32>,
    seen: usize,
}

impl Reach {
    /// Nothing heard yet, of a deck of so many keywords.
    pub(super) fn new(referee: Arc<Referee>, keywords: usize) -> Reach {
        let logs = (0..=keywords).map(|n| libm::log2f(n.max(1) as f32)).collect();
        let left = BySlot::from_fn(|_| vec![0; keywords.div_ceil(64)]);
        let mut reach = Reach { referee, keywords, left, counts: BySlot::default(), logs, seen: 0 };
        reach.reset();
        reach
    }

    /// Forgets the last game.
    pub(super) fn reset(&mut self) {
        for words in &mut self.left.0 {
            for (n, word) in words.iter_mut().enumerate() {
                let missing = ((n + 1) * 64).saturating_sub(self.keywords);
                *word = !0 >> missing;
            }
        }
        self.counts = BySlot::from_fn(|_| self.keywords);
        self.seen = 0;
    }

    /// Takes in the own halves that have been played since the last call. A clue that would leave no keyword is passed
    /// over.
    pub(super) fn catch_up(&mut self, view: &EncryptorView<'_>) {
        let side: Side = view.seat().side();
        for half in view.record().halves()[self.seen..].iter().filter(|half| half.side == side) {
            for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
                clue.into_iter().for_each(|clue| self.hear(slot, clue));
            }
        }
        self.seen = view.record().halves().len();
    }

    fn hear(&mut self, slot: Slot, clue: Clue) {
        let (fit, left) = (self.referee.keywords_of(clue), &mut self.left[slot]);
        let both = common(left, fit);
        if both > 0 {
            self.counts[slot] = both;
            left.iter_mut().zip(fit).for_each(|(left, fit)| *left &= fit);
        }
    }

    /// The bits that a clue for a slot would tell: log2 of the share of keywords that it rules out.
    pub(super) fn bits(&self, slot: Slot, clue: Clue) -> f32 {
        self.logs[self.counts[slot]] - self.logs[common(&self.left[slot], self.referee.keywords_of(clue))]
    }

    /// For each slot the share of the keywords left that a clue is fit for; if it is fit for none, as if for a quarter
    /// of one.
    pub(super) fn shares(&self, clue: Clue) -> [f32; 4] {
        let fit = self.referee.keywords_of(clue);
        std::array::from_fn(|n| (common(&self.left.0[n], fit) as f32).max(0.25) / self.counts.0[n] as f32)
    }

    /// The bits that a clue tells before any other.
    pub(super) fn first_bits(&self, clue: Clue) -> f32 {
        let fit = self.referee.keywords_of(clue);
        self.logs[self.keywords] - self.logs[common(fit, fit)]
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
        Reach::new(Arc::new(Referee::new(KEYWORDS, (0..20).map(fit))), KEYWORDS)
    }

    #[test]
    fn bits_are_the_logarithm_of_the_share_of_keywords_left() {
        let mut reach = reach();
        let multiples = |n: usize| KEYWORDS.div_ceil(n) as f32;
        assert!((reach.first_bits(Clue::new(1)) - libm::log2f(130.0 / multiples(3))).abs() < 1e-5);
        assert_eq!(reach.bits(Slot::First, Clue::new(1)), reach.first_bits(Clue::new(1)));
        reach.hear(Slot::First, Clue::new(0));
        let left = libm::log2f(multiples(2) / multiples(6));
        assert!(
            (reach.bits(Slot::First, Clue::new(1)) - left).abs() < 1e-5,
            "of the even ones, those that 3 divides"
        );
        assert_eq!(reach.bits(Slot::Second, Clue::new(1)), reach.first_bits(Clue::new(1)), "another slot");
        let share = multiples(6) / multiples(2);
        assert_eq!(
            reach.shares(Clue::new(1)),
            [share, multiples(3) / 130.0, multiples(3) / 130.0, multiples(3) / 130.0]
        );
        reach.reset();
        assert_eq!(reach.bits(Slot::First, Clue::new(1)), reach.first_bits(Clue::new(1)), "a new game");
    }
}
