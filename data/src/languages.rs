//! The words of French, Italian and Swedish, and what words are called in these languages.

use crate::language_bundle::loaded;
use crate::{EmbeddedFile, LanguageWords};

#[cfg(feature = "languages")]
static TRANSLATIONS: &str = include_str!("../lexicon/translations.tsv");

/// No rows: the library was built without the feature `languages`.
#[cfg(not(feature = "languages"))]
static TRANSLATIONS: &str = "en\tsense\tfr\tit\tsv\tmark\n";

#[cfg(feature = "languages")]
static NAMES: &str = include_str!("../lexicon/names.tsv");

/// No rows: the library was built without the feature `languages`.
#[cfg(not(feature = "languages"))]
static NAMES: &str = "en\tfr\tit\tsv\n";

/// Returns what English words are in French, Italian and Swedish, by sense: en, sense, fr, it, sv, mark. No rows without the feature
/// `languages`, unless [`load_language`](crate::load_language) has loaded them.
pub fn translations() -> &'static str {
    loaded().map_or(TRANSLATIONS, |words| words.translations)
}

/// Returns what places, people, days and numbers are called in French, Italian and Swedish: en, fr, it, sv. No rows without the
/// feature `languages`, unless [`load_language`](crate::load_language) has loaded them.
pub fn names() -> &'static str {
    loaded().map_or(NAMES, |words| words.names)
}

/// Returns the words of the language with this code: `fr`, `it` or `sv`. `None` for another code, and if the library was built without
/// the feature `languages`, unless [`load_language`](crate::load_language) has loaded them.
///
/// ```
/// assert!(overhear_data::words_of("fr").is_none_or(|words| words.lexicon.contains("\nbonjour\t")));
/// assert!(overhear_data::words_of("en").is_none());
/// ```
pub fn words_of(code: &str) -> Option<&'static LanguageWords> {
    let loaded = loaded().map(|words| &words.language);
    LANGUAGES.iter().chain(loaded).find(|words| words.code == code)
}

#[cfg(not(feature = "languages"))]
static LANGUAGES: [LanguageWords; 0] = [];

/// All files that players of the other languages need. None without the feature `languages`.
#[cfg(not(feature = "languages"))]
pub static LANGUAGE_FILES: [EmbeddedFile; 0] = [];

#[cfg(feature = "languages")]
macro_rules! words {
    ($code:literal, $words:ident) => {
        LanguageWords {
            code: $code,
            space: $words::SPACE,
            lexicon: $words::LEXICON,
            endings: $words::ENDINGS,
            own: include_str!(concat!("../lexicon/own-", $code, ".tsv")),
            said: [
                include_str!(concat!("../norms/norms-", $code, ".tsv")),
                include_str!(concat!("../norms/more-", $code, ".tsv")),
            ],
        }
    };
}

#[cfg(feature = "languages")]
static LANGUAGES: [LanguageWords; 3] =
    [words!("fr", overhear_words_fr), words!("it", overhear_words_it), words!("sv", overhear_words_sv)];

/// All files that players of the other languages need. None without the feature `languages`.
#[cfg(feature = "languages")]
pub static LANGUAGE_FILES: [EmbeddedFile; 20] = [
    file!("translations.tsv", TRANSLATIONS.as_bytes(), "TRANSLATIONS"),
    file!("names.tsv", NAMES.as_bytes(), "NAMES"),
    file!("own-fr.tsv", LANGUAGES[0].own.as_bytes(), "OWN_FR"),
    file!("own-it.tsv", LANGUAGES[1].own.as_bytes(), "OWN_IT"),
    file!("own-sv.tsv", LANGUAGES[2].own.as_bytes(), "OWN_SV"),
    file!("norms-fr.tsv", LANGUAGES[0].said[0].as_bytes(), "NORMS_FR"),
    file!("norms-it.tsv", LANGUAGES[1].said[0].as_bytes(), "NORMS_IT"),
    file!("norms-sv.tsv", LANGUAGES[2].said[0].as_bytes(), "NORMS_SV"),
    file!("more-fr.tsv", LANGUAGES[0].said[1].as_bytes(), "MORE_FR"),
    file!("more-it.tsv", LANGUAGES[1].said[1].as_bytes(), "MORE_IT"),
    file!("more-sv.tsv", LANGUAGES[2].said[1].as_bytes(), "MORE_SV"),
    file!("space-fr.bin", overhear_words_fr::SPACE, "SPACE_FR"),
    file!("lexicon-fr.tsv", overhear_words_fr::LEXICON.as_bytes(), "LEXICON_FR"),
    file!("endings-fr.tsv", overhear_words_fr::ENDINGS.as_bytes(), "ENDINGS_FR"),
    file!("space-it.bin", overhear_words_it::SPACE, "SPACE_IT"),
    file!("lexicon-it.tsv", overhear_words_it::LEXICON.as_bytes(), "LEXICON_IT"),
    file!("endings-it.tsv", overhear_words_it::ENDINGS.as_bytes(), "ENDINGS_IT"),
    file!("space-sv.bin", overhear_words_sv::SPACE, "SPACE_SV"),
    file!("lexicon-sv.tsv", overhear_words_sv::LEXICON.as_bytes(), "LEXICON_SV"),
    file!("endings-sv.tsv", overhear_words_sv::ENDINGS.as_bytes(), "ENDINGS_SV"),
];
