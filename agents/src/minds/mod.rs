//! Minds of independent origin: what a source other than the players' table takes people to say to a keyword.
//!
//! Some are for play: givers may think with them. The others are kept for measuring how well strangers understand a giver; no agent that
//! is measured reads those. The Encryptor and the guesser `minds` think with any of them: they are strangers to all other agents.

mod columns;
mod deck_mind;
mod error;
mod layout;
mod links;
mod mind;
mod posterior;
mod sample;
mod words;

pub(crate) use columns::{HeardMinds, MindColumns, MindSource, StatedShares};
pub use deck_mind::{DeckMind, UnknownKeyword};
pub use error::MindError;
pub(crate) use links::{Link, Links, STATED, StatedPair};
pub use mind::{Mind, Purpose};
pub use posterior::code_posterior;
pub use words::MindWords;
