//! Keywords and clues as numbers; their texts stand elsewhere.

use std::num::NonZeroU32;

/// A keyword: its place in the [`Deck`](super::Deck), from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Keyword(pub u16);

impl Keyword {
    /// The keyword's place in the deck.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clue: its place in the vocabulary that a [`ClueLaw`](super::ClueLaw) was built for, from 0.
///
/// ```
/// use overhear_engine::rules::Clue;
/// assert_eq!(Clue::new(7).index(), 7);
/// assert_eq!(size_of::<Option<Clue>>(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clue(NonZeroU32);

impl Clue {
    /// The clue at a place of the vocabulary.
    ///
    /// # Panics
    /// If `index` is `u32::MAX`, one more than the largest vocabulary.
    pub const fn new(index: u32) -> Clue {
        Clue(NonZeroU32::new(index.wrapping_add(1)).expect("a vocabulary holds fewer than 2^32 - 1 clues"))
    }

    /// The clue's place in the vocabulary.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}
