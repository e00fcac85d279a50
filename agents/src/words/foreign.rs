//! Spaces from files of any format.

use std::path::Path;

use super::vectors::{Skipped, Vectors, Wanted};
use super::{Space, SpaceError, native, npy, postprocess, text_format, word2vec};

/// What was read from a foreign file.
#[derive(Clone, Debug, Default)]
pub struct SpaceReport {
    /// Lines that were passed over.
    pub skipped: Vec<Skipped>,
    /// Directions common to all words that were removed.
    pub removed_directions: usize,
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
