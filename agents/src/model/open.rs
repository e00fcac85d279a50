//! Possible keywords for players that do not know the deck: the frequent words of the language.
//!
//! The first words of the clue vocabulary form a deck of their own, with a table P(clue | word) and a clue
//! law. Words of the real deck are included only if they are frequent.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use multiversion::multiversion;
use overhear_engine::rules::{Clue, Deck, LONGEST_KEYWORD, TextBans, same_clue_form};

use super::directions::Directions;
use super::text_clues::TextEmbedder;
use super::weighing::AssociationInputs;
use super::word_data::EmbeddedWords;
use super::{Association, ModelKey, StatedAssociations};

/// The words, and P(clue | word).
pub struct OpenVocabulary {
    table: Arc<Association>,
    /// The clue number of each word.
    words: Vec<Clue>,
    /// The directions of the deck's keywords, transposed: one padded row of all keywords for each component.
    across: Vec<i16>,
    /// Embedder of texts with the words as keywords; it holds the vectors of the words.
    sense: TextEmbedder,
    bans: OnceLock<TextBans>,
    deck: Deck,
    embedded: EmbeddedWords,
}

/// Number of keywords whose nearness is computed together.
const RUN: usize = 64;

impl OpenVocabulary {
    /// Creates a vocabulary of the `limit` most frequent words that may be clues.
    ///
    /// Its table has `limit` times the number of clues in sixteen-bit floats: 2,000 words and 20,000 clues
    /// take 80 MB. Weights `stated` of a keyword apply to an equal word here.
    pub(super) fn new(
        embedded: EmbeddedWords,
        key: ModelKey,
        limit: usize,
        stated: Option<&StatedAssociations>,
    ) -> OpenVocabulary {
        let word_data = &*embedded.word_data;
        let mut forms = HashSet::new();
        let clues = (0..word_data.clues.len() as u32).map(Clue::new);
        let words: Vec<Clue> = clues
            .filter(|clue| word_data.clue_text(*clue).chars().count() <= LONGEST_KEYWORD)
            .filter(|clue| forms.insert(same_clue_form(word_data.clue_text(*clue))))
            .take(limit)
            .collect();
        let texts = words.iter().map(|word| word_data.clue_text(*word));
        let deck = Deck::from_words(texts, word_data.deck.language()).expect("different words are a deck");
        let clues = &*embedded.clue_rows;
        let rows = Directions::new(words.len(), clues.stride, |n, row| {
            clues.row(words[n].index(), row);
        });
        let mut places: Vec<(u32, u32)> =
            (0..).zip(&words).map(|(n, &word)| (word_data.clues[word.index()], n)).collect();
        let compounded = word_data.compounded_with(places.iter().copied());
        places.sort_unstable();
        let law = word_data.law_for(&deck);
        let sharpness = embedded.sharpness();
        let meanings =
            AssociationInputs { keywords: &rows, clues, compounded: &compounded, law: &law, sharpness };
        let table = Association::new(&meanings, key);
        let table = match stated {
            Some(stated) => table.with_stated(&stated.of_words(&word_data.deck, &deck)),
            None => table,
        };
        let (table, across) = (Arc::new(table), across(&embedded.keyword_rows));
        let sense = embedded.sense_for(rows, places);
        OpenVocabulary { table, words, across, sense, bans: OnceLock::new(), deck, embedded }
    }

    /// Returns the likelihood of a text outside the vocabulary under every word.
    pub(crate) fn column_of_text(&self, clue: Clue) -> Arc<[u16]> {
        self.table.column_of_text(clue, || {
            let word_data = &*self.embedded.word_data;
            let bans = self.bans.get_or_init(|| TextBans::new(&self.deck, word_data.facts_of_texts()));
            let text = word_data.clue_text(clue);
            self.sense.read_sound(clue, text, word_data.clues.len(), bans.keywords_banning(text).collect())
        })
    }

    /// Returns P(clue | word), with words in place of keywords.
    pub fn table(&self) -> &Arc<Association> {
        &self.table
    }

    /// Returns the clue number of each word.
    pub fn words(&self) -> &[Clue] {
        &self.words
    }

    /// Writes the nearness of each keyword to the mean direction believed of a slot: 1 plus their product.
    ///
    /// `mean` is a buffer for the direction.
    pub(crate) fn write_nearness(&self, believed: &[f32], mean: &mut [f32], to: &mut [f32]) {
        let keywords = &self.embedded.keyword_rows;
        self.write_mean(believed, mean);
        nearness(mean, &self.across, &keywords.inverse_lengths, to);
    }

    /// Writes the mean direction of the words, weighted by the belief; its length is at most 1.
    fn write_mean(&self, believed: &[f32], mean: &mut [f32]) {
        let rows = &self.sense.keywords;
        mean.fill(0.0);
        for (n, &p) in believed.iter().take(self.words.len()).enumerate() {
            add_scaled(mean, rows.row(n), p * rows.inverse_lengths[n]);
        }
    }
}

/// Returns the transposed directions, each row padded to whole [`RUN`]s.
fn across(directions: &Directions) -> Vec<i16> {
    let length = directions.len().next_multiple_of(RUN);
    let mut across = vec![0; directions.stride * length];
    for n in 0..directions.len() {
        let places = across[n..].iter_mut().step_by(length);
        places.zip(directions.row(n)).for_each(|(to, &x)| *to = x);
    }
    across
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn add_scaled(mean: &mut [f32], row: &[i16], scale: f32) {
    mean.iter_mut().zip(row).for_each(|(x, &y)| *x += scale * f32::from(y));
}

/// Writes 1 plus the product of a direction with each transposed direction, summed in component order.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn nearness(mean: &[f32], across: &[i16], inverse_lengths: &[f32], to: &mut [f32]) {
    let runs = across.len() / mean.len() / RUN;
    let across = across.as_chunks::<RUN>().0;
    for (run, (to, lengths)) in to.chunks_mut(RUN).zip(inverse_lengths.chunks(RUN)).enumerate() {
        let mut sums = [0.0; RUN];
        for (x, row) in mean.iter().zip(across[run..].iter().step_by(runs)) {
            for n in 0..RUN {
                sums[n] += x * f32::from(row[n]);
            }
        }
        let products = sums.iter().zip(lengths);
        to.iter_mut().zip(products).for_each(|(to, (product, length))| *to = 1.0 + product * length);
    }
}
