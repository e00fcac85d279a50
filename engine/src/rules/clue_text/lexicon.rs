//! What the law is told about words: their lemmas, spellings, parts and pronunciations, and whether there are such words.

use std::borrow::Cow;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::super::same_clue_form;

/// What a lexicon says of a word; lists are separated by spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts<'a> {
    /// Whether there is such a word; `None` if the lexicon cannot say.
    pub known: Option<bool>,
    /// The lemmas that it inflects, other than itself.
    pub lemmas: &'a str,
    /// The spelling that stands for all spellings of the word, if that is another: armor for armour.
    pub spelling: &'a str,
    /// The words that it is made of (teacher of teach, sunflower of sun and flower); `None` if the lexicon cannot say.
    pub parts: Option<&'a str>,
}

/// Facts about the words of the language that is played. Words are asked for in the form of [`same_clue_form`].
pub trait Lexicon: Send + Sync {
    /// What is known of the word.
    fn facts(&self, word: &str) -> Facts<'_>;

    /// The pronunciations of an English word: `ARPAbet` phonemes separated by spaces, vowels with their stress.
    fn pronunciations(&self, word: &str) -> &[&str];
}

/// A lexicon that knows nothing and says so: then regular inflections and doubt must do.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLexicon;

impl Lexicon for NoLexicon {
    fn facts(&self, _: &str) -> Facts<'_> {
        Facts::default()
    }

    fn pronunciations(&self, _: &str) -> &[&str] {
        &[]
    }
}

/// A lexicon that holds a table of all the words there are.
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
/// assert_eq!(table.pronunciations("mice"), ["M AY1 S"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct WordTable<'a> {
    rows: FxHashMap<Cow<'a, str>, Row<'a>>,
    pronunciations: FxHashMap<Cow<'a, str>, Vec<&'a str>>,
    /// Whether a word without parts is known to be made of no others.
    has_makeup: bool,
}

/// What the table has of a word.
#[derive(Clone, Copy, Debug, Default)]
struct Row<'a> {
    lemmas: &'a str,
    spelling: &'a str,
    parts: &'a str,
}

impl<'a> WordTable<'a> {
    /// A table that has room for so many words.
    pub fn with_capacity(words: usize) -> WordTable<'a> {
        WordTable { rows: FxHashMap::with_capacity_and_hasher(words, FxBuildHasher), ..WordTable::default() }
    }

    /// Adds a word with the lemmas that it inflects, other than itself, separated by spaces.
    pub fn add_word(&mut self, word: &'a str, lemmas: &'a str) {
        self.rows.entry(form(word)).or_default().lemmas = lemmas;
    }

    /// Adds the spelling that stands for a word and the words that it is made of. From the first one on, a word of the
    /// table without parts counts as made of no others.
    pub fn add_makeup(&mut self, word: &'a str, spelling: &'a str, parts: &'a str) {
        self.has_makeup = true;
        let row = self.rows.entry(form(word)).or_default();
        (row.spelling, row.parts) = (spelling, parts);
    }

    /// Adds one pronunciation of a word. It makes the word no better known.
    pub fn add_pronunciation(&mut self, word: &'a str, phonemes: &'a str) {
        self.pronunciations.entry(form(word)).or_default().push(phonemes);
    }
}

impl Lexicon for WordTable<'_> {
    fn facts(&self, word: &str) -> Facts<'_> {
        match self.rows.get(word) {
            None => Facts { known: Some(false), ..Facts::default() },
            Some(row) => Facts {
                known: Some(true),
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

/// The word in the form of [`same_clue_form`], as it is if it has that form already.
fn form(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(same_clue_form(word))
    }
}
