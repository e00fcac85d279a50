//! The word data that the binary carries; `data/README.md` says where each file came from.

use overhear_engine::rules::{Deck, DeckError, WordTable};

use super::{Lexicon, Space, native};

static SPACE: &[u8] = include_bytes!("../../../data/space-en.bin");
static LEXICON: &str = include_str!("../../../data/lexicon-en.tsv");
static PRONUNCIATION: &str = include_str!("../../../data/pronunciation-en.tsv");
static DECK: &str = include_str!("../../../data/deck.csv");

/// The files as they are, by their names under `data/`.
pub static EMBEDDED_FILES: [(&str, &[u8]); 4] = [
    ("space-en.bin", SPACE),
    ("lexicon-en.tsv", LEXICON.as_bytes()),
    ("pronunciation-en.tsv", PRONUNCIATION.as_bytes()),
    ("deck.csv", DECK.as_bytes()),
];

/// The English space: GloVe, WordNet glosses and a sentence encoder, fused. Its hash is compared by a test, not at every
/// start.
pub fn embedded_space() -> Space {
    native::read_trusted(SPACE).expect("a test reads the embedded space")
}

/// The English lexicon.
pub fn embedded_lexicon() -> Lexicon {
    Lexicon::parse(LEXICON).expect("a test reads the embedded lexicon")
}

/// What the law of clues for free text is told about English: lemmas, and how words sound (R19, R21).
///
/// ```
/// use overhear_agents::words::embedded_word_table;
/// use overhear_engine::rules::Lexicon as _;
/// let table = embedded_word_table();
/// assert_eq!(table.lemmas("mice"), ["mouse"]);
/// assert_eq!(table.pronunciations("place"), ["P L EY1 S"]);
/// ```
pub fn embedded_word_table() -> WordTable {
    let lexicon = embedded_lexicon();
    let mut table = WordTable::default();
    for (place, word) in lexicon.words().iter().enumerate() {
        table.add_word(word, lexicon.lemmas_of(place).split_whitespace());
    }
    let sounds = PRONUNCIATION.lines().skip(1).filter_map(|line| line.split_once('\t'));
    sounds.for_each(|(word, phonemes)| table.add_pronunciation(word, phonemes));
    table
}

/// The project's deck in `en`, `fr`, `it` or `sv`.
///
/// # Errors
/// [`DeckError::NoColumn`] for another language.
pub fn embedded_deck(language: &str) -> Result<Deck, DeckError> {
    Deck::parse(DECK, language)
}
