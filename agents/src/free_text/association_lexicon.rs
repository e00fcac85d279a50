//! What people say to a word, as the project's lexicon of associations states it.
//!
//! A clue stands in a list as it is written, or as another inflection of the same word: `wings` where the list has `wing`.
//!
//! Each language has lists of its own. In other languages than English a keyword without one has the lists of all English words that it
//! translates, and a clue stands where one of the English words stands that it translates. Words without a translation, most of them
//! names, stay what they are.

use std::borrow::Cow;
use std::slice;
use std::sync::OnceLock;

use overhear_engine::rules::{ByLanguage, Language, same_clue_form};
use rustc_hash::FxHashMap;

use super::association_lists::AssociationLists;
use crate::words::{EnglishWords, Lexicon, TextReader, own_words};

/// The lists that the program carries, read on first use.
static EMBEDDED: ByLanguage<OnceLock<AssociationLists>> = [const { OnceLock::new() }; Language::ALL.len()];

/// The lexicon of associations in a language, with the inflections of the words that a reader knows.
pub(super) struct AssociationLexicon {
    lists: &'static AssociationLists,
    /// The clues of the own lists by form, and those of one word by their lemmas.
    clues: TextIndex,
    /// The headwords of the own lists by form.
    headwords: TextIndex,
    translation: Option<Box<Translation>>,
}

/// The English texts of the lists in another language.
struct Translation {
    clues: TranslatedTexts,
    headwords: TranslatedTexts,
    /// Headwords by the words of the language's own world that they explain.
    glossed: TextIndex,
}

impl AssociationLexicon {
    /// Returns the lexicon that the program carries, for a language.
    pub(super) fn embedded(
        reader: &TextReader<'_>,
        lexicon: &Lexicon,
        language: Language,
    ) -> AssociationLexicon {
        let words = (language != Language::English).then(|| EnglishWords::in_language(language));
        let lists =
            EMBEDDED[language as usize].get_or_init(|| AssociationLists::embedded(language, words.as_ref()));
        let (mut clues, mut headwords) = (TextIndex::default(), TextIndex::default());
        for (clue, number) in lists.own_clues().iter().zip(0..) {
            reader.inflected_forms(clue, lexicon).into_iter().for_each(|form| clues.add(form, number));
        }
        for (word, number) in lists.own_headwords().iter().zip(0..) {
            headwords.add(same_clue_form(word), number);
        }
        let translation = words
            .map(|words| Box::new(Translation::new(lists, &headwords, &words, reader, lexicon, language)));
        AssociationLexicon { lists, clues, headwords, translation }
    }

    /// Returns the numbers of the clues that have one of some forms.
    pub(super) fn clues(&self, forms: &[String]) -> Vec<u32> {
        let mut numbers = self.clues.with_any(forms);
        // Numbers of translated clues are greater than all own ones, so the order stays ascending.
        numbers
            .extend(self.translation.iter().flat_map(|translation| translation.clues.index.with_any(forms)));
        numbers
    }

    /// Returns the headwords that have the first possible of some forms: those of the language's own lists, or translated ones where
    /// it has none.
    pub(super) fn headwords(&self, forms: &[String]) -> &[u32] {
        let own = self.headwords.with_first(forms);
        match &self.translation {
            Some(translation) if own.is_empty() => translation.headwords.index.with_first(forms),
            _ => own,
        }
    }

    /// Returns `true` for a keyword with a list that was written in the language.
    pub(super) fn has_own_list(&self, forms: &[String]) -> bool {
        !self.headwords.with_first(forms).is_empty()
    }

    /// Returns the headwords that tell what a word of a language's own world is.
    pub(super) fn glosses(&self, forms: &[String]) -> &[u32] {
        self.translation.as_ref().map_or(&[], |translation| translation.glossed.with_first(forms))
    }

    /// Returns the text of a headword.
    pub(super) fn headword_text(&self, headword: u32) -> &str {
        text(
            headword,
            self.lists.own_headwords(),
            self.translation.as_ref().map(|translation| &translation.headwords),
        )
    }

    /// Returns the clues of a headword by number, the likeliest first.
    pub(super) fn list(&self, headword: u32) -> &[u32] {
        self.lists.list(headword)
    }

    /// Returns the headwords in whose lists a clue stands, and its place there.
    pub(super) fn places(&self, clue: u32) -> &[(u32, u16)] {
        self.lists.places(clue)
    }

