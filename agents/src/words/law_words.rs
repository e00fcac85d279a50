//! Facts about words for the law of clues.

use std::sync::{LazyLock, OnceLock};

use overhear_data::{lexicon, morphology, pronunciation};
use overhear_engine::rules::{
    ByLanguage, Language, Lexicon as LawLexicon, LexiconFacts, NoLexicon, WordTable,
};

use super::embedded::words;
use super::lines::Lines;
use super::space::cosine;
use super::{Space, Use, embedded_space_of, has_embedded_words, translations};

/// Facts about the words of one language. Only English has pronunciations.
pub(crate) struct LawWords {
    makeup: WordTable<'static>,
    language: Language,
}

/// The built-in space of each language, for the meaning of words.
static SPACES: ByLanguage<OnceLock<Space>> = [const { OnceLock::new() }; Language::ALL.len()];

impl LawWords {
    /// Returns the vector of a word, if it has one.
    fn row(&self, space: &Space, word: &str) -> Option<Vec<i16>> {
        // The words of a lexicon stand in the order of the space; a word with the form of an earlier one does not.
        let place = self.makeup.place(word)? as usize;
        let is_it = place < space.words().len() && space.words().get(place) == word;
        is_it.then(|| space.row(place))
    }
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

    fn closeness(&self, a: &str, b: &str) -> Option<f32> {
        let space = SPACES[self.language as usize].get_or_init(|| embedded_space_of(self.language));
        Some(cosine(&self.row(space, a)?, &self.row(space, b)?))
    }

    fn is_headword(&self, word: &str) -> bool {
        !translations(word, self.language).is_empty()
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
        let mut words = embedded_makeup(language);
        if language == Language::English {
            CLOSED_COMPOUNDS.iter().for_each(|(word, parts)| words.makeup.add_makeup(word, "", parts));
        }
        words
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
pub(crate) fn embedded_makeup(language: Language) -> LawWords {
    let mut table = WordTable::with_capacity(MAKEUP_WORDS);
    if language == Language::English {
        lexicon().for_each(|row| add_row(&mut table, row));
        morphology().for_each(|[word, spelling, parts]| table.add_makeup(word, spelling, parts));
    } else {
        let rows = Lines::<3>::new(words(language).lexicon).skip(1).flatten();
        rows.for_each(|row| add_row(&mut table, row));
    }
    LawWords { makeup: table, language }
}

/// Adds a row of a lexicon. Words that automatic players may give are common ones.
fn add_row(table: &mut WordTable<'static>, [word, role, lemmas]: [&'static str; 3]) {
    if role == Use::Clue.name() { table.add_common(word, lemmas) } else { table.add_word(word, lemmas) }
}

/// Capacity above the number of words, so that the table is never reallocated.
const MAKEUP_WORDS: usize = 100_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r21_the_words_of_a_law_stand_in_the_order_of_their_space() {
        for language in Language::ALL {
            let (words, space) = (embedded_makeup(language), embedded_space_of(language));
            let is_known =
                |place: &usize| words.makeup.place(space.words().get(*place)) == Some(*place as u32);
            let known = (0..space.words().len()).filter(is_known).count();
            assert!(
                100 * known >= 99 * space.words().len(),
                "{language}: {known} of {}",
                space.words().len()
            );
        }
    }

    #[test]
    fn r21_words_of_one_meaning_are_close_and_others_are_not() {
        let words = embedded_law_words(Language::English);
        let close = |a, b| words.closeness(a, b).expect("two words of the space");
        assert!(close("grape", "raisin") > 0.5 && close("poison", "gift") < 0.2);
        assert_eq!(words.closeness("grape", "xqzxqz"), None);
        assert!(words.is_headword("gift") && !words.is_headword("gifts"));
    }
}
