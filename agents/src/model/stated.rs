//! P(clue | keyword) as somebody has stated it: norms that were counted of people, or a language model's answers.

use std::collections::{BTreeMap, HashMap};

use overhear_engine::rules::{Clue, Deck, Keyword, same_clue_form};

/// The share of a keyword's probability that the word space keeps beside what is stated: so no legal clue is impossible, and
/// what is stated sets the order. The share is assumed.
pub const LEFT_TO_THE_SPACE: f64 = 0.1;

/// Weights of clues for keywords, in any unit: of one keyword's they are taken as shares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatedAssociations(BTreeMap<Keyword, BTreeMap<u32, f64>>);

impl StatedAssociations {
    /// States a weight; tells whether none was stated for the two before.
    ///
    /// # Panics
    /// If the weight is negative or not finite.
    pub fn state(&mut self, keyword: Keyword, clue: Clue, weight: f64) -> bool {
        assert!(weight >= 0.0 && weight.is_finite(), "a weight is a number from 0");
        self.0.entry(keyword).or_default().insert(clue.index() as u32, weight).is_none()
    }

    /// The keywords of which something is stated.
    pub fn keywords(&self) -> impl ExactSizeIterator<Item = Keyword> + '_ {
        self.0.keys().copied()
    }

    /// The same of the words of another deck, as far as they are keywords of the one that it was stated of.
    pub(super) fn of_words(&self, deck: &Deck, words: &Deck) -> StatedAssociations {
        let places = words.keywords().iter().zip(0..);
        let places: HashMap<String, u16> =
            places.map(|(word, place)| (same_clue_form(&word.text), place)).collect();
        let place = |keyword| places.get(&same_clue_form(deck.text(keyword))).copied().map(Keyword);
        let rows = self.0.iter().filter_map(|(&keyword, row)| Some((place(keyword)?, row.clone())));
        StatedAssociations(rows.collect())
    }

    /// What is stated, keyword by keyword.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Keyword, &BTreeMap<u32, f64>)> {
        self.0.iter().map(|(&keyword, row)| (keyword, row))
    }
}
