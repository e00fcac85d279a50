//! What the law is told about words: their lemmas, their pronunciations, and whether there are such words.

use std::collections::HashMap;

use super::super::same_clue_form;

/// Facts about the words of the language that is played. Words are asked for in the form of [`same_clue_form`].
pub trait Lexicon {
    /// The lemmas that the word inflects, other than itself.
    fn lemmas(&self, word: &str) -> Vec<&str>;

    /// The pronunciations of an English word: `ARPAbet` phonemes separated by spaces, vowels with their stress.
    fn pronunciations(&self, word: &str) -> Vec<&str>;

    /// Whether there is such a word; `None` if the lexicon cannot say.
    fn knows(&self, word: &str) -> Option<bool>;
}

/// A lexicon that knows nothing and says so: then regular inflections and written endings must do.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLexicon;

impl Lexicon for NoLexicon {
    fn lemmas(&self, _: &str) -> Vec<&str> {
        Vec::new()
    }

    fn pronunciations(&self, _: &str) -> Vec<&str> {
        Vec::new()
    }

    fn knows(&self, _: &str) -> Option<bool> {
        None
    }
}

/// A lexicon that holds a table of all the words there are.
///
/// ```
/// use overhear_engine::rules::{Lexicon, WordTable};
/// let mut table = WordTable::default();
/// table.add_word("mice", ["mouse"]);
/// table.add_pronunciation("mice", "M AY1 S");
/// assert_eq!(table.lemmas("mice"), ["mouse"]);
/// assert_eq!(table.knows("mice"), Some(true));
/// assert_eq!(table.knows("mouses"), Some(false));
/// ```
#[derive(Clone, Debug, Default)]
pub struct WordTable {
    lemmas: HashMap<String, Vec<String>>,
    pronunciations: HashMap<String, Vec<String>>,
}

impl WordTable {
    /// Adds a word with the lemmas that it inflects, other than itself.
    pub fn add_word<'a>(&mut self, word: &str, lemmas: impl IntoIterator<Item = &'a str>) {
        let known = self.lemmas.entry(same_clue_form(word)).or_default();
        known.extend(lemmas.into_iter().map(same_clue_form));
    }

    /// Adds one pronunciation of a word. It makes the word no better known.
    pub fn add_pronunciation(&mut self, word: &str, phonemes: &str) {
        self.pronunciations.entry(same_clue_form(word)).or_default().push(phonemes.to_owned());
    }
}

impl Lexicon for WordTable {
    fn lemmas(&self, word: &str) -> Vec<&str> {
        strings(self.lemmas.get(word))
    }

    fn pronunciations(&self, word: &str) -> Vec<&str> {
        strings(self.pronunciations.get(word))
    }

    fn knows(&self, word: &str) -> Option<bool> {
        Some(self.lemmas.contains_key(word))
    }
}

fn strings(found: Option<&Vec<String>>) -> Vec<&str> {
    found.into_iter().flatten().map(String::as_str).collect()
}
