//! A word embedding: a vector of small integers for every word.
//!
//! Only directions matter, so rows are stored as integers of any scale. The cosine of two rows is an integer
//! dot product over the root of two integer norms: equal on every machine, in any order.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::BuildHasher as _;

use ndarray::Array2;
use overhear_engine::rules::Language;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{WordList, spelling};

/// Words and their vectors.
#[derive(Clone, Debug)]
pub struct Space {
    words: WordList,
    dims: usize,
    rows: RowStorage,
    language: Language,
    sharpness: f64,
}

#[derive(Clone, Debug)]
enum RowStorage {
    /// Two values a byte, the first in the low half, each −8 to 7.
    Nibbles(Cow<'static, [u8]>),
    /// One value a byte.
    Bytes(Vec<i8>),
}

/// Vectors of some words of an embedding, in its own storage format.
#[derive(Clone, Debug)]
pub(crate) struct PackedRows {
    dims: usize,
    rows: RowStorage,
    /// Index of each word; `None` for a word that the embedding does not have.
    places: Vec<Option<u32>>,
}

impl PackedRows {
    /// Returns the number of words.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the number of dimensions.
    pub(crate) const fn dims(&self) -> usize {
        self.dims
    }

    /// Writes the n-th vector to the start of `out`; zeros if there is none.
    pub(crate) fn copy(&self, n: usize, out: &mut [i16]) {
        let out = &mut out[..self.dims];
        match self.places[n] {
            Some(place) => self.rows.copy(place as usize, out),
            None => out.fill(0),
        }
    }
}

impl RowStorage {
    /// Writes the row with an index, which is as long as `out`.
    fn copy(&self, place: usize, out: &mut [i16]) {
        let dims = out.len();
        match self {
            RowStorage::Nibbles(rows) => {
                let half = dims / 2;
                for (pair, &byte) in out.chunks_exact_mut(2).zip(&rows[place * half..][..half]) {
                    pair[0] = i16::from((byte << 4).cast_signed() >> 4);
                    pair[1] = i16::from(byte.cast_signed() >> 4);
                }
            }
            RowStorage::Bytes(rows) => {
                let row = &rows[place * dims..][..dims];
                out.iter_mut().zip(row).for_each(|(to, &from)| *to = i16::from(from));
            }
        }
    }

    /// Returns the rows of `dims` numbers at some indices.
    fn picked(&self, dims: usize, places: impl Iterator<Item = u32>) -> RowStorage {
        fn pick<T: Copy>(rows: &[T], len: usize, places: impl Iterator<Item = u32>) -> Vec<T> {
            places.flat_map(|place| &rows[place as usize * len..][..len]).copied().collect()
        }
        match self {
            RowStorage::Nibbles(rows) => RowStorage::Nibbles(pick(rows, dims / 2, places).into()),
            RowStorage::Bytes(rows) => RowStorage::Bytes(pick(rows, dims, places)),
        }
    }
}

impl Space {
    const fn new(words: WordList, dims: usize, rows: RowStorage) -> Space {
        Space { words, dims, rows, language: Language::English, sharpness: 1.0 }
    }

    /// Returns the space with words of a language, which decides how unknown words are read; a new space is English.
    #[must_use]
    pub fn in_language(self, language: Language) -> Space {
        Space { language, ..self }
    }

    /// Returns the language of the words.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Returns the space with another sharpness.
    #[must_use]
    pub(super) fn with_sharpness(self, sharpness: f64) -> Space {
        Space { sharpness, ..self }
    }

    /// Returns what multiplies the sharpness β of associations in this space: 1, but for the built-in spaces of other languages
    /// than English, in which the same cosine means less.
    pub const fn sharpness(&self) -> f64 {
        self.sharpness
    }

    pub(super) fn from_nibbles(words: WordList, dims: usize, rows: Cow<'static, [u8]>) -> Space {
        Space::new(words, dims, RowStorage::Nibbles(rows))
    }

    pub(super) fn from_bytes(words: WordList, dims: usize, rows: Vec<i8>) -> Space {
        Space::new(words, dims, RowStorage::Bytes(rows))
    }

