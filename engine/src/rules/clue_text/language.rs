//! The four languages of the decks, and the word lists that the law needs for each language.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A language of the game.
///
/// ```
/// use overhear_engine::rules::Language;
/// assert_eq!("sv".parse(), Ok(Language::Swedish));
/// assert_eq!(Language::French.to_string(), "fr");
/// assert!("tlh".parse::<Language>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Language {
    /// English, `en`.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "en"))]
    English,
    /// French, `fr`.
    #[cfg_attr(feature = "serde", serde(rename = "fr"))]
    French,
    /// Italian, `it`.
    #[cfg_attr(feature = "serde", serde(rename = "it"))]
    Italian,
    /// Swedish, `sv`.
    #[cfg_attr(feature = "serde", serde(rename = "sv"))]
    Swedish,
}

/// A table with an entry for each language, in the order of [`Language::ALL`]; indexed by `language as usize`.
///
/// A new language makes every such table that lacks its entry a compile error.
pub type ByLanguage<T> = [T; Language::ALL.len()];

impl Language {
    /// All languages.
    pub const ALL: [Language; 4] =
        [Language::English, Language::French, Language::Italian, Language::Swedish];

    /// Returns the two-letter code, which is also the name of a column in a deck.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
            Language::Italian => "it",
            Language::Swedish => "sv",
        }
    }

    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::French => "French",
            Language::Italian => "Italian",
            Language::Swedish => "Swedish",
        }
    }

    /// Returns `true` if a word carries only grammar, so that it adds no meaning to a phrase.
    pub fn is_function_word(self, word: &str) -> bool {
        listed(FUNCTION_WORDS[self as usize], word)
    }

    /// Returns `true` if an English ending makes a new word, as in keyboardist and sealess.
    pub(super) fn is_word_ending(self, ending: &str) -> bool {
        self == Language::English && listed(WORD_ENDINGS, ending)
    }

    /// Returns `true` if the language writes few words as one.
    pub(super) const fn seldom_joins_words(self) -> bool {
        matches!(self, Language::French | Language::Italian)
    }

    /// Returns `true` if a word is an article.
    pub(super) fn is_article(self, word: &str) -> bool {
        listed(ARTICLES[self as usize], word)
    }

    /// Returns `true` if a word names a letter: "letter", "letters".
    pub(super) fn is_letter_word(self, word: &str) -> bool {
        listed(LETTER_WORDS[self as usize], word)
    }

    /// Returns `true` if a word next to a letter refers to spelling: "letter", "begins".
    pub(super) fn is_spelling_word(self, word: &str) -> bool {
        self.is_letter_word(word) || listed(SPELLING_WORDS[self as usize], word)
    }

    /// Returns `true` if a word next to a number refers to a position: "number", "position".
    pub(super) fn is_position_word(self, word: &str) -> bool {
        listed(POSITION_WORDS[self as usize], word)
    }
}

/// Returns all lists of words about letters and positions.
pub(super) fn listed_words() -> impl Iterator<Item = &'static str> {
    LETTER_WORDS.into_iter().chain(SPELLING_WORDS).chain(POSITION_WORDS).chain(CHARACTER_WORDS)
}

/// Returns `true` if a word names countable characters: "characters".
pub(super) fn is_character_word(word: &str) -> bool {
    CHARACTER_WORDS.iter().any(|words| listed(words, word))
}

/// Returns `true` if a list of words, separated by spaces, contains the word.
pub(super) fn listed(list: &str, word: &str) -> bool {
    list.as_bytes().split(|&byte| byte == b' ').any(|listed| listed == word.as_bytes())
}

const FUNCTION_WORDS: ByLanguage<&str> = [
    "a an and as at be by for from he i in is it its my of on or our s she so that the their this to was we with you your",
    "a à au aux avec ce ces d dans de des du elle en est et il ils je l la le les ma mes mon n ne nous on ou où par \
     pas pour qu que qui s sa se ses son sur ta tu un une vous y",
    "a ai al alla che chi ci con d da dal de degli dei del della delle di e è ed gli ha i il in io l la le lo ma mi \
     mio ne nel non o per se si su sua sul suo ti tra tu un una uno",
    "att av de den det du e en ett från för han har hon i inte jag man med min om och på sig sin som till var vi än är",
];

const ARTICLES: ByLanguage<&str> =
    ["a an the", "l la le les un une des du", "gli i il l la le lo un una uno", "de den det en ett"];

const WORD_ENDINGS: &str = "age al an dom ed er ers ery esque ess ette ful hood ian ians ic ical ing ish ism ist ists ize less let lets like ling \
     logy ly man men ness ous ship some ster ward wards wise";

const LETTER_WORDS: ByLanguage<&str> = [
    "letter letters lettered",
    "lettre lettres",
    "lettera lettere",
    "bokstav bokstaven bokstäver bokstäverna",
];

const CHARACTER_WORDS: ByLanguage<&str> =
    ["character characters", "caractère caractères", "carattere caratteri", "tecken"];

const SPELLING_WORDS: ByLanguage<&str> = [
    "start starts starting begin begins beginning end ends ending initial initials spelled spelt contains containing",
    "commence commençant finit finissant termine initiale initiales",
    "comincia inizia iniziale iniziali finisce termina",
    "börjar slutar begynner initial initialer",
];

const POSITION_WORDS: ByLanguage<&str> = [
    "number no nr position place slot keyword word spot digit",
    "numéro no nº position place mot chiffre",
    "numero n posizione posto parola cifra",
    "nummer nr position plats ord nyckelord siffra",
];

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Error returned when a text is not the code of a [`Language`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLanguageError(String);

impl fmt::Display for ParseLanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, codes) = (&self.0, listed_codes());
        write!(f, "unknown language `{text}`; write {codes}")
    }
}

impl std::error::Error for ParseLanguageError {}

/// Returns the codes of all languages as a choice: "`en`, `fr` or `it`".
fn listed_codes() -> String {
    let codes = Language::ALL.map(|language| format!("`{language}`"));
    let (last, others) = codes.split_last().expect("there is a language");
    format!("{} or {last}", others.join(", "))
}

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(text: &str) -> Result<Language, ParseLanguageError> {
        let named = Language::ALL.into_iter().find(|language| language.code() == text);
        named.ok_or_else(|| ParseLanguageError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_language_is_refused_with_all_that_there_are() {
        let error = "tlh".parse::<Language>().expect_err("Klingon is not played");
        assert_eq!(error.to_string(), "unknown language `tlh`; write `en`, `fr`, `it` or `sv`");
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
    }
}
