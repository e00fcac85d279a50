//! Minds of independent origin: what a source other than the players' table takes people to say to a keyword.
//!
//! Some are for play: givers may think with them. The others are kept for measuring how well strangers understand a giver; nothing that
//! chooses clues reads those.

mod error;
mod layout;
mod mind;
mod posterior;
mod sample;
mod words;

pub use error::MindError;
pub use mind::{Mind, Purpose};
pub use posterior::code_posterior;
pub use words::MindWords;