    /// Returns an embedding from one vector for each word, scaled so that its largest value becomes 127. The
    /// cosine of two rows changes by less than 0.01.
    ///
    /// # Panics
    /// Panics if there are not `dims` values for every word.
    pub fn from_vectors(words: WordList, dims: usize, values: &[f32]) -> Space {
        assert_eq!(values.len(), words.len() * dims, "one vector a word");
        let rows = values.chunks_exact(dims).flat_map(quantised).collect();
        Space::from_bytes(words, dims, rows)
    }

    /// Returns the words, most frequent first.
    pub fn words(&self) -> &WordList {
        &self.words
    }

    /// Returns the number of dimensions.
    pub const fn dims(&self) -> usize {
        self.dims
    }

    /// Returns the number of bits of a value.
    pub const fn bits(&self) -> u32 {
        match self.rows {
            RowStorage::Nibbles(_) => 4,
            RowStorage::Bytes(_) => 8,
        }
    }

    /// Writes the vector of a word to the start of `out`.
    ///
    /// # Panics
    /// Panics if the index is out of range, or if `out` is shorter than [`Space::dims`].
    pub fn copy_row(&self, place: usize, out: &mut [i16]) {
        self.rows.copy(place, &mut out[..self.dims]);
    }

    /// Returns the vectors of words at some indices. Embedded data is borrowed, other data copied.
    pub(crate) fn packed(&self, places: impl Iterator<Item = Option<u32>>) -> PackedRows {
        let places: Vec<Option<u32>> = places.collect();
        if let RowStorage::Nibbles(Cow::Borrowed(rows)) = self.rows {
            return PackedRows { dims: self.dims, rows: RowStorage::Nibbles(Cow::Borrowed(rows)), places };
        }
        let rows = self.rows.picked(self.dims, places.iter().copied().flatten());
        let mut last = 0..;
        let places = places.into_iter().map(|place| place.and_then(|_| last.next())).collect();
        PackedRows { dims: self.dims, rows, places }
    }

    /// Returns the vector of a word.
    pub fn row(&self, place: usize) -> Vec<i16> {
        let mut row = vec![0; self.dims];
        self.copy_row(place, &mut row);
        row
    }

    /// Returns the vectors of some words, one row each with [`Space::dims`] columns.
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
    /// Panics if an index is out of range.
    pub fn directions(&self, places: &[usize]) -> Array2<i16> {
        let mut all = Array2::zeros((places.len(), self.dims));
        for (&place, mut row) in places.iter().zip(all.rows_mut()) {
            self.copy_row(place, row.as_slice_mut().expect("rows of a new array lie in one piece"));
        }
        all
    }

    /// Returns groups of at least `fewest` words with equal vectors, the largest group first.
    pub(super) fn words_alike(&self, fewest: usize) -> Vec<Vec<String>> {
        let mut by_hash: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for place in 0..self.words.len() {
            by_hash.entry(FxBuildHasher.hash_one(self.row(place))).or_default().push(place);
        }
        let mut groups: Vec<Vec<usize>> =
            by_hash.into_values().filter(|places| places.len() >= fewest).collect();
        for places in &mut groups {
            // Rows with equal hashes are compared: only hashes are kept in memory, and a collision is not an
            // equality.
            let first = self.row(places[0]);
            places.retain(|&place| self.row(place) == first);
        }
        groups.retain(|places| places.len() >= fewest);
        groups.sort_by_key(|places| (Reverse(places.len()), places[0]));
        groups
            .into_iter()
            .map(|places| places.into_iter().map(|place| self.words.get(place).to_owned()).collect())
            .collect()
    }

    /// Returns the vector of a text: a word's own, or the mean of several words. Unknown words are skipped;
    /// `None` if none is known. `index` is [`WordList::index`] of the embedding's words.
    ///
    /// ```
    /// use overhear_agents::words::embedded_space;
    /// let space = embedded_space();
    /// let index = space.words().index();
    /// let read = |text| space.direction(&index, text);
    /// assert_eq!(read("drop-out"), read("dropout"));
    /// assert_eq!(read("SPIDERMAN"), read("spider man"));
    /// assert_eq!(read("xqzxqz"), None);
    /// ```
    pub fn direction(&self, index: &HashMap<&str, u32>, text: &str) -> Option<Vec<i16>> {
        match self.places(index, text)[..] {
            [] => None,
            [place] => Some(self.row(place as usize)),
            ref places => {
                let mut sum = vec![0.0; self.dims];
                for &place in places {
                    let row = self.row(place as usize);
                    // Rows have arbitrary scales, so each word is brought to length 1 before the mean.
                    let scale = 1.0 / libm::sqrtf(norm(&row) as f32);
                    sum.iter_mut().zip(&row).for_each(|(total, &value)| *total += scale * f32::from(value));
                }
                let known = sum.iter().any(|&x| x != 0.0);
                known.then(|| quantised(&sum).map(i16::from).collect())
            }
        }
    }

