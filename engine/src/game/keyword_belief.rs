//! A belief about keywords: the answer of a guesser that is asked for them (R13).

use super::belief::largest_weight;
use crate::rules::{BySlot, Deck, Keyword, Slot};

/// A belief about the other team's keywords: for each slot, a weight for every keyword of the deck.
///
/// Weights are compared within a slot and need not sum to 1. Invalid weights (negative, or not a number)
/// count as 0. A slot without weights counts as uniform.
///
/// ```
/// use overhear_engine::rules::{Deck, Keyword, Slot};
/// use overhear_engine::game::KeywordBelief;
/// let deck = Deck::parse("ant\nbee\ncat\ndog\nelk\nfox\ngnu\nhen", "en")?;
/// let mut belief = KeywordBelief::uniform(&deck);
/// belief.set_certain(Slot::First, Keyword(5));
/// assert_eq!(belief.weights(Slot::First)[4..6], [0.0, 1.0]);
/// assert_eq!(belief.weights(Slot::Fourth)[4..6], [1.0, 1.0]);
/// # Ok::<(), overhear_engine::rules::DeckError>(())
/// ```
#[derive(Debug, Default)]
pub struct KeywordBelief {
    /// The weights of written slots. Invariant: each row is as long as `ones`.
    rows: BySlot<Vec<f32>>,
    /// Which slots were written. The others are uniform, whatever their row still holds: a new belief then costs
    /// no pass over the deck, and nor does a guesser that states nothing.
    is_written: BySlot<bool>,
    /// The weights of the other slots.
    ones: Vec<f32>,
}

impl Clone for KeywordBelief {
    fn clone(&self) -> KeywordBelief {
        KeywordBelief { rows: self.rows.clone(), is_written: self.is_written, ones: self.ones.clone() }
    }

    /// Copies the weights into the allocated memory.
    fn clone_from(&mut self, other: &KeywordBelief) {
        for slot in Slot::ALL {
            self.rows[slot].clone_from(&other.rows[slot]);
        }
        self.is_written = other.is_written;
        self.ones.clone_from(&other.ones);
    }
}

impl PartialEq for KeywordBelief {
    /// Compares the weights.
    fn eq(&self, other: &KeywordBelief) -> bool {
        Slot::ALL.into_iter().all(|slot| self.weights(slot) == other.weights(slot))
    }
}

impl KeywordBelief {
    /// Returns the belief that gives every keyword of the deck an equal weight.
    pub fn uniform(deck: &Deck) -> KeywordBelief {
        let mut belief = KeywordBelief::default();
        belief.reset(deck);
        belief
    }

    /// Returns the belief that the other team's keywords are certain.
    pub fn certain(deck: &Deck, keywords: BySlot<Keyword>) -> KeywordBelief {
        let mut belief = KeywordBelief::uniform(deck);
        Slot::ALL.into_iter().for_each(|slot| belief.set_certain(slot, keywords[slot]));
        belief
    }

    /// Makes the belief uniform. Allocates only if the deck has another size than before.
    pub(super) fn reset(&mut self, deck: &Deck) {
        if !self.covers(deck) {
            self.ones = vec![1.0; deck.len()];
            self.rows = BySlot::from_fn(|_| self.ones.clone());
        }
        self.is_written = BySlot::default();
    }

    /// Returns `true` if each slot has a weight for every keyword of the deck.
    pub(super) fn covers(&self, deck: &Deck) -> bool {
        self.ones.len() == deck.len()
    }

    /// Returns `true` if the slot was written since the belief was uniform.
    pub(super) fn is_written(&self, slot: Slot) -> bool {
        self.is_written[slot]
    }

    /// Returns the weights for a slot, in deck order.
    pub fn weights(&self, slot: Slot) -> &[f32] {
        if self.is_written[slot] { &self.rows[slot] } else { &self.ones }
    }

    /// Returns the mutable weights for a slot, in deck order.
    #[inline]
    pub fn weights_mut(&mut self, slot: Slot) -> &mut [f32] {
        if !self.is_written[slot] {
            self.rows[slot].copy_from_slice(&self.ones);
        }
        self.overwritten(slot)
    }

