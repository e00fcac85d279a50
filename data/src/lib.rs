//! The words of Overhear as they are: a deck of keywords, and what is known of the words that clues are chosen from.
//!
//! `README.md` says where each file came from and under which licence. `overhear-agents` reads them.
//!
//! ```
//! let mut lines = overhear_data::DECK.lines();
//! assert_eq!(lines.next(), Some("card,face,en,fr,it,sv"));
//! assert_eq!(lines.count(), 440);
//! ```

macro_rules! file {
    ($name:literal, $content:expr, $variable:literal) => {
        $crate::EmbeddedFile {
            name: $name,
            content: $content,
            sha256: env!(concat!("OVERHEAR_SHA256_", $variable)),
        }
    };
}

mod languages;

pub use languages::{LANGUAGE_FILES, LanguageWords, NAMES, TRANSLATIONS, words_of};
pub use overhear_space::SPACE;

/// What English words may be used for, and their lemmas: word, use, lemmas.
pub static LEXICON: &str = include_str!("../lexicon-en.tsv");

/// How English words sound: word, phonemes.
#[cfg(not(target_family = "wasm"))]
pub static PRONUNCIATION: &str = include_str!("../pronunciation-en.tsv");

/// No pronunciations: the page that a browser runs judges no clue by its sound, and has few bytes to spare.
#[cfg(target_family = "wasm")]
pub static PRONUNCIATION: &str = "word\tphonemes\n";

/// What English words are made of: word, spelling, parts.
pub static MORPHOLOGY: &str = include_str!("../morphology-en.tsv");

/// Which words make compounds with each other.
pub static COMPOUNDS: &[u8] = include_bytes!("../compounds-en.bin");

/// 440 keywords on 110 cards, in four languages.
pub static DECK: &str = include_str!("../deck.csv");

/// Five clues for each keyword, to measure with: keyword, clue.
pub static CLUES: &str = include_str!("../eval/clues-en.csv");

/// The clues that people would give for each of 3,300 words: headword, clues, the likeliest first.
#[cfg(not(target_family = "wasm"))]
pub static ASSOCIATIONS: &str = include_str!("../associations/associations-en.tsv");

/// The twenty likeliest clues for each of 3,300 words: the page that a browser runs has few bytes to spare.
#[cfg(target_family = "wasm")]
pub static ASSOCIATIONS: &str = include_str!(concat!(env!("OUT_DIR"), "/associations.tsv"));

/// A file of words.
#[derive(Debug)]
pub struct EmbeddedFile {
    /// Its name.
    pub name: &'static str,
    /// The file as it is.
    pub content: &'static [u8],
    /// The SHA-256 of the file in the repository in hexadecimal digits, worked out when the library was built. The page
    /// that a browser runs has a part of some files.
    pub sha256: &'static str,
}

/// All files that players of English need.
pub static EMBEDDED_FILES: [EmbeddedFile; 7] = [
    file!("space-en.bin", SPACE, "SPACE"),
    file!("lexicon-en.tsv", LEXICON.as_bytes(), "LEXICON"),
    file!("morphology-en.tsv", MORPHOLOGY.as_bytes(), "MORPHOLOGY"),
    file!("pronunciation-en.tsv", PRONUNCIATION.as_bytes(), "PRONUNCIATION"),
    file!("compounds-en.bin", COMPOUNDS, "COMPOUNDS"),
    file!("deck.csv", DECK.as_bytes(), "DECK"),
    file!("associations-en.tsv", ASSOCIATIONS.as_bytes(), "ASSOCIATIONS"),
];
