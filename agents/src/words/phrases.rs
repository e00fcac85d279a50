//! Cutting of texts into phrases that a space has.

use super::fallback::IndexLookup;
use super::unknown_words::UnknownWords;

/// The most words of a phrase that is looked up as one.
const LONGEST_PHRASE: usize = 5;

/// A word or phrase of a text.
pub(super) struct Phrase {
    pub(super) text: String,
    /// Indices of the words that it was read as; empty if nothing fits.
    pub(super) places: Vec<u32>,
    /// `true` if the space has it as it stands.
    pub(super) is_known: bool,
}

/// Cuts a text into the longest phrases that a space has, and the words between them.
pub(super) fn cut_into_phrases(
    words: &[&str],
    lookup: IndexLookup<'_>,
    unknown_words: &UnknownWords,
) -> Vec<Phrase> {
    let (mut phrases, mut start) = (Vec::new(), 0);
    while start < words.len() {
        let longest = words.len().min(start + LONGEST_PHRASE);
        let known = (start + 1..=longest).rev().find_map(|end| {
            let text = words[start..end].join(" ");
            let place = lookup(&text)?;
            Some((end, Phrase { text, places: vec![place], is_known: true }))
        });
        let (end, phrase) = known.unwrap_or_else(|| {
            let text = words[start].to_owned();
            let places = unknown_words.places(lookup, &text);
            (start + 1, Phrase { text, places, is_known: false })
        });
        phrases.push(phrase);
        start = end;
    }
    phrases
}
