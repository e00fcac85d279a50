//! Keywords for those who do not know the deck: the frequent words of the language.
//!
//! The clue vocabulary's own first words stand as a deck of their own, with a table P(clue | word) and a law of
//! clues like the real one. Words of the real deck are among them only as far as they are frequent.

use std::collections::HashSet;

use overhear_engine::rules::{Clue, Deck, same_clue_form};

use super::association::Words;
use super::directions::Directions;
use super::{Association, ModelKey, World};

/// The words, and P(clue | word).
pub struct OpenVocabulary {
    table: std::sync::Arc<Association>,
    /// For each word the clue that it is.
    words: Vec<Clue>,
}

impl OpenVocabulary {
    /// The `limit` most frequent words that the world's players may give as clues; a table of so many times the
    /// number of clues, in sixteen-bit floats (2,000 words and 20,000 clues take 80 MB).
    pub(super) fn new(world: &World, key: ModelKey, limit: usize) -> OpenVocabulary {
        let mut forms = HashSet::new();
        let clues = (0..world.clues() as u32).map(Clue::new);
        let new_form = |clue: &Clue| forms.insert(same_clue_form(world.clue_text(*clue)));
        let words: Vec<Clue> = clues.filter(new_form).take(limit).collect();
        let list: String = words.iter().map(|word| format!("{}\n", world.clue_text(*word))).collect();
        let deck = Deck::parse(&list, world.deck().language().code()).expect("different words are a deck");
        let clues = world.clue_rows();
        let rows = Directions::new(words.len(), clues.stride, |n, row| {
            row.copy_from_slice(clues.row(words[n].index()));
        });
        let compounded =
            world.compounded_with((0..).zip(&words).map(|(n, &word)| (world.clue_place(word), n)));
        let law = world.law_for(&deck);
        let meanings = Words { keywords: &rows, clues, compounded: &compounded, law: &law };
        let table = Association::new(&meanings, key);
        OpenVocabulary { table: std::sync::Arc::new(table), words }
    }

    /// P(clue | word), the words in the place of keywords.
    pub fn table(&self) -> &std::sync::Arc<Association> {
        &self.table
    }

    /// The clue that each word is.
    pub fn words(&self) -> &[Clue] {
        &self.words
    }

    /// How near each keyword of the deck is to the mean direction of what is believed of a slot: 1 more than the
    /// product of that and the keyword's own. `mean` is room for the direction.
    pub(crate) fn write_nearness(&self, world: &World, believed: &[f32], mean: &mut [f32], to: &mut [f32]) {
        let keywords = world.keyword_rows();
        self.write_mean(world, believed, mean);
        for (n, to) in to.iter_mut().enumerate() {
            let product: f32 = mean.iter().zip(keywords.row(n)).map(|(x, &y)| x * f32::from(y)).sum();
            *to = 1.0 + product * keywords.inverse_lengths[n];
        }
    }

    /// The mean direction of the words as they are believed in; at most of length 1.
    fn write_mean(&self, world: &World, believed: &[f32], mean: &mut [f32]) {
        let clues = world.clue_rows();
        mean.fill(0.0);
        for (word, &p) in self.words.iter().zip(believed) {
            let scale = p * clues.inverse_lengths[word.index()];
            mean.iter_mut().zip(clues.row(word.index())).for_each(|(x, &y)| *x += scale * f32::from(y));
        }
    }
}
