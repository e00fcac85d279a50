//! The word data that the binary carries; `data/README.md` says where each file came from.

use overhear_engine::rules::{Deck, DeckError};

use super::{Lexicon, Space, read_native};

static SPACE: &[u8] = include_bytes!("../../../data/space-en.bin");
static LEXICON: &str = include_str!("../../../data/lexicon-en.tsv");
static DECK: &str = include_str!("../../../data/deck.csv");

/// The files as they are, by their names under `data/`.
pub static EMBEDDED_FILES: [(&str, &[u8]); 3] =
    [("space-en.bin", SPACE), ("lexicon-en.tsv", LEXICON.as_bytes()), ("deck.csv", DECK.as_bytes())];

/// The English space: GloVe, WordNet glosses and a sentence encoder, fused.
pub fn embedded_space() -> Space {
    read_native(SPACE).expect("a test reads the embedded space")
}

/// The English lexicon.
pub fn embedded_lexicon() -> Lexicon {
    Lexicon::parse(LEXICON).expect("a test reads the embedded lexicon")
}

/// The project's deck in `en`, `fr`, `it` or `sv`.
///
/// # Errors
/// [`DeckError::NoColumn`] for another language.
pub fn embedded_deck(language: &str) -> Result<Deck, DeckError> {
    Deck::parse(DECK, language)
}
