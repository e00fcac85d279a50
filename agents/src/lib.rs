#![doc = include_str!("../README.md")]
//!
//! - [`audit`]: checks that an agent keeps the agent contract.
//! - [`words`]: word files, facts about words, and embeddings.
//! - [`free_text`]: interpretation of recorded clues, in the deck or not.
//! - [`model`]: P(clue | keyword) as one table, and data derived from it.
//! - [`informed`]: readers that know which agent gives the clues.
//! - [`kind`]: the kinds of Encryptors and guessers, and their parameters.
//! - `minds`: P(clue | keyword) of minds of independent origin, with the feature `minds`.
//! - [`people`]: recorded play of people by round, and the distance of models from it.
//! - [`registry`]: the known agents; it builds one from a SPEC such as `pragmatic:lambda=0.5`.

pub mod audit;
mod encryptors;
pub mod free_text;
mod guessers;
pub mod informed;
pub mod kind;
#[cfg(feature = "minds")]
pub mod minds;
pub mod model;
pub mod people;
pub mod registry;
mod steganography;
pub mod words;
