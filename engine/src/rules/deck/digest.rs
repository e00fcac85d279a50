//! The digest of a deck, which detects data made for another deck.

use super::{Deck, KeywordText, Language};

impl Deck {
    /// Returns a 64-bit digest of the language, the words with their translations, and their cards.
    ///
    /// Two different decks have equal digests with a probability of about 2⁻⁶⁴.
    pub const fn digest(&self) -> u64 {
        self.digest
    }
}

/// Returns the FNV-1a hash of the language and of the words and their cards, in deck order.
pub(super) fn digest(language: Language, keywords: &[KeywordText]) -> u64 {
    let mut digest = add(0xCBF2_9CE4_8422_2325, language.code());
    for KeywordText { text, translations, card } in keywords {
        digest = add(digest, text);
        digest = translations.iter().fold(digest, |digest, text| add(digest, text));
        digest = add(digest, &card.to_string());
    }
    digest
}

/// Adds a text and a terminator to a hash. The byte 0xFF never occurs in UTF-8, so texts cannot run together.
fn add(digest: u64, text: &str) -> u64 {
    let bytes = text.bytes().chain([0xFF]);
    bytes.fold(digest, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn decks_that_differ_in_a_letter_a_card_or_the_language_have_different_digests() {
        let one = |text: String, card| KeywordText { text, translations: Vec::new(), card };
        let english = ('a'..='z').map(|letter| digest(Language::English, &[one(format!("{letter}nt"), 0)]));
        let ant = || one("ant".to_owned(), 0);
        let translated = KeywordText { translations: vec!["fourmi".to_owned()], ..ant() };
        let others = [
            digest(Language::French, &[ant()]),
            digest(Language::English, &[one("ant".to_owned(), 1)]),
            digest(Language::English, &[translated]),
            digest(Language::English, &[ant(), ant()]),
        ];
        let all: Vec<u64> = english.chain(others).collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }
}
