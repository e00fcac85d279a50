//! Errors of a deck and an embedding that do not match.

use overhear_engine::rules::{counted, grouped};

/// Maximum number of keywords of a deck: with 20,000 clues, an agent's table takes 400 MB.
pub const MOST_KEYWORDS: usize = 10_000;

/// Error returned when a deck and a space do not match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The space does not know some keywords.
    #[error("{}{hint}", unknown(keywords))]
    UnknownKeywords {
        /// The unknown keywords, in deck order.
        keywords: Vec<String>,
        /// How the space's words are written, if it lacks most keywords; empty otherwise.
        hint: String,
    },
    /// The tables of such a deck would take too much memory.
    #[error(
        "{}: an agent's table of them takes {} MB; a deck has at most {}",
        counted(*keywords as u64, "keyword"),
        grouped(*megabytes as u64),
        grouped(MOST_KEYWORDS as u64)
    )]
    TooManyKeywords {
        /// The number of keywords.
        keywords: usize,
        /// The size of the table P(clue | keyword) for them, in MB.
        megabytes: usize,
    },
    /// Too few words of the space may be clues.
    #[error("{} of the space may be clues; {needed} are needed", counted(*clues as u64, "word"))]
    TooFewClues {
        /// The number of clues found.
        clues: usize,
        /// The number of clues needed.
        needed: usize,
    },
}

impl WorldError {
    /// Returns `true` if it shows how the space's words are written.
    pub(super) fn has_hint(&self) -> bool {
        matches!(self, WorldError::UnknownKeywords { hint, .. } if !hint.is_empty())
    }
}

/// The number of unknown keywords listed in a message.
const NAMED: usize = 10;

fn unknown(keywords: &[String]) -> String {
    let named: Vec<String> = keywords.iter().take(NAMED).map(|keyword| format!("`{keyword}`")).collect();
    let named = named.join(", ");
    match keywords.len() {
        1 => format!("the keyword {named} is not in the word space"),
        all if all <= NAMED => format!("{all} keywords are not in the word space: {named}"),
        all => format!("{all} keywords are not in the word space: {named} and {} more", all - NAMED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_ten_unknown_keywords_are_named_and_the_others_counted() {
        let words: Vec<String> = (0..12).map(|n| format!("w{n}")).collect();
        assert_eq!(unknown(&words[..1]), "the keyword `w0` is not in the word space");
        assert_eq!(unknown(&words[..2]), "2 keywords are not in the word space: `w0`, `w1`");
        let all = unknown(&words);
        assert!(all.starts_with("12 keywords are") && all.ends_with("`w9` and 2 more"), "{all}");
    }
}
