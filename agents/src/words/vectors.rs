//! Vectors of a foreign file, before they are a space.

use std::collections::HashSet;

use super::WordList;

/// Why a line of a foreign file was passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The line, from 1 (the word's number in a binary file).
    pub line: usize,
    /// The reason.
    pub reason: String,
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

/// What a foreign file holds.
pub(super) struct Vectors {
    pub(super) words: WordList,
    pub(super) dims: usize,
    pub(super) values: Vec<f32>,
    pub(super) skipped: Vec<Skipped>,
}
