//! The remarks of a reader of word vectors on its file.

use super::Skipped;

/// An account of the words that were read from a file.
#[derive(Clone, Debug, Default)]
pub struct SpaceReport {
    /// Skipped lines.
    pub skipped: Vec<Skipped>,
    /// Words that hold a space.
    pub spaced: Vec<String>,
    /// Words that have one and the same direction, three or more in each group, the largest group first.
    pub alike: Vec<Vec<String>>,
    /// Directions common to all words that were removed.
    pub removed_directions: usize,
    /// Number of directions whose removal was requested.
    pub asked_directions: usize,
}
