//! Clue texts outside the vocabulary, and their likelihoods.
//!
//! A text becomes a vector as recorded clues do ([`TextReader`]). Its likelihood is
//! that of one more word of the vocabulary: log P(text | w) = β·s(w, text) + α·log f(text) − log Z(w). Z is
//! that of the table, and f that of the text's rarest word. A text that is not understood is equally near to
//! all keywords and carries no information.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use overhear_engine::rules::{Clue, Keyword};
use rustc_hash::FxHashMap;

use super::directions::Directions;
use crate::words::{COMPOUND_COSINE, Lexicon, Space, TextReader, TextVector};

/// A cache of results for recent clues, by their numbers.
pub(super) struct ClueCache<V>(RwLock<FxHashMap<usize, V>>);

/// Maximum number of entries. A full cache is emptied, so memory does not grow with the number of texts.
const MOST: usize = 4096;

impl<V> Default for ClueCache<V> {
    fn default() -> ClueCache<V> {
        ClueCache(RwLock::default())
    }
}

impl<V: Clone> ClueCache<V> {
    /// Returns the value of a clue, computed on first use.
    pub(super) fn get(&self, clue: Clue, work_out: impl FnOnce() -> V) -> V {
        let stored = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&clue.index()).cloned();
        stored.unwrap_or_else(|| {
            let new = work_out();
            let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
            if all.len() >= MOST {
                all.clear();
            }
            all.insert(clue.index(), new.clone());
            new
        })
    }
}

/// An embedding for reading texts.
pub(super) struct SpaceReader {
    space: Arc<Space>,
    reader: OnceLock<TextReader<'static>>,
    readings: ClueCache<Arc<TextVector>>,
}

impl SpaceReader {
    pub(super) fn new(space: Arc<Space>) -> SpaceReader {
        SpaceReader { space, reader: OnceLock::new(), readings: ClueCache::default() }
    }

    /// Returns the space.
    pub(super) fn space(&self) -> &Space {
        &self.space
    }

    /// Returns the reading of a clue with this text.
    pub(super) fn read(&self, clue: Clue, text: &str) -> Arc<TextVector> {
        self.readings.get(clue, || {
            let reader = self.reader.get_or_init(|| TextReader::shared(Arc::clone(&self.space)));
            Arc::new(reader.read(text))
        })
    }
}

/// The embedder of texts in one embedding, for given keywords.
#[derive(Clone)]
pub(super) struct TextEmbedder {
    /// The run's own embedding, which decides the spelling of texts.
    pub(super) spelling: Arc<SpaceReader>,
    /// The embedding that determines the vectors.
    pub(super) space_reader: Arc<SpaceReader>,
    pub(super) lexicon: Arc<Lexicon>,
    pub(super) keywords: Arc<Directions>,
    /// Position and number of each keyword that is a single word of the run's own space, in ascending order.
    pub(super) places: Arc<[(u32, u32)]>,
}

/// The inputs of a text's likelihood under every keyword.
pub(super) struct TextFeatures {
    /// Closeness of the text to each keyword, compounds included; `None` if the text is not understood.
    pub(super) closeness: Option<Vec<f32>>,
    /// The number of words at least as frequent as the rarest word of the text.
    pub(super) rank: usize,
    /// The keywords that forbid the text.
    pub(super) banned: Vec<Keyword>,
}

impl TextEmbedder {
    /// Returns the reading of a clue with this text.
    pub(super) fn read(&self, clue: Clue, text: &str) -> Arc<TextVector> {
        self.space_reader.read(clue, text)
    }

    /// Returns the inputs of a text's likelihood.
    ///
    /// A text without a known word counts as rarer than a vocabulary of the given size.
    pub(super) fn read_sound(
        &self,
        clue: Clue,
        text: &str,
        vocabulary: usize,
        banned: Vec<Keyword>,
    ) -> TextFeatures {
        let words = &self.spelling.read(clue, text).places;
        let rarest = words.iter().max().map_or(vocabulary, |&place| place as usize);
        let direction = &self.read(clue, text).direction;
        let closeness = direction.as_ref().map(|direction| self.closeness(direction, words));
        TextFeatures { closeness, rank: rarest + 1, banned }
    }

    /// Returns the closeness of each keyword to a direction and to the words at `words`.
    fn closeness(&self, direction: &[f32], words: &[u32]) -> Vec<f32> {
        let keywords = (0..self.keywords.len()).map(|n| Keyword(n as u16));
        let mut closeness: Vec<f32> = keywords.map(|keyword| self.cosine(direction, keyword)).collect();
        let compounds = self.lexicon.compounds();
        for &(place, keyword) in &*self.places {
            if words.iter().any(|&word| compounds.joins(place, word)) {
                closeness[keyword as usize] += COMPOUND_COSINE;
            }
        }
        closeness
    }

    /// Returns the cosine between a direction of length 1 and a keyword's direction.
    pub(super) fn cosine(&self, direction: &[f32], keyword: Keyword) -> f32 {
        let n = keyword.index();
        self.keywords.inverse_lengths[n] * product(direction, self.keywords.row(n))
    }
}

/// Returns the dot product with a row, summed in a fixed order.
fn product(direction: &[f32], row: &[i16]) -> f32 {
    let mut sums = [0.0; 16];
    let (parts, rest) = direction.as_chunks::<16>();
    for (part, row) in parts.iter().zip(row.as_chunks::<16>().0) {
        for lane in 0..16 {
            sums[lane] += part[lane] * f32::from(row[lane]);
        }
    }
    let rest = rest.iter().zip(&row[direction.len() - rest.len()..]);
    sums.iter().sum::<f32>() + rest.map(|(x, &y)| x * f32::from(y)).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_worked_out_is_forgotten_before_it_takes_too_much_room() {
        let clue_cache = ClueCache::default();
        for n in 0..3 * MOST as u32 {
            assert_eq!(clue_cache.get(Clue::new(n), || n), n);
            assert!(clue_cache.0.read().unwrap().len() <= MOST);
        }
        let last = Clue::new(3 * MOST as u32 - 1);
        assert_eq!(clue_cache.get(last, || unreachable!("it is there")), last.index() as u32);
    }

    #[test]
    fn directions_of_any_length_are_multiplied_to_their_end() {
        for length in [1, 15, 16, 17, 40] {
            let direction: Vec<f32> = (0..length).map(|n| n as f32 - 5.0).collect();
            // Rows end with padding.
            let row: Vec<i16> = (0..length + 3).map(|n| 3 * n as i16 + 1).collect();
            let expected: f32 = direction.iter().zip(&row).map(|(x, &y)| x * f32::from(y)).sum();
            assert_eq!(product(&direction, &row), expected, "{length}");
        }
    }
}
