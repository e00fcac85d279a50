//! What people say to a word, as the project's lexicon of associations states it.
//!
//! A clue stands in a list as it is written, or as another inflection of the same word: `wings` where the list has `wing`.
//!
//! The lexicon is English. In another language a keyword has the lists of all English words that it translates, and a clue stands
//! where one of the English words stands that it translates. Words without a translation, most of them names, stay what they are.

use std::slice;
use std::sync::LazyLock;

use overhear_data::{Associations, associations};
use overhear_engine::rules::{Language, same_clue_form};
use rustc_hash::FxHashMap;

use super::text_index::TextIndex;
use super::translated::TranslatedTexts;
use crate::words::{EnglishWords, Lexicon, TextReader, own_words};

/// The lexicon of associations that the program carries, read on first use.
static EMBEDDED: LazyLock<AssociationLists> = LazyLock::new(|| AssociationLists::new(associations()));

/// Headwords with the clues that people give for them, and the other way round.
#[derive(Debug)]
struct AssociationLists {
    table: Associations,
    /// For each clue the headwords in whose lists it stands, and its place there.
    places: Vec<Vec<(u32, u16)>>,
    /// The headwords by their English texts.
    headwords: FxHashMap<&'static str, u32>,
}

impl AssociationLists {
    fn new(table: Associations) -> AssociationLists {
        let mut places = vec![Vec::new(); table.clues.len()];
        for (list, head) in table.lists.iter().zip(0..) {
            for (&clue, place) in list.iter().zip(0..) {
                places[clue as usize].push((head, place));
            }
        }
        let headwords = table.headwords.iter().copied().zip(0..).collect();
        AssociationLists { table, places, headwords }
    }
}

/// The texts of the lists in a language, with what finds them.
enum LexiconTexts {
    /// English: the clues by form, and clues of one word by their lemmas.
    English(TextIndex),
    Translated(Box<Translation>),
}

/// The texts of the lists in another language than English.
struct Translation {
    clues: TranslatedTexts,
    headwords: TranslatedTexts,
    /// Headwords by the words of the language's own world that they explain.
    glossed: TextIndex,
}

/// The lexicon of associations in a language, with the inflections of the words that a reader knows.
pub(super) struct AssociationLexicon {
    lists: &'static AssociationLists,
    texts: LexiconTexts,
}

impl AssociationLexicon {
    /// Returns the lexicon that the program carries, for a language.
    pub(super) fn embedded(
        reader: &TextReader<'_>,
        lexicon: &Lexicon,
        language: Language,
    ) -> AssociationLexicon {
        let lists = &*EMBEDDED;
        let texts = match language {
            Language::English => LexiconTexts::English(english_index(lists, reader, lexicon)),
            Language::French | Language::Italian | Language::Swedish => {
                LexiconTexts::Translated(Box::new(Translation::new(lists, reader, lexicon, language)))
            }
        };
        AssociationLexicon { lists, texts }
    }

    /// Returns the numbers of the clues that have one of some forms.
    pub(super) fn clues(&self, forms: &[String]) -> Vec<u32> {
        match &self.texts {
            LexiconTexts::English(index) => index.with_any(forms),
            LexiconTexts::Translated(translation) => translation.clues.index.with_any(forms),
        }
    }

    /// Returns the headwords that have the first possible of some forms.
    pub(super) fn headwords(&self, forms: &[String]) -> &[u32] {
        match &self.texts {
            LexiconTexts::English(_) => {
                let found = forms.iter().find_map(|form| self.lists.headwords.get(form.as_str()));
                found.map_or(&[], slice::from_ref)
            }
            LexiconTexts::Translated(translation) => translation.headwords.index.with_first(forms),
        }
    }

    /// Returns the headwords that tell what a word of a language's own world is.
    pub(super) fn glosses(&self, forms: &[String]) -> &[u32] {
        match &self.texts {
            LexiconTexts::English(_) => &[],
            LexiconTexts::Translated(translation) => translation.glossed.with_first(forms),
        }
    }

    /// Returns the text of a headword.
    pub(super) fn headword_text(&self, headword: u32) -> &str {
        match &self.texts {
            LexiconTexts::English(_) => self.lists.table.headwords[headword as usize],
            LexiconTexts::Translated(translation) => &translation.headwords.names[headword as usize],
        }
    }

    /// Returns the clues of a headword by number, the likeliest first.
    pub(super) fn list(&self, headword: u32) -> &[u32] {
        &self.lists.table.lists[headword as usize]
    }

    /// Returns the headwords in whose lists a clue stands, and its place there.
    pub(super) fn places(&self, clue: u32) -> &[(u32, u16)] {
        &self.lists.places[clue as usize]
    }

    /// Returns the text of a clue.
    pub(super) fn clue(&self, number: u32) -> &str {
        match &self.texts {
            LexiconTexts::English(_) => self.lists.table.clues[number as usize],
            LexiconTexts::Translated(translation) => &translation.clues.names[number as usize],
        }
    }

    /// Returns `true` if the text of a clue can be said in the language: if it is English, if the lists translate it, or if it is a
    /// word that the space of `reader` has, such as a name. A phrase that is translated word by word cannot.
    pub(super) fn is_sayable(&self, number: u32, reader: &TextReader<'_>) -> bool {
        let LexiconTexts::Translated(translation) = &self.texts else { return true };
        let english = self.lists.table.clues[number as usize];
        translation.clues.is_listed[number as usize]
            || !english.contains(' ') && reader.repairs(english).is_empty()
    }
}

fn english_index(lists: &AssociationLists, reader: &TextReader<'_>, lexicon: &Lexicon) -> TextIndex {
    let mut index = TextIndex::default();
    for (clue, number) in lists.table.clues.iter().zip(0..) {
        reader.inflected_forms(clue, lexicon).into_iter().for_each(|form| index.add(form, number));
    }
    index
}

impl Translation {
    fn new(
        lists: &'static AssociationLists,
        reader: &TextReader<'_>,
        lexicon: &Lexicon,
        language: Language,
    ) -> Translation {
        let words = EnglishWords::in_language(language);
        let [clues, headwords] = [&lists.table.clues, &lists.table.headwords]
            .map(|texts| TranslatedTexts::new(texts, &words, reader, lexicon));
        let mut glossed = TextIndex::default();
        for (word, glosses) in own_words(language) {
            for &headword in glosses.filter_map(|gloss| lists.headwords.get(gloss)) {
                glossed.add(same_clue_form(word), headword);
            }
        }
        Translation { clues, headwords, glossed }
    }
}
