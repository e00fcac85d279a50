#![doc = include_str!("../README.md")]
//!
//! Three layers, each of which knows only the ones before it:
//!
//! - [`rules`]: what the game is. Pure: no randomness, no threads, no files, no floating point.
//! - [`table`]: one game. What each role may see, the traits that players implement, the game loop, the record.
//! - [`arena`]: many games. Seeds become deals, deals become paired games, games become integer tallies.
//!
//! The game loop knows no language: a [`rules::Clue`] and a [`rules::Keyword`] are numbers, their texts stand in a
//! [`rules::Deck`] and in the vocabulary that a [`rules::ClueLaw`] was built for. Only [`rules::TextLaw`], which judges what
//! people say, reads words.

pub mod arena;
pub mod rules;
pub mod table;
