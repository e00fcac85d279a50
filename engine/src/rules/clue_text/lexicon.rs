//! Facts about words that the law needs: existence, lemmas, spellings, parts and pronunciations.

use std::borrow::Cow;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::super::same_clue_form;

/// Facts about a word. Lists are separated by spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LexiconFacts<'a> {
    /// `true` if the word exists; `None` if the lexicon cannot tell.
    pub known: Option<bool>,
    /// `true` if people use the word every day.
    pub common: bool,
    /// Lemmas of the word other than the word itself.
    pub lemmas: &'a str,
    /// Standard spelling of the word if it differs: armor for armour. Empty otherwise.
    pub spelling: &'a str,
    /// Words that the word is made from (teacher of teach, sunflower of sun and flower); `None` if the
    /// lexicon cannot tell.
    pub parts: Option<&'a str>,
}

/// A source of facts about the words of a language. Queries use the form of [`same_clue_form`].
pub trait Lexicon: Send + Sync {
    /// Returns the facts about a word.
    fn facts(&self, word: &str) -> LexiconFacts<'_>;

    /// Returns the pronunciations of an English word.
    ///
    /// Each one is a list of `ARPAbet` phonemes, separated by spaces; vowels carry their stress.
    fn pronunciations(&self, word: &str) -> &[&str];

    /// Returns how close two words are in meaning, as a cosine; `None` if the meaning of one of them is not known.
    ///
    /// By default no meaning is known, and what depends on it is doubtful.
    fn closeness(&self, _: &str, _: &str) -> Option<f32> {
        None
    }

    /// Returns `true` if a dictionary of the language has an entry for the word, and not only for a word of which it is an
    /// inflection.
    fn is_headword(&self, _: &str) -> bool {
        false
    }
}

/// A lexicon without any facts. The law then uses regular inflections and returns doubtful verdicts.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLexicon;

impl Lexicon for NoLexicon {
    fn facts(&self, _: &str) -> LexiconFacts<'_> {
        LexiconFacts::default()
    }

    fn pronunciations(&self, _: &str) -> &[&str] {
        &[]
    }
}

/// A lexicon in memory that lists all existing words.
///
/// ```
/// use overhear_engine::rules::{Lexicon, WordTable};
/// let mut table = WordTable::default();
/// table.add_word("mice", "mouse");
/// table.add_word("sunflower", "");
/// table.add_makeup("sunflower", "", "sun flower");
/// table.add_pronunciation("mice", "M AY1 S");
/// assert_eq!(table.facts("mice").lemmas, "mouse");
/// assert_eq!(table.facts("sunflower").parts, Some("sun flower"));
/// assert_eq!(table.facts("mice").known, Some(true));
/// assert_eq!(table.facts("mouses").known, Some(false));
/// assert_eq!(table.place("sunflower"), Some(1));
/// assert_eq!(table.pronunciations("mice"), ["M AY1 S"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct WordTable<'a> {
    rows: FxHashMap<Cow<'a, str>, LexiconEntry<'a>>,
    pronunciations: FxHashMap<Cow<'a, str>, Vec<&'a str>>,
    /// `true` if a word without parts is known to have none.
    has_makeup: bool,
    /// How many words were added.
    added: u32,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, Default)]
struct LexiconEntry<'a> {
    common: bool,
    lemmas: &'a str,
    spelling: &'a str,
    parts: &'a str,
    /// How many words were added before.
    place: u32,
}

impl<'a> WordTable<'a> {
    /// Creates a table with room for `words` words.
    pub fn with_capacity(words: usize) -> WordTable<'a> {
        WordTable { rows: FxHashMap::with_capacity_and_hasher(words, FxBuildHasher), ..WordTable::default() }
    }

    /// Adds a word with its lemmas other than itself, separated by spaces.
    pub fn add_word(&mut self, word: &'a str, lemmas: &'a str) {
        let place = self.added;
        self.added += 1;
        let row = self.row(word);
        (row.lemmas, row.place) = (lemmas, place);
    }

    /// Adds an everyday word with its lemmas.
    pub fn add_common(&mut self, word: &'a str, lemmas: &'a str) {
        self.add_word(word, lemmas);
        self.row(word).common = true;
    }

    /// Returns how many words were added by [`WordTable::add_word`] and [`WordTable::add_common`] before a word.
    pub fn place(&self, word: &str) -> Option<u32> {
        self.rows.get(word).map(|row| row.place)
    }

    /// Adds the standard spelling and the parts of a word.
    ///
    /// After the first call, a word of the table without parts counts as made from no other words.
    pub fn add_makeup(&mut self, word: &'a str, spelling: &'a str, parts: &'a str) {
        self.has_makeup = true;
        let row = self.row(word);
        (row.spelling, row.parts) = (spelling, parts);
    }

    /// Adds a pronunciation of a word. It does not make the word known.
    pub fn add_pronunciation(&mut self, word: &'a str, phonemes: &'a str) {
        self.pronunciations.entry(form(word)).or_default().push(phonemes);
    }

    fn row(&mut self, word: &'a str) -> &mut LexiconEntry<'a> {
        self.rows.entry(form(word)).or_default()
    }
}

impl Lexicon for WordTable<'_> {
    fn facts(&self, word: &str) -> LexiconFacts<'_> {
        match self.rows.get(word) {
            None => LexiconFacts { known: Some(false), ..LexiconFacts::default() },
            Some(row) => LexiconFacts {
                known: Some(true),
                common: row.common,
                lemmas: row.lemmas,
                spelling: row.spelling,
                parts: self.has_makeup.then_some(row.parts),
            },
        }
    }

    fn pronunciations(&self, word: &str) -> &[&str] {
        self.pronunciations.get(word).map_or(&[], Vec::as_slice)
    }
}

/// Returns the word in the form of [`same_clue_form`], without copying if it has that form.
fn form(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(same_clue_form(word))
    }
}
