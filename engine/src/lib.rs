#![doc = include_str!("../README.md")]
//!
//! The crate has three layers. Each layer uses only the layers listed before it:
//!
//! - [`rules`]: the rules of the game. Pure: no randomness, threads, files or floating point.
//! - [`game`]: one game: the views of the roles, the traits that players implement, the game loop, the
//!   record.
//! - [`arena`]: many games. Seeds become deals, deals become paired games, games become integer tallies.
//!
//! The game loop uses no language: a [`rules::Clue`] and a [`rules::Keyword`] are numbers. Their texts are in
//! a [`rules::Deck`] and in the vocabulary of a [`rules::ClueLaw`]. Only [`rules::TextLaw`], which judges
//! clues written by people, reads words.

pub mod arena;
pub mod game;
mod parallel;
pub mod rules;
