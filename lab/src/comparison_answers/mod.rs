//! Comparisons on a page: an answer that grows while more games are played, a deck against the built-in one,
//! and the headlines that pages and reports begin with.
//!
//! [`LiveComparison`] and [`compare_with_built_in`] are configurations of [`paired`](crate::paired), which
//! plays and estimates; this folder asks and words the answers.

mod change_headline;
mod deck_answer;
mod live_answer;
mod live_comparison;
mod live_finding;

pub use change_headline::{deck_headline, rules_headline};
pub use deck_answer::{DeckAnswer, DeckFinding, DeckQuestion, compare_with_built_in};
pub use live_answer::{LiveAnswer, UNDRAWN};
pub use live_comparison::{ComparisonRequest, LiveComparison};
pub use live_finding::{LiveFinding, NumberWithRange, Share};
