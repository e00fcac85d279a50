//! Keywords and clues as numbers. Their texts are stored elsewhere.

use std::num::NonZeroU32;

/// A keyword: its index in the [`Deck`](super::Deck).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Keyword(pub u16);

impl Keyword {
    /// Returns the index of the keyword in the deck.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clue: its index in the vocabulary of a [`ClueLaw`](super::ClueLaw).
///
/// ```
/// use overhear_engine::rules::Clue;
/// assert_eq!(Clue::new(7).index(), 7);
/// assert_eq!(size_of::<Option<Clue>>(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
// Stored as index + 1, so that `Option<Clue>` needs no extra space.
pub struct Clue(NonZeroU32);

impl Clue {
    /// Creates the clue with an index in the vocabulary.
    ///
    /// # Panics
    /// If `index` is `u32::MAX`, one more than the largest vocabulary.
    pub const fn new(index: u32) -> Clue {
        Clue(NonZeroU32::new(index.wrapping_add(1)).expect("a vocabulary holds fewer than 2^32 - 1 clues"))
    }

    /// Returns the index of the clue in the vocabulary.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}
