//! What a file of words may hold at most: whatever is beyond it is no word, or no vector.

/// The most dimensions of a space. Products of two rows are summed in 32 bits, which take 133,000.
pub const MOST_DIMENSIONS: usize = 4096;

/// The longest word of a space, in bytes.
pub const LONGEST_WORD: usize = 200;

/// The largest size of a value: what is done to vectors before they are rounded squares and sums it.
pub(super) const LARGEST_VALUE: f32 = 1e15;

/// What is said of a line without a word.
pub(super) const NO_WORD: &str = "there is no word";

/// Whether vectors may have so many dimensions, or the reason why not.
pub(super) fn dimensions(dims: usize) -> Result<usize, String> {
    match dims {
        0 => Err("vectors of 0 dimensions".to_owned()),
        dims if dims > MOST_DIMENSIONS => {
            Err(format!("vectors of {dims} dimensions; at most {MOST_DIMENSIONS} are read"))
        }
        dims => Ok(dims),
    }
}

/// Why a word is passed over, if it is.
pub(super) fn unfit(word: &str) -> Option<String> {
    if word.trim().is_empty() {
        Some(NO_WORD.to_owned())
    } else if word.len() > LONGEST_WORD {
        Some(format!("a word of {} bytes; at most {LONGEST_WORD} are read", word.len()))
    } else {
        word.chars().find(|&c| !overhear_engine::rules::is_printable(c)).map(|c| {
            format!("the word {} holds the control character {}", word.escape_debug(), c.escape_unicode())
        })
    }
}

/// Whether a value can be reckoned with.
pub(super) fn is_sound(value: f32) -> bool {
    value.abs() <= LARGEST_VALUE
}
