//! Lookup of keywords and clues by normalised form.

use std::collections::HashMap;

use overhear_engine::rules::{Clue, Keyword, same_clue_form};

use super::World;

impl World {
    /// Returns the keywords by their form.
    pub fn keywords_by_form(&self) -> HashMap<String, Keyword> {
        let keywords = self.deck().keywords().iter().zip(0..);
        keywords.map(|(word, n)| (same_clue_form(&word.text), Keyword(n))).collect()
    }

    /// Returns the clues by their form; of clues with an equal form the most frequent.
    pub fn clues_by_form(&self) -> HashMap<String, Clue> {
        let clues = (0..self.clues() as u32).rev().map(Clue::new);
        clues.map(|clue| (same_clue_form(self.clue_text(clue)), clue)).collect()
    }
}
