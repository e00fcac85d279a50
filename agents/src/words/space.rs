//! A word space: a direction for every word, as small integers.
//!
//! Directions are all that counts, so a row is stored as whole numbers of any scale, and the cosine of two rows is
//! an integer dot product over the root of two integer norms: the same number on every machine, in any order.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

use ndarray::Array2;

use super::{SpaceError, WordList, native, npy, postprocess, text_format, word2vec};

/// Words and their directions.
#[derive(Clone, Debug)]
pub struct Space {
    words: WordList,
    dims: usize,
    rows: Rows,
}

#[derive(Clone, Debug)]
enum Rows {
    /// Two values a byte, the first in the low half, each -8 to 7.
    Nibbles(Cow<'static, [u8]>),
    /// A value a byte.
    Bytes(Vec<i8>),
}

/// The directions of some words of a space, as it has them.
#[derive(Clone, Debug)]
pub(crate) struct PackedRows {
    dims: usize,
    rows: Rows,
    /// Where each stands; `None` for a word that the space does not know.
    places: Vec<Option<u32>>,
}

impl PackedRows {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// How many numbers make a direction.
    pub(crate) const fn dims(&self) -> usize {
        self.dims
    }

    /// Writes the direction of a number to the start of `out`; zeros if there is none.
    pub(crate) fn copy(&self, n: usize, out: &mut [i16]) {
        let out = &mut out[..self.dims];
        match self.places[n] {
            Some(place) => self.rows.copy(place as usize, out),
            None => out.fill(0),
        }
    }
}

impl Rows {
    /// Writes the row at a place, which is as long as `out`.
    fn copy(&self, place: usize, out: &mut [i16]) {
        let dims = out.len();
        match self {
            Rows::Nibbles(rows) => {
                let half = dims / 2;
                for (pair, &byte) in out.chunks_exact_mut(2).zip(&rows[place * half..][..half]) {
                    pair[0] = i16::from((byte << 4).cast_signed() >> 4);
                    pair[1] = i16::from(byte.cast_signed() >> 4);
                }
            }
            Rows::Bytes(rows) => {
                let row = &rows[place * dims..][..dims];
                out.iter_mut().zip(row).for_each(|(to, &from)| *to = i16::from(from));
            }
        }
    }

    /// The rows of `dims` numbers at some places, one behind the other.
    fn picked(&self, dims: usize, places: impl Iterator<Item = u32>) -> Rows {
        fn pick<T: Copy>(rows: &[T], len: usize, places: impl Iterator<Item = u32>) -> Vec<T> {
            places.flat_map(|place| &rows[place as usize * len..][..len]).copied().collect()
        }
        match self {
            Rows::Nibbles(rows) => Rows::Nibbles(pick(rows, dims / 2, places).into()),
            Rows::Bytes(rows) => Rows::Bytes(pick(rows, dims, places)),
        }
    }
}

/// Why a line of a foreign file was passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The line, from 1 (the word's number in a binary file).
    pub line: usize,
    /// The reason.
    pub reason: String,
}

/// What was read from a foreign file.
#[derive(Clone, Debug, Default)]
pub struct SpaceReport {
    /// Lines that were passed over.
    pub skipped: Vec<Skipped>,
    /// Directions common to all words that were removed.
    pub removed_directions: usize,
}

impl Space {
    pub(super) fn from_nibbles(words: WordList, dims: usize, rows: Cow<'static, [u8]>) -> Space {
        Space { words, dims, rows: Rows::Nibbles(rows) }
    }

    pub(super) fn from_bytes(words: WordList, dims: usize, rows: Vec<i8>) -> Space {
        Space { words, dims, rows: Rows::Bytes(rows) }
    }

    /// A space from one vector a word, each scaled so that its largest value becomes 127. The cosine of two
    /// rows changes by less than 0.01.
    ///
    /// # Panics
    /// If there are not `dims` values for every word.
    pub fn from_vectors(words: WordList, dims: usize, values: &[f32]) -> Space {
        assert_eq!(values.len(), words.len() * dims, "one vector a word");
        let rows = values.chunks_exact(dims).flat_map(quantised).collect();
        Space::from_bytes(words, dims, rows)
    }

    /// The words, most frequent first.
    pub fn words(&self) -> &WordList {
        &self.words
    }

