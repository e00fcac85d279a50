//! Facts about words for the law of clues.

use std::sync::{LazyLock, OnceLock};

use overhear_data::{lexicon, morphology, pronunciation};
use overhear_engine::rules::{
    ByLanguage, Language, Lexicon as LawLexicon, LexiconFacts, NoLexicon, WordTable,
};

use super::embedded::words;
use super::lines::Lines;
use super::{Use, has_embedded_words};

/// Facts about the words of one language. Only English has pronunciations.
struct LawWords {
    makeup: WordTable<'static>,
    language: Language,
}

impl LawLexicon for LawWords {
    fn facts(&self, word: &str) -> LexiconFacts<'_> {
        self.makeup.facts(word)
    }

    fn pronunciations(&self, word: &str) -> &[&str] {
        match self.language {
            Language::English => SOUNDS.pronunciations(word),
            Language::French | Language::Italian | Language::Swedish => &[],
        }
    }
}

/// How English words sound. Only a text whose sound is judged needs them, no word of a vocabulary: to read them takes
/// `rules clue` a quarter more instructions.
static SOUNDS: LazyLock<WordTable<'static>> = LazyLock::new(|| {
    let mut table = WordTable::default();
    pronunciation().for_each(|[word, phonemes]| table.add_pronunciation(word, phonemes));
    table
});

/// The facts about each language, kept once a text is judged.
static LAW_WORDS: ByLanguage<OnceLock<LawWords>> = [const { OnceLock::new() }; Language::ALL.len()];

/// Returns the facts by which the law judges a text in a language: lemmas; for English spellings, word parts and
/// pronunciations (R19, R21) too. No facts if the program was built without the words of the language.
///
/// Everything that judges a text reads them: a game, `rules clue`, `advise` and the page.
///
/// ```
/// use overhear_agents::words::embedded_law_words;
/// use overhear_engine::rules::Language;
/// let words = embedded_law_words(Language::English);
/// assert_eq!(words.facts("mice").lemmas, "mouse");
/// assert_eq!(words.facts("theatre").spelling, "theater");
/// assert_eq!(words.facts("leaflet").parts, Some("leaf"));
/// assert_eq!(words.pronunciations("place"), ["P L EY1 S"]);
/// ```
pub fn embedded_law_words(language: Language) -> &'static dyn LawLexicon {
    if !has_embedded_words(language) {
        return &NoLexicon;
    }
    LAW_WORDS[language as usize].get_or_init(|| {
        let mut makeup = embedded_makeup(language);
        if language == Language::English {
            CLOSED_COMPOUNDS.iter().for_each(|(word, parts)| makeup.add_makeup(word, "", parts));
        }
        LawWords { makeup, language }
    })
}

/// Compounds that the file of what words are made of does not have: no gloss of theirs names a part. The words of a vocabulary
/// are judged by the file alone, so that games of automatic players stay what they were.
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

/// Returns the facts by which the words of a vocabulary are judged: those of [`embedded_law_words`] without pronunciations,
/// by which no single word is illegal, and without the compounds written by hand.
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
