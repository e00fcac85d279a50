//! Limits on word files. Anything beyond them is not a word, or not a vector.

/// Maximum dimensions of an embedding. Dot products are summed in 32 bits, which would allow 133,000.
pub const MOST_DIMENSIONS: usize = 4096;

/// Maximum length of a word, in bytes.
pub const LONGEST_WORD: usize = 200;

/// Maximum absolute value. Sums of squares before rounding do not overflow below it.
pub(super) const LARGEST_VALUE: f32 = 1e15;

/// Remark on a line without a word.
pub(super) const NO_WORD: &str = "there is no word";

/// Checks a number of dimensions.
pub(super) fn dimensions(dims: usize) -> Result<usize, String> {
    match dims {
        0 => Err("vectors of 0 dimensions".to_owned()),
        dims if dims > MOST_DIMENSIONS => {
            Err(format!("vectors of {dims} dimensions; at most {MOST_DIMENSIONS} are read"))
        }
        dims => Ok(dims),
    }
}

/// Returns the reason for skipping a word, if there is one.
pub(super) fn unfit(word: &str) -> Option<String> {
    if word.trim().is_empty() {
        Some(NO_WORD.to_owned())
    } else if word.len() > LONGEST_WORD {
        Some(format!("a word of {} bytes; at most {LONGEST_WORD} are read", word.len()))
    } else {
        word.chars().find(|&c| !overhear_engine::rules::is_printable(c)).map(|c| {
            format!("the word {} holds {}, which does not show", word.escape_debug(), c.escape_unicode())
        })
    }
}

/// Returns `true` if a value is finite and within the limit.
pub(super) fn is_sound(value: f32) -> bool {
    value.abs() <= LARGEST_VALUE
}