    /// Returns the weights for a slot, all of which the caller overwrites.
    #[inline]
    fn overwritten(&mut self, slot: Slot) -> &mut [f32] {
        self.is_written[slot] = true;
        &mut self.rows[slot]
    }

    /// Sets the weights for a slot, in deck order.
    ///
    /// # Panics
    /// If the number of weights differs from the number of keywords.
    pub fn set_weights(&mut self, slot: Slot, weights: &[f32]) {
        self.overwritten(slot).copy_from_slice(weights);
    }

    /// Sets the weights for a slot from outside, in deck order. A common factor of any size that 64 bits hold
    /// changes nothing.
    ///
    /// Returns `false`, and leaves the slot unchanged, if a weight is negative, infinite or not a number, or all
    /// are 0.
    ///
    /// # Panics
    /// If the number of weights differs from the number of keywords.
    #[must_use]
    pub fn try_set_weights(&mut self, slot: Slot, weights: &[f64]) -> bool {
        assert_eq!(self.ones.len(), weights.len(), "a weight for each keyword of the deck");
        let Some(largest) = largest_weight(weights) else { return false };
        let row = self.overwritten(slot);
        row.iter_mut().zip(weights).for_each(|(place, weight)| *place = (weight / largest) as f32);
        true
    }

    /// Sets the belief for a slot to one certain keyword.
    pub fn set_certain(&mut self, slot: Slot, keyword: Keyword) {
        let row = self.overwritten(slot);
        row.fill(0.0);
        row[keyword.index()] = 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck() -> Deck {
        Deck::parse("ant\nbee\ncat\ndog\nelk\nfox\ngnu\nhen", "en").expect("a deck")
    }

    #[test]
    fn nothing_that_was_written_is_left_after_a_reset() {
        let (deck, mut belief) = (deck(), KeywordBelief::uniform(&deck()));
        belief.set_certain(Slot::Second, Keyword(3));
        belief.weights_mut(Slot::Third)[5] = 7.0;
        belief.set_weights(Slot::Fourth, &[0.5; 8]);
        assert_eq!(belief.weights(Slot::First), [1.0; 8]);
        assert_eq!(belief.weights(Slot::Second), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(belief.weights(Slot::Fourth), [0.5; 8]);
        assert_eq!(belief.weights(Slot::Third), [1.0, 1.0, 1.0, 1.0, 1.0, 7.0, 1.0, 1.0]);
        assert_ne!(belief, KeywordBelief::uniform(&deck));
        belief.reset(&deck);
        assert_eq!(belief, KeywordBelief::uniform(&deck));
        belief.weights_mut(Slot::Third)[0] = 2.0;
        assert_eq!(belief.weights(Slot::Third), [2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn a_copy_has_the_weights_of_the_original_whatever_it_held() {
        let named = KeywordBelief::certain(&deck(), BySlot([4, 5, 6, 7].map(Keyword)));
        assert_eq!(named.weights(Slot::Third), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let mut copy = named.clone();
        assert_eq!(copy, named);
        copy.clone_from(&KeywordBelief::uniform(&deck()));
        assert_eq!(copy, KeywordBelief::uniform(&deck()));
        copy.clone_from(&named);
        assert_eq!(copy, named);
    }

    #[test]
    fn weights_from_outside_count_by_their_ratios_and_wrong_ones_change_nothing() {
        let mut belief = KeywordBelief::uniform(&deck());
        let weights = [4e300, 1e300, 0.0, 0.0, 2e300, 0.0, 0.0, 0.0];
        assert!(belief.try_set_weights(Slot::Third, &weights));
        assert_eq!(belief.weights(Slot::Third), [1.0, 0.25, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0]);
        for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let mut row = [0.0; 8];
            row[2] = wrong;
            assert!(
                !belief.try_set_weights(Slot::Third, &row) && !belief.try_set_weights(Slot::First, &row),
                "{wrong}"
            );
        }
        assert_eq!(belief.weights(Slot::Third), [1.0, 0.25, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0]);
        assert_eq!(belief.weights(Slot::First), [1.0; 8]);
    }
}
