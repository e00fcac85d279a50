#![doc = include_str!("../README.md")]
//!
//! - [`audit`]: whether an agent keeps what it owes the table.
//! - [`words`]: files of words, their facts, and their directions in space.
//! - [`free_text`]: what the computer makes of words that people say, in the deck or not.
//! - [`model`]: P(clue | keyword) as one table, and what is prepared from it.
//! - [`part`]: the halves that agents are made of.
//! - [`people`]: how people play, round by round, and how far from it a model is.
//! - [`registry`]: the agents there are; a SPEC such as `pragmatic:lambda=0.5` becomes one.

pub mod audit;
mod encryptors;
pub mod free_text;
mod guessers;
pub mod model;
pub mod part;
pub mod people;
pub mod registry;
mod steganography;
pub mod words;