    /// Returns the text of a clue.
    pub(super) fn clue(&self, number: u32) -> &str {
        text(number, self.lists.own_clues(), self.translation.as_ref().map(|translation| &translation.clues))
    }

    /// Returns `true` if a clue was written in the language. What English people say to butter is not what French people say to `beurre`.
    pub(super) fn is_own(&self, number: u32) -> bool {
        (number as usize) < self.lists.own_clues().len()
    }
}

/// Returns the text with a number: one of the own ones, or a translated one behind them.
fn text<'t>(number: u32, own: &[&'static str], translated: Option<&'t TranslatedTexts>) -> &'t str {
    let number = number as usize;
    match own.get(number) {
        Some(text) => text,
        None => translated.map_or("", |texts| &texts.names[number - own.len()]),
    }
}

impl Translation {
    fn new(
        lists: &AssociationLists,
        own_headwords: &TextIndex,
        words: &EnglishWords,
        reader: &TextReader<'_>,
        lexicon: &Lexicon,
        language: Language,
    ) -> Translation {
        let english: FxHashMap<&str, u32> =
            lists.translated_headwords().iter().copied().zip(lists.own_headwords().len() as u32..).collect();
        let mut glossed = TextIndex::default();
        for (word, glosses) in own_words(language) {
            for gloss in glosses {
                let forms: Vec<String> =
                    words.translations(gloss).iter().map(|name| same_clue_form(name)).collect();
                let explaining = own_headwords.with_first(&forms).iter().chain(english.get(gloss));
                explaining.for_each(|&headword| glossed.add(same_clue_form(word), headword));
            }
        }
        Translation {
            clues: TranslatedTexts::new(
                lists.translated_clues(),
                lists.own_clues().len() as u32,
                words,
                reader,
                lexicon,
            ),
            headwords: TranslatedTexts::new(
                lists.translated_headwords(),
                lists.own_headwords().len() as u32,
                words,
                reader,
                lexicon,
            ),
            glossed,
        }
    }
}

/// English texts in another language by the lists that were written for the project, in their order.
struct TranslatedTexts {
    /// The usual name of each text.
    names: Vec<Cow<'static, str>>,
    /// The numbers of the texts by the forms and lemmas of all their names.
    index: TextIndex,
}

impl TranslatedTexts {
    /// Translates texts, of which the first has the number `first`. A text that the lists do not have is also found under its English form.
    fn new(
        texts: &[&'static str],
        first: u32,
        words: &EnglishWords,
        reader: &TextReader<'_>,
        lexicon: &Lexicon,
    ) -> TranslatedTexts {
        let mut names = Vec::with_capacity(texts.len());
        let mut index = TextIndex::default();
        for (text, number) in texts.iter().zip(first..) {
            let translations = words.translations(text);
            for name in if translations.is_empty() { slice::from_ref(text) } else { translations } {
                reader.inflected_forms(name, lexicon).into_iter().for_each(|form| index.add(form, number));
            }
            names.push(
                translations.first().map_or_else(|| word_by_word(text, words), |usual| Cow::Borrowed(*usual)),
            );
        }
        TranslatedTexts { names, index }
    }
}

/// Returns the usual names of the words of an English text. Words that no list has stay what they are.
fn word_by_word(text: &'static str, words: &EnglishWords) -> Cow<'static, str> {
    if !text.contains(' ') {
        return Cow::Borrowed(text);
    }
    let names = text.split(' ').map(|word| words.translations(word).first().copied().unwrap_or(word));
    Cow::Owned(names.collect::<Vec<_>>().join(" "))
}

/// The numbers of texts, by the forms of the texts.
#[derive(Default)]
struct TextIndex(FxHashMap<String, Vec<u32>>);

impl TextIndex {
    /// Adds a text to those of a form.
    fn add(&mut self, form: String, number: u32) {
        let numbers = self.0.entry(form).or_default();
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }

    /// Returns the texts that have the first of some forms that any text has.
    fn with_first(&self, forms: &[String]) -> &[u32] {
        forms.iter().find_map(|form| self.0.get(form)).map_or(&[], Vec::as_slice)
    }

    /// Returns the texts that have any of some forms, in ascending order.
    fn with_any(&self, forms: &[String]) -> Vec<u32> {
        let mut numbers: Vec<u32> =
            forms.iter().filter_map(|form| self.0.get(form)).flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}
