//! English texts in another language, by the lists that were written for the project.

use std::slice;

use overhear_engine::rules::Language;

use crate::words::EnglishWords;

/// A translator of English words and short phrases.
pub(super) struct Translator(EnglishWords);

impl Translator {
    /// Returns the translator into a language.
    pub(super) fn new(language: Language) -> Translator {
        Translator(EnglishWords::in_language(language))
    }

    /// Returns what an English text is called, in each sense the usual word first. What no list has is a name or a phrase, and stays as it is.
    pub(super) fn names<'t>(&'t self, text: &'t &'static str) -> &'t [&'static str] {
        let found = self.0.translations(text);
        if found.is_empty() { slice::from_ref(text) } else { found }
    }

    /// Returns `true` if the lists have an English text.
    pub(super) fn is_listed(&self, text: &str) -> bool {
        !self.0.translations(text).is_empty()
    }

    /// Returns the usual name of an English text, or those of its words.
    pub(super) fn text(&self, text: &str) -> String {
        let word = |word| self.0.translations(word).first().copied().unwrap_or(word);
        match self.0.translations(text) {
            [usual, ..] => (*usual).to_owned(),
            [] => text.split(' ').map(word).collect::<Vec<_>>().join(" "),
        }
    }
}
