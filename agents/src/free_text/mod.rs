//! Interpretation of recorded clues: any text as keyword or clue, in the deck or not.
//!
//! Tables for a deck and a vocabulary do not apply here, so everything is computed from word vectors:
//!
//! - [`TextReader`]: turns a text into a vector; unknown words are counted and ignored.
//! - [`FreeTextGuesser`]: a guesser for free text, made from any SPEC. It decodes with own keywords,
//! intercepts with
//! - [`InterceptionModel`]: weights of the two predictors of the opponents' clues.
//! - [`LogBelief`]: a weight for each code, to be sharpened or flattened by a temperature.

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