    /// How many numbers make a direction.
    pub const fn dims(&self) -> usize {
        self.dims
    }

    /// Bits that each of the numbers takes.
    pub const fn bits(&self) -> u32 {
        match self.rows {
            Rows::Nibbles(_) => 4,
            Rows::Bytes(_) => 8,
        }
    }

    /// Writes the direction of the word at a place to the start of `out`.
    ///
    /// # Panics
    /// If there is no such place, or `out` is shorter than [`Space::dims`].
    pub fn copy_row(&self, place: usize, out: &mut [i16]) {
        self.rows.copy(place, &mut out[..self.dims]);
    }

    /// The directions of the words at some places: what the binary carries is pointed to, the rest is copied.
    pub(crate) fn packed(&self, places: impl Iterator<Item = Option<u32>>) -> PackedRows {
        let places: Vec<Option<u32>> = places.collect();
        if let Rows::Nibbles(Cow::Borrowed(rows)) = self.rows {
            return PackedRows { dims: self.dims, rows: Rows::Nibbles(Cow::Borrowed(rows)), places };
        }
        let rows = self.rows.picked(self.dims, places.iter().copied().flatten());
        let mut last = 0..;
        let places = places.into_iter().map(|place| place.and_then(|_| last.next())).collect();
        PackedRows { dims: self.dims, rows, places }
    }

    /// The direction of the word at a place.
    pub fn row(&self, place: usize) -> Vec<i16> {
        let mut row = vec![0; self.dims];
        self.copy_row(place, &mut row);
        row
    }

    /// The directions of the words at some places: one row each, [`Space::dims`] columns.
    ///
    /// ```
    /// use overhear_agents::words::embedded_space;
    /// let space = embedded_space();
    /// let directions = space.directions(&[17, 4]);
    /// assert_eq!(directions.dim(), (2, space.dims()));
    /// assert_eq!(directions.row(1).to_vec(), space.row(4));
    /// ```
    ///
    /// # Panics
    /// If there is no such place.
    pub fn directions(&self, places: &[usize]) -> Array2<i16> {
        let mut all = Array2::zeros((places.len(), self.dims));
        for (&place, mut row) in places.iter().zip(all.rows_mut()) {
            self.copy_row(place, row.as_slice_mut().expect("rows of a new array lie in one piece"));
        }
        all
    }

    /// The direction of a text: of a word its own, of several words the mean of theirs. Words that the space
    /// does not know are left out; `None` if none is known. `index` is [`WordList::index`] of the space's words.
    pub fn direction(&self, index: &std::collections::HashMap<&str, u32>, text: &str) -> Option<Vec<i16>> {
        if let Some(&place) = index.get(text) {
            return Some(self.row(place as usize));
        }
        let parts = text.split([' ', '-', '_', '\'']).filter_map(|part| index.get(part));
        let mut sum = vec![0.0; self.dims];
        for &place in parts {
            let row = self.row(place as usize);
            let scale = 1.0 / libm::sqrtf(norm(&row) as f32);
            sum.iter_mut().zip(&row).for_each(|(total, &value)| *total += scale * f32::from(value));
        }
        let known = sum.iter().any(|&x| x != 0.0);
        known.then(|| quantised(&sum).map(i16::from).collect())
    }
}

/// The integer dot product of two directions.
pub(crate) fn dot(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum()
}

/// The squared length of a direction.
pub(crate) fn norm(row: &[i16]) -> i32 {
    dot(row, row)
}

/// The cosine of the angle between two directions; 0 if one of them is none.
///
/// ```
/// use overhear_agents::words::cosine;
/// assert_eq!(cosine(&[3, 4], &[4, 3]), 0.96);
/// ```
pub fn cosine(a: &[i16], b: &[i16]) -> f32 {
    let lengths = libm::sqrtf(norm(a) as f32) * libm::sqrtf(norm(b) as f32);
    if lengths == 0.0 { 0.0 } else { dot(a, b) as f32 / lengths }
}

fn quantised(vector: &[f32]) -> impl Iterator<Item = i8> {
    let largest = vector.iter().fold(0.0f32, |m, x| m.max(x.abs()));
    let scale = if largest > 0.0 { 127.0 / largest } else { 0.0 };
    vector.iter().map(move |x| libm::roundf(x * scale) as i8)
}

