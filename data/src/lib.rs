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

mod associations;
mod language_bundle;
mod languages;
#[cfg(feature = "minds")]
mod minds;
mod packed;
mod packed_format;

pub use associations::associations;
pub use language_bundle::{BundleError, load_language};
pub use languages::{LANGUAGE_FILES, names, translations, words_of};
#[cfg(feature = "minds")]
pub use minds::{MIND_FILES, MIND_WORDS};
pub use overhear_space::SPACE;
pub use packed::{Associations, lexicon, morphology, pronunciation, words};

/// Which words make compounds with each other.
pub static COMPOUNDS: &[u8] = include_bytes!("../compounds-en.bin");

/// 440 keywords on 110 cards, in four languages.
pub static DECK: &str = include_str!("../deck.csv");

/// Five clues for each keyword, to measure with: keyword, clue.
pub static CLUES: &str = include_str!("../eval/clues-en.csv");

/// A file of words.
#[derive(Debug)]
pub struct EmbeddedFile {
    /// Its name.
    pub name: &'static str,
    /// Embedded bytes of the file: the English tables are packed, what people say in one part, the others are as they are.
    pub content: &'static [u8],
    /// The SHA-256 of the file in the repository in hexadecimal digits, worked out when the library was built.
    pub sha256: &'static str,
}

/// The words of a language other than English.
#[derive(Clone, Copy, Debug)]
pub struct LanguageWords {
    /// The code of the language.
    pub code: &'static str,
    /// A direction for each word, in the project's own format.
    pub space: &'static [u8],
    /// What the words may be used for, and their lemmas: word, use, lemmas.
    pub lexicon: &'static str,
    /// Regular endings, and what stands in their place in the base: ending, bases.
    pub endings: &'static str,
    /// Words of the language's own world, with English words that tell what they are: word, gloss, mark.
    pub own: &'static str,
    /// What people say to words: those from which the space is made, then more. Each is a table of headword, clues.
    pub said: [&'static str; 2],
}

/// All files that players of English need.
pub static EMBEDDED_FILES: [EmbeddedFile; 8] = [
    file!("space-en.bin", SPACE, "SPACE"),
    file!("lexicon-en.tsv", packed::LEXICON.as_bytes(), "LEXICON"),
    file!("morphology-en.tsv", packed::MORPHOLOGY.as_bytes(), "MORPHOLOGY"),
    file!("pronunciation-en.tsv", packed::PRONUNCIATION.as_bytes(), "PRONUNCIATION"),
    file!("compounds-en.bin", COMPOUNDS, "COMPOUNDS"),
    file!("deck.csv", DECK.as_bytes(), "DECK"),
    file!("associations-en.tsv", packed::ASSOCIATIONS, "ASSOCIATIONS"),
    file!("norms-en.tsv", packed::ASSOCIATIONS, "NORMS"),
];
