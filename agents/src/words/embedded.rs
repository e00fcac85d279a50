//! Embedded word data; `data/README.md` names the source of each file.

use overhear_data::{COMPOUNDS, DECK, LanguageWords, SPACE, lexicon, morphology, pronunciation, words_of};
use overhear_engine::rules::{
    ByLanguage, Deck, DeckError, KeywordText, Language, Lexicon as LawLexicon, NoLexicon, WordTable,
    same_clue_form,
};

use super::lines::Lines;
use super::translations::is_shared;
use super::unknown_words::without_marks;
use super::{Compounds, Lexicon, Space, Use, WordList, native, translations};

/// Returns the English embedding: GloVe, WordNet's glosses, two sentence encoders and a language model,
/// combined. A test verifies its hash, which would cost time at every start.
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

fn words(language: Language) -> &'static LanguageWords {
    words_of(language.code()).expect("the program was built with the words of the language")
}

/// Factor on the sharpness of associations in each language: fitted by log loss to the project's own clues for every
/// second keyword (`data/README.md`).
const SHARPNESS: ByLanguage<f64> = [1.0, 0.77, 0.73, 0.81];

/// Returns the facts that decide whether a clue is legal in a language: for English those of [`embedded_word_table`]
/// without the pronunciations, which no verdict depends on; for the others those of [`embedded_law_words`].
pub fn embedded_law_words_without_sounds(language: Language) -> Box<dyn LawLexicon> {
    if has_embedded_words(language) { Box::new(embedded_makeup(language)) } else { Box::new(NoLexicon) }
}

/// Returns the facts about English that the clue law uses: lemmas, spellings, word parts, and pronunciations
/// (R19, R21).
///
/// ```
/// use overhear_agents::words::embedded_word_table;
/// use overhear_engine::rules::Lexicon as _;
/// let table = embedded_word_table();
/// assert_eq!(table.facts("mice").lemmas, "mouse");
/// assert_eq!(table.facts("theatre").spelling, "theater");
/// assert_eq!(table.facts("leaflet").parts, Some("leaf"));
/// assert_eq!(table.pronunciations("place"), ["P L EY1 S"]);
/// ```
pub fn embedded_word_table() -> WordTable<'static> {
    let mut table = embedded_makeup(Language::English);
    CLOSED_COMPOUNDS.iter().for_each(|(word, parts)| table.add_makeup(word, "", parts));
    pronunciation().for_each(|[word, phonemes]| table.add_pronunciation(word, phonemes));
    table
}

/// Compounds that the file of what words are made of does not have: no gloss of theirs names a part. Automatic players go by the
/// file alone, so that their games stay what they were.
const CLOSED_COMPOUNDS: [(&str, &str); 13] = [
    ("cupboard", "board cup"),
    ("deadline", "dead line"),
    ("broadcast", "broad cast"),
    ("battleship", "battle ship"),
    ("blackmail", "black mail"),
    ("sidekick", "kick side"),
    ("keyword", "key word"),
    ("warlord", "lord war"),
    ("warhead", "head war"),
    ("counterpart", "counter part"),
    ("cupboards", "board cup"),
    ("journeyman", "journey man"),
    ("deadpan", "dead pan"),
];

/// Returns these facts without pronunciations, which make no clue illegal. Tournaments need no more, and it
/// halves the work.
///
/// Other languages than English have lemmas and no parts.
pub(crate) fn embedded_makeup(language: Language) -> WordTable<'static> {
    let mut table = WordTable::with_capacity(MAKEUP_WORDS);
    if language == Language::English {
        lexicon().for_each(|row| add_row(&mut table, row));
        morphology().for_each(|[word, spelling, parts]| table.add_makeup(word, spelling, parts));
    } else {
        let rows = Lines::<3>::new(words(language).lexicon).skip(1).flatten();
        rows.for_each(|row| add_row(&mut table, row));
    }
    table
}

/// Adds a row of a lexicon. Words that automatic players may give are common ones.
fn add_row(table: &mut WordTable<'static>, [word, role, lemmas]: [&'static str; 3]) {
    if role == Use::Clue.name() { table.add_common(word, lemmas) } else { table.add_word(word, lemmas) }
}

/// Capacity above the number of words, so that the table is never reallocated.
const MAKEUP_WORDS: usize = 100_000;

/// Returns the facts about a language that the clue law uses: [`embedded_word_table`] for English, the lemmas for the
/// others.
pub fn embedded_law_words(language: Language) -> Box<dyn LawLexicon> {
    match language {
        Language::English => Box::new(embedded_word_table()),
        Language::French | Language::Italian | Language::Swedish if has_embedded_words(language) => {
            Box::new(embedded_makeup(language))
        }
        Language::French | Language::Italian | Language::Swedish => Box::new(NoLexicon),
    }
}

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
/// is played. Automatic players keep to the translations of the deck, whatever they are.
pub fn embedded_keyword(deck: &Deck, text: &str) -> KeywordText {
    let form = same_clue_form(text);
    let found = deck.keywords().iter().find(|keyword| same_clue_form(&keyword.text) == form);
    let none = || KeywordText { text: text.to_owned(), translations: Vec::new(), card: 0 };
    let mut keyword = found.cloned().unwrap_or_else(none);
    keyword.translations.retain(|word| !is_own(word, deck.language()));
    for &translation in translations(text, deck.language()) {
        let is_new = keyword.translations.iter().all(|known| known != translation);
        if is_new && !is_own(translation, deck.language()) {
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