/// Which words of a foreign file are kept.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// So many from the top.
    pub first: usize,
    /// And these, wherever they stand.
    pub besides: HashSet<String>,
}

impl Wanted {
    /// The words from the top alone.
    pub fn first(first: usize) -> Wanted {
        Wanted { first, besides: HashSet::new() }
    }

    /// Whether the next word is kept, when so many are.
    pub(super) fn takes(&self, kept: usize, word: &str) -> bool {
        kept < self.first || self.besides.contains(word)
    }

    /// Whether no further word can be wanted, when so many are kept.
    pub(super) fn is_all(&self, kept: usize) -> bool {
        kept >= self.first && self.besides.is_empty()
    }
}

/// Reads a space from a file: the project's own format, word2vec binary (`.bin`), or text as GloVe and fastText
/// write it, with or without the header line. Of foreign spaces the `components` directions that all words share
/// are removed ("all-but-the-top", Mu & Viswanath 2018), and the wanted words are kept.
///
/// # Errors
/// [`SpaceError`] if the file cannot be read, is torn, or has no words.
pub fn read_space(
    path: &Path,
    wanted: &Wanted,
    components: usize,
) -> Result<(Space, SpaceReport), SpaceError> {
    parse_space(std::fs::read(path)?, path, wanted, components)
}

/// The same from the content of a file that somebody else has read; `path` tells word2vec's binary files (`.bin`) from text.
///
/// # Errors
/// [`SpaceError`] if the content is torn, holds what is no number, or has no words.
pub fn parse_space(
    content: Vec<u8>,
    path: &Path,
    wanted: &Wanted,
    components: usize,
) -> Result<(Space, SpaceReport), SpaceError> {
    if native::is_native(&content) {
        return Ok((native::read_native(content)?, SpaceReport::default()));
    }
    if npy::is_array(&content) {
        return Err(SpaceError::byte(
            0,
            "an array of NumPy, whose words stand in another file: `space import --word-list FILE` reads both",
        ));
    }
    let vectors = if path.extension().is_some_and(|e| e == "bin") {
        word2vec::parse(&content, wanted)?
    } else {
        text_format::parse(&content, wanted)?
    };
    Ok(imported(vectors, components))
}

/// The same from the content of an array of `NumPy` (`.npy`: float16, float32 or float64, a row for each word) and its words,
/// one a line.
///
/// # Errors
/// [`SpaceError`] if the content is torn, holds what is no number, or does not go with the list.
pub fn parse_array(
    content: &[u8],
    list: &str,
    wanted: &Wanted,
    components: usize,
) -> Result<(Space, SpaceReport), SpaceError> {
    Ok(imported(npy::parse(content, list, wanted)?, components))
}

fn imported(mut vectors: Vectors, components: usize) -> (Space, SpaceReport) {
    postprocess::remove_common_directions(&mut vectors.values, vectors.dims, components);
    let report = SpaceReport { skipped: vectors.skipped, removed_directions: components };
    (Space::from_vectors(vectors.words, vectors.dims, &vectors.values), report)
}

/// What a foreign file holds.
pub(super) struct Vectors {
    pub(super) words: WordList,
    pub(super) dims: usize,
    pub(super) values: Vec<f32>,
    pub(super) skipped: Vec<Skipped>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> Space {
        let words = ["ice", "cream", "car"].into_iter().collect();
        Space::from_vectors(words, 2, &[1.0, 0.0, 0.0, 2.0, -3.0, -3.0])
    }

    #[test]
    fn a_row_keeps_its_direction() {
        assert_eq!(space().row(1), [0, 127]);
        assert_eq!(space().row(2), [-127, -127]);
        assert!((cosine(&space().row(0), &space().row(2)) + std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
    }

    #[test]
    fn a_phrase_is_the_mean_of_the_words_that_are_known() {
        let space = space();
        let index = space.words().index();
        assert_eq!(space.direction(&index, "ice cream"), Some(vec![127, 127]));
        assert_eq!(space.direction(&index, "vanilla ice-cream"), Some(vec![127, 127]));
        assert_eq!(space.direction(&index, "vanilla"), None);
    }
}
