//! A number that tells decks apart, so that what was made for one is not taken for another.

use super::{Deck, KeywordText, Language};

impl Deck {
    /// A number that other decks do not have, but by a chance of one in 2^64: of the language, the words with their
    /// translations, and which of them share a card.
    pub const fn digest(&self) -> u64 {
        self.digest
    }
}

/// FNV-1a of the language, and of the words and their cards in order.
pub(super) fn digest(language: Language, keywords: &[KeywordText]) -> u64 {
    let mut digest = add(0xCBF2_9CE4_8422_2325, language.code());
    for KeywordText { text, translations, card } in keywords {
        digest = add(digest, text);
        digest = translations.iter().fold(digest, |digest, text| add(digest, text));
        digest = add(digest, &card.to_string());
    }
    digest
}

/// A text and an end that no text has.
fn add(digest: u64, text: &str) -> u64 {
    let bytes = text.bytes().chain([0xFF]);
    bytes.fold(digest, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
