//! Embedded word data; `data/README.md` names the source of each file.

use overhear_data::{COMPOUNDS, DECK, LanguageWords, SPACE, lexicon, words_of};
use overhear_engine::rules::{ByLanguage, Deck, DeckError, KeywordText, Language, same_clue_form};

use super::translations::is_shared;
use super::unknown_words::without_marks;
use super::{Compounds, Lexicon, Space, WordList, native, translations};

/// Returns the English embedding: GloVe, WordNet's glosses, two sentence encoders, a language model, and the graph of what people
/// say to words, combined. A test verifies its hash, which would cost time at every start.
pub fn embedded_space() -> Space {
    native::read_trusted(SPACE).expect("a test reads the embedded space")
}

/// Returns the English lexicon with its compounds.
pub fn embedded_lexicon() -> Lexicon {
    let words = WordList::from_lines(overhear_data::words());
    let lexicon = Lexicon::of_words(words, lexicon().map(|[_, role, lemmas]| (role, lemmas)));
    let lexicon = lexicon.expect("a test reads the embedded lexicon");
    let compounds = Compounds::parse(COMPOUNDS, lexicon.words().len());
    lexicon.with_compounds(compounds.expect("a test reads the embedded compounds"))
}

/// Returns the space of a language: [`embedded_space`] for English.
///
/// # Panics
/// If the program was built without the words of the language ([`has_embedded_words`]).
pub fn embedded_space_of(language: Language) -> Space {
    if language == Language::English {
        return embedded_space();
    }
    let space = native::read_trusted(words(language).space).expect("a test reads the embedded space");
    space.in_language(language).with_sharpness(SHARPNESS[language as usize])
}

/// Returns the lexicon of a language: [`embedded_lexicon`] for English; the others have no list of compounds.
///
/// # Panics
/// If the program was built without the words of the language ([`has_embedded_words`]).
pub fn embedded_lexicon_of(language: Language) -> Lexicon {
    if language == Language::English {
        return embedded_lexicon();
    }
    Lexicon::parse(words(language).lexicon).expect("a test reads the embedded lexicon")
}

/// Returns `true` if the program was built with the words of a language.
pub fn has_embedded_words(language: Language) -> bool {
    language == Language::English || words_of(language.code()).is_some()
}

/// Returns the words of another language than English.
pub(super) fn words(language: Language) -> &'static LanguageWords {
    words_of(language.code()).expect("the program was built with the words of the language")
}

/// Factor on the sharpness of associations in each language: fitted by log loss to the project's own clues for every
/// second keyword (`data/README.md`).
const SHARPNESS: ByLanguage<f64> = [1.0, 0.92, 0.88, 0.89];

/// Returns the project's deck in `en`, `fr`, `it` or `sv`.
///
/// # Errors
/// Returns [`DeckError::NoColumn`] for another language.
pub fn embedded_deck(language: &str) -> Result<Deck, DeckError> {
    Deck::parse(DECK, language)
}

/// Returns a keyword with its translations: those of the project's deck, if it has it in its language, and those of its lists.
///
/// A translation that is an ordinary word of the deck's language as well, in the same sense, is none: MOTOR is no Swedish when English
/// is played. Texts are judged by these; the words of a vocabulary by the translations of the deck, whatever they are.
pub fn embedded_keyword(deck: &Deck, text: &str) -> KeywordText {
    let form = same_clue_form(text);
    let keyword = deck.keywords().iter().find(|keyword| same_clue_form(&keyword.text) == form);
    let keyword = keyword.cloned().unwrap_or_else(|| KeywordText {
        text: text.to_owned(),
        translations: Vec::new(),
        card: 0,
    });
    with_translations(keyword, deck.language())
}

/// Returns the keywords of a deck in its order, each as [`embedded_keyword`] returns it.
pub(crate) fn embedded_keywords(deck: &Deck) -> Vec<KeywordText> {
    deck.keywords().iter().map(|keyword| with_translations(keyword.clone(), deck.language())).collect()
}

/// Returns a keyword with the translations of the lists too, and without those that are words of the language.
fn with_translations(mut keyword: KeywordText, language: Language) -> KeywordText {
    keyword.translations.retain(|word| !is_own(word, language));
    for &translation in translations(&keyword.text, language) {
        let is_new = keyword.translations.iter().all(|known| known != translation);
        if is_new && !is_own(translation, language) {
            keyword.translations.push(translation.to_owned());
        }
    }
    keyword
}

/// Returns `true` if the language shares a foreign word in the same sense, perhaps without its accents (hotel, hôtel). The dots of
/// Swedish make another word: a bench (bänk) is no bank.
fn is_own(word: &str, language: Language) -> bool {
    let has_dots = word.chars().any(|c| "åäöÅÄÖ".contains(c));
    is_shared(word, language) || !has_dots && is_shared(&without_marks(word), language)
}
