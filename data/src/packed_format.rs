//! Constants of the packed tables, which `packing.rs` writes and `packed.rs` reads.

/// Place of the length of the list of words in the header of a space.
pub(crate) const LENGTH_AT: usize = 24;

/// Length of the header of a space, which the list of words follows.
pub(crate) const HEADER: usize = 28;

/// Uses of words in a lexicon. The packed lexicon has their first letters.
pub(crate) const USES: [&str; 4] = ["clue", "name", "unfit", "other"];

/// Maximal number of letters that a digit takes away from a word to give its base.
pub(crate) const LONGEST_CUT: usize = 9;

/// The character that stands for the first phoneme.
pub(crate) const FIRST_PHONEME: u8 = b'0';

/// The line of a clue that is a word of the space.
pub(crate) const WORD_OF_SPACE: &str = ".";

/// Number of bytes of the place of a word in the space.
pub(crate) const PLACE_BYTES: usize = 3;

/// Number of bytes of the number of a clue.
pub(crate) const NUMBER_BYTES: usize = 3;

/// The number that stands for the next new clue.
pub(crate) const NEW: u32 = 0;

/// The number that ends a list of clues.
pub(crate) const END: u32 = 0xFF_FFFF;
