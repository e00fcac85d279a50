//! What the computer makes of words that people say: any text as keyword or clue, in the deck or not.
//!
//! Tables for a deck and a vocabulary do not help here, so everything is computed from directions:
//!
//! - [`TextReader`]: a text becomes a direction; words that nobody knows are counted and tell nothing.
//! - [`FreeTextGuesser`]: a guesser for free text, made from any SPEC. It decodes by own keywords, overhears by what was
//!   revealed, and says which keywords are likely behind the clues of a slot.
//! - [`InterceptionModel`]: how two opinions about the other team's clues are weighed.
//! - [`LogBelief`]: a weight for each code, to be sharpened or blunted by a temperature.

mod belief;
mod hearing;
mod listener;
mod stated;
mod suspects;

pub use belief::LogBelief;
pub use hearing::{ClueFeatures, InterceptionModel};
pub use listener::{FreeTextGuesser, ParsedClue, SlotClues};
pub use suspects::KeywordCandidate;

pub use crate::words::{TextReader, TextVector};
