//! Vectors of words in contiguous memory.

use std::collections::{HashMap, HashSet};

use overhear_engine::rules::Deck;
use rustc_hash::FxHashSet;

use super::kernels::LANES;
use super::world_error::WorldError;
use crate::words::written_otherwise;
use crate::words::{PackedRows, Space, norm, spellings};

/// Rows of equal length, padded with zeros, with the inverse length of each vector.
#[derive(Clone, Default)]
pub(crate) struct Directions {
    /// The padded number of components of a row.
    pub(crate) stride: usize,
    /// The rows, contiguous.
    pub(crate) values: Vec<i16>,
    /// One over the length of each vector; 0 for a zero vector.
    pub(crate) inverse_lengths: Vec<f32>,
}

impl Directions {
    /// Creates `count` rows of `dims` components, each written by `fill`.
    pub(super) fn new(count: usize, dims: usize, mut fill: impl FnMut(usize, &mut [i16])) -> Directions {
        let stride = padded(dims);
        let mut values = vec![0; count * stride];
        values.chunks_exact_mut(stride).enumerate().for_each(|(n, row)| fill(n, row));
        let inverse_lengths = values.chunks_exact(stride).map(inverse_length).collect();
        Directions { stride, values, inverse_lengths }
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.inverse_lengths.len()
    }

    /// Returns the row at a place.
    pub(crate) fn row(&self, place: usize) -> &[i16] {
        &self.values[place * self.stride..][..self.stride]
    }
}

fn inverse_length(row: &[i16]) -> f32 {
    match norm(row) {
        0 => 0.0,
        square => 1.0 / libm::sqrtf(square as f32),
    }
}

/// Packed directions of many words, unpacked on demand, with their inverse lengths.
#[derive(Clone)]
pub(crate) struct PackedDirections {
    rows: PackedRows,
    /// The length of a row, padding included.
    pub(crate) stride: usize,
    /// One over the length of each vector; 0 for a zero vector.
    pub(crate) inverse_lengths: Vec<f32>,
}

impl PackedDirections {
    pub(super) fn new(rows: PackedRows) -> PackedDirections {
        let stride = padded(rows.dims());
        let mut buffer = vec![0; stride];
        let inverse_lengths = (0..rows.len())
            .map(|n| {
                rows.copy(n, &mut buffer);
                inverse_length(&buffer)
            })
            .collect();
        PackedDirections { rows, stride, inverse_lengths }
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.inverse_lengths.len()
    }

    /// Returns a buffer for one row.
    pub(crate) fn buffer(&self) -> Vec<i16> {
        vec![0; self.stride]
    }

    /// Returns the row at a place; `buffer` is [`PackedDirections::buffer`].
    pub(crate) fn row<'buffer>(&self, place: usize, buffer: &'buffer mut [i16]) -> &'buffer [i16] {
        self.rows.copy(place, buffer);
        buffer
    }
}

/// Returns the padded length of a row of `dims` components.
const fn padded(dims: usize) -> usize {
    dims.next_multiple_of(2 * LANES)
}

/// Returns a direction for each keyword of a deck.
///
/// # Errors
/// [`WorldError::UnknownKeywords`] lists all keywords that the space does not know.
pub(super) fn keyword_directions(
    deck: &Deck,
    space: &Space,
    index: &HashMap<&str, u32>,
) -> Result<Directions, WorldError> {
    let (mut directions, mut keywords, dims) = (Vec::new(), Vec::new(), space.dims());
    for keyword in deck.keywords() {
        match space.direction(index, &keyword.text) {
            Some(direction) => directions.push(direction),
            None => keywords.push(keyword.text.clone()),
        }
    }
    if !keywords.is_empty() {
        let unknown: Vec<&str> = keywords.iter().map(String::as_str).collect();
        let hint = written_otherwise(&unknown, deck.len(), space);
        return Err(WorldError::UnknownKeywords { keywords, hint });
    }
    Ok(Directions::new(directions.len(), dims, |n, row| row[..dims].copy_from_slice(&directions[n])))
}

/// Returns the keywords of a deck that an embedding lacks, both whole and in all their parts.
pub fn missing_keywords<'a>(deck: &'a Deck, space: &Space) -> Vec<&'a str> {
    let index = relevant_index(deck, space);
    let texts = deck.keywords().iter().map(|keyword| keyword.text.as_str());
    texts.filter(|text| space.direction(&index, text).is_none()).collect()
}

/// Returns the keywords of a deck that an embedding has only in parts, each with these parts.
pub fn keywords_in_parts<'a>(deck: &'a Deck, space: &'a Space) -> Vec<(&'a str, Vec<&'a str>)> {
    let index = relevant_index(deck, space);
    let read = deck.keywords().iter().map(|keyword| {
        let places = space.places(&index, &keyword.text).into_iter();
        let words: Vec<&str> = places.map(|place| space.words().get(place as usize)).collect();
        (keyword.text.as_str(), words)
    });
    read.filter(|(text, words)| !is_whole(text, words)).collect()
}

/// Returns `true` if a keyword is read as one word that is spelled like it, or is not read at all.
fn is_whole(text: &str, words: &[&str]) -> bool {
    matches!(words, [word] if joined(word) == joined(text)) || words.is_empty()
}

/// Returns a text in lower case without joints.
fn joined(text: &str) -> String {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Returns every spelling by which an embedding may have the keywords of a deck: as written, in lower case,
/// with other joints, and their parts.
pub fn keyword_spellings(deck: &Deck) -> HashSet<String> {
    deck.keywords().iter().flat_map(|keyword| spellings(&keyword.text)).collect()
}

/// Returns the indices of the words that the deck consists of; other words of the embedding are skipped.
pub(super) fn relevant_index<'a>(deck: &Deck, space: &'a Space) -> HashMap<&'a str, u32> {
    let spellings: FxHashSet<String> = keyword_spellings(deck).into_iter().collect();
    let mut index = HashMap::new();
    for (place, word) in space.words().iter().enumerate() {
        if spellings.contains(word) {
            index.entry(word).or_insert(place as u32);
        }
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_found_whole_in_parts_or_not_at_all() {
        let deck = Deck::parse("ice cream\nSun\nsea-horse\nmoon\nmoon light\npiano\ndoctor\nwinter", "en");
        let deck = deck.expect("a deck");
        let words = ["ice", "cream", "sun", "seahorse", "piano", "doctor", "winter"];
        let space = Space::from_vectors(words.into_iter().collect(), 2, &[1.0; 14]);
        assert_eq!(keywords_in_parts(&deck, &space), [("ice cream", vec!["ice", "cream"])]);
        assert_eq!(missing_keywords(&deck, &space), ["moon", "moon light"]);
    }
}
