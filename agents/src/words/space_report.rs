//! Remarks of a reader of word vectors on its file.

use super::SkippedLine;

/// Report on the words read from a file.
#[derive(Clone, Debug, Default)]
pub struct SpaceReport {
    /// Skipped lines.
    pub skipped: Vec<SkippedLine>,
    /// Words that contain a space.
    pub spaced: Vec<String>,
    /// Groups of three or more words with equal vectors, the largest group first.
    pub alike: Vec<Vec<String>>,
    /// Number of common directions that were removed.
    pub removed_directions: usize,
    /// Number of directions whose removal was requested.
    pub asked_directions: usize,
}
