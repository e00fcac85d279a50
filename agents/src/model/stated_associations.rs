//! Stated weights of P(clue | keyword), from association norms or a language model.

use std::collections::{BTreeMap, HashMap};

use overhear_engine::rules::{Clue, Deck, Keyword, same_clue_form};

/// The share of a keyword's probability that stays with the word space.
///
/// No legal clue is then impossible, while the stated weights set the order. The share is assumed.
pub const LEFT_TO_THE_SPACE: f64 = 0.1;

/// Weights of clues for keywords, in any unit; only the shares within a keyword count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatedAssociations(BTreeMap<Keyword, BTreeMap<u32, f64>>);

impl StatedAssociations {
    /// States a weight; returns `true` if the pair had none before.
    ///
    /// # Panics
    /// If the weight is negative or not finite.
    pub fn set(&mut self, keyword: Keyword, clue: Clue, weight: f64) -> bool {
        assert!(weight >= 0.0 && weight.is_finite(), "a weight is a number from 0");
        self.0.entry(keyword).or_default().insert(clue.index() as u32, weight).is_none()
    }

    /// Returns the keywords with stated weights.
    pub fn keywords(&self) -> impl ExactSizeIterator<Item = Keyword> + '_ {
        self.0.keys().copied()
    }

    /// Returns the weights for another deck, as far as its words are keywords of this one.
    pub(super) fn of_words(&self, deck: &Deck, words: &Deck) -> StatedAssociations {
        let places = words.keywords().iter().zip(0..);
        let places: HashMap<String, u16> =
            places.map(|(word, place)| (same_clue_form(&word.text), place)).collect();
        let rows = self.0.iter().filter_map(|(&keyword, row)| {
            let place = places.get(&same_clue_form(deck.text(keyword)))?;
            Some((Keyword(*place), row.clone()))
        });
        StatedAssociations(rows.collect())
    }

    /// Returns the stated weights, keyword by keyword.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Keyword, &BTreeMap<u32, f64>)> {
        self.0.iter().map(|(&keyword, row)| (keyword, row))
    }
}