    /// Returns the indices of the words of a text. A word without a direction counts as unknown.
    pub(crate) fn places(&self, index: &HashMap<&str, u32>, text: &str) -> Vec<u32> {
        spelling::places(
            &|word| {
                index
                    .get(word)
                    .copied()
                    .filter(|place| self.row(*place as usize).iter().any(|&value| value != 0))
            },
            text,
        )
    }

    /// Returns the embedding without the words whose rows are zeros, and the indices of these words.
    pub(super) fn without_zero_rows(self) -> (Space, Vec<usize>) {
        let (zero, nonzero): (Vec<usize>, Vec<usize>) =
            (0..self.words.len()).partition(|place| self.row(*place).iter().all(|&value| value == 0));
        if zero.is_empty() {
            return (self, zero);
        }
        let words = nonzero.iter().map(|&place| self.words.get(place)).collect();
        let rows = self.rows.picked(self.dims, nonzero.iter().map(|&place| place as u32));
        (Space { words, rows, ..self }, zero)
    }
}

/// Returns the integer dot product of two vectors.
pub(crate) fn dot(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum()
}

/// Returns the squared length of a vector.
pub(crate) fn norm(row: &[i16]) -> i32 {
    dot(row, row)
}

/// Returns the cosine of two vectors; 0 if either is zero.
///
/// ```
/// use overhear_agents::words::cosine;
/// assert_eq!(cosine(&[3, 4], &[4, 3]), 0.96);
/// ```
pub fn cosine(a: &[i16], b: &[i16]) -> f32 {
    let lengths = libm::sqrtf(norm(a) as f32) * libm::sqrtf(norm(b) as f32);
    if lengths == 0.0 { 0.0 } else { dot(a, b) as f32 / lengths }
}

/// Largest value of a vector that is scaled up first.
const LIFTED: f32 = 1e-30;

fn quantised(vector: &[f32]) -> impl Iterator<Item = i8> {
    let largest = vector.iter().fold(0.0f32, |m, x| m.max(x.abs()));
    // For values below 1e-36 the scale would overflow 32 bits, so they are scaled up first.
    let lift = if largest < LIFTED { 1.0 / LIFTED } else { 1.0 };
    let scale = if largest > 0.0 { 127.0 / (largest * lift) } else { 0.0 };
    vector.iter().map(move |x| libm::roundf(x * lift * scale) as i8)
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
        assert_eq!(space.direction(&index, "ICECREAM"), Some(vec![127, 127]));
    }

    #[test]
    fn a_row_of_zeros_is_as_good_as_none() {
        let words = ["ice", "cream", "car"].into_iter().collect();
        let space = Space::from_vectors(words, 2, &[1.0, 0.0, 0.0, 0.0, -3.0, -3.0]);
        let index = space.words().index();
        assert_eq!(space.direction(&index, "cream"), None);
        assert_eq!(space.direction(&index, "ice cream"), Some(vec![127, 0]));
        let (rest, zero) = space.without_zero_rows();
        assert_eq!((rest.words().iter().collect::<Vec<_>>(), zero), (vec!["ice", "car"], vec![1]));
        assert_eq!(rest.row(1), [-127, -127]);
    }

    #[test]
    fn the_smallest_numbers_have_a_direction_too() {
        let words = ["ice", "car"].into_iter().collect();
        let space = Space::from_vectors(words, 2, &[2e-38, 1e-38, 3e38, -3e38]);
        assert_eq!((space.row(0), space.row(1)), (vec![127, 64], vec![127, -127]));
    }
}
