//! Interpretation of recorded clues: any text as keyword or clue, in the deck or not.
//!
//! Tables for a deck and a vocabulary do not apply here, so everything is computed from word vectors:
//!
//! - [`TextReader`]: turns a text into a vector; unknown words are counted and ignored.
//! - [`FreeTextGuesser`]: a guesser for free text, made from any SPEC. It decodes with own keywords, intercepts with
//!   revealed clues, and names likely keywords behind the clues of a slot.
//! - [`DecodingModel`]: weights of what a keyword and a clue have in common.
//! - [`InterceptionModel`]: weights of the two predictors of the opponents' clues.
//! - [`LogBelief`]: a weight for each code, to be sharpened or flattened by a temperature.

mod association_lexicon;
mod association_lists;
mod belief;
mod candidate_words;
mod decoding;
mod guesser_model;
mod hearing;
mod listener;
mod overhearing;
mod pair;
mod slot_clues;
mod stated_comparison;

pub use belief::LogBelief;
pub use candidate_words::KeywordCandidate;
pub use decoding::DecodingModel;
pub use guesser_model::{KeywordSource, TextTask, text_refusal};
pub use hearing::{ClueFeatures, InterceptionModel};
pub use listener::{FreeTextGuesser, Listener};
pub use pair::{ListPlace, PairFeatures};
pub use slot_clues::{ParsedClue, SlotClues};

pub use crate::words::{TextReader, TextVector, WordRepair};
