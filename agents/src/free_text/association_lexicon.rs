//! What people say to a word, as the project's lexicon of associations states it.
//!
//! A clue stands in a list as it is written, or as another inflection of the same word: `wings` where the list has `wing`.
//!
//! The lexicon is English. In another language a keyword has the lists of all English words that it translates, and a clue stands
//! where one of the English words stands that it translates. Words without a translation, most of them names, stay what they are.

use std::sync::LazyLock;

use overhear_data::{Associations, associations, words_of};
use overhear_engine::rules::{Language, same_clue_form};
use rustc_hash::FxHashMap;

use super::translated::Translator;
use crate::words::{Lexicon, TextReader};

/// The lexicon of associations that the program carries, read on first use.
static EMBEDDED: LazyLock<AssociationLists> = LazyLock::new(|| AssociationLists::new(associations()));

/// Headwords with the clues that people give for them, and the other way round.
#[derive(Debug)]
struct AssociationLists {
    table: Associations,
    /// For each clue the headwords in whose lists it stands, and its place there.
    places: Vec<Vec<(u32, u16)>>,
}

impl AssociationLists {
    fn new(table: Associations) -> AssociationLists {
        let mut places = vec![Vec::new(); table.clues.len()];
        for (list, head) in table.lists.iter().zip(0..) {
            for (&clue, place) in list.iter().zip(0..) {
                places[clue as usize].push((head, place));
            }
        }
        AssociationLists { table, places }
    }
}

/// The numbers of clues or headwords by form.
type ByForm = FxHashMap<String, Vec<u32>>;

/// Texts of the lexicon in another language.
struct TranslatedTexts {
    clues: Vec<String>,
    headwords: Vec<String>,
    /// Whether a clue can be said in the language: phrases that are translated word by word cannot.
    sayable: Vec<bool>,
}

/// The lexicon of associations, with the inflections of the words that a reader knows.
pub(super) struct AssociationLexicon {
    lists: &'static AssociationLists,
    /// Clues by form, and by the lemmas of clues of one word.
    by_form: ByForm,
    headwords: ByForm,
    /// What clues and headwords are called, in other languages than English.
    translated: Option<TranslatedTexts>,
    /// Words of a language's own world, with the headwords that tell what they are.
    glossed: ByForm,
}

impl AssociationLexicon {
    /// Returns the lexicon that the program carries, for a language.
    pub(super) fn embedded(
        reader: &TextReader<'_>,
        lexicon: &Lexicon,
        language: Language,
    ) -> AssociationLexicon {
        let lists = &*EMBEDDED;
        match language {
            Language::English => AssociationLexicon::english(lists, reader, lexicon),
            _ => AssociationLexicon::translated(lists, reader, lexicon, language),
        }
    }

    fn english(
        lists: &'static AssociationLists,
        reader: &TextReader<'_>,
        lexicon: &Lexicon,
    ) -> AssociationLexicon {
        let mut by_form = ByForm::default();
        for (clue, number) in lists.table.clues.iter().zip(0..) {
            for form in reader.inflected_forms(clue, lexicon) {
                by_form.entry(form).or_default().push(number);
            }
        }
        let headwords =
            lists.table.headwords.iter().zip(0..).map(|(text, head)| ((*text).to_owned(), vec![head]));
        let headwords = headwords.collect();
        AssociationLexicon { lists, by_form, headwords, translated: None, glossed: ByForm::default() }
    }

    fn translated(
        lists: &'static AssociationLists,
        reader: &TextReader<'_>,
        lexicon: &Lexicon,
        language: Language,
    ) -> AssociationLexicon {
        let translator = Translator::new(language);
        let index = |texts: &[&'static str]| {
            let mut by_form = ByForm::default();
            for (text, number) in texts.iter().zip(0..) {
                for called in translator.names(text) {
                    add(&mut by_form, same_clue_form(called), number);
                    let lemmas = reader.inflected_forms(called, lexicon).into_iter().skip(1);
                    lemmas.for_each(|lemma| add(&mut by_form, lemma, number));
                }
            }
            by_form
        };
        let (by_form, headwords) = (index(&lists.table.clues), index(&lists.table.headwords));
        let mut glossed = ByForm::default();
        let by_english: FxHashMap<&str, u32> = lists.table.headwords.iter().copied().zip(0..).collect();
        let own = words_of(language.code()).map_or("", |words| words.own);
        for (word, glosses) in own.lines().skip(1).filter_map(|line| line.split_once('\t')) {
            let headings = glosses.split('\t').next().unwrap_or_default().split(", ");
            for &head in headings.filter_map(|gloss| by_english.get(gloss)) {
                add(&mut glossed, same_clue_form(word), head);
            }
        }
        let texts = |texts: &[&'static str]| texts.iter().map(|text| translator.text(text)).collect();
        let is_name = |text: &str| !text.contains(' ') && reader.repairs(text).is_empty();
        let sayable = |text: &&str| translator.is_listed(text) || is_name(text);
        let translated = Some(TranslatedTexts {
            clues: texts(&lists.table.clues),
            headwords: texts(&lists.table.headwords),
            sayable: lists.table.clues.iter().map(sayable).collect(),
        });
        AssociationLexicon { lists, by_form, headwords, translated, glossed }
    }

    /// Returns the numbers of the clues that have one of some forms.
    pub(super) fn clues(&self, forms: &[String]) -> Vec<u32> {
        let mut found: Vec<u32> =
            forms.iter().filter_map(|form| self.by_form.get(form)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the headwords that have the first possible of some forms.
    pub(super) fn headwords(&self, forms: &[String]) -> &[u32] {
        forms.iter().find_map(|form| self.headwords.get(form.as_str())).map_or(&[], Vec::as_slice)
    }

    /// Returns the headwords that tell what a word of a language's own world is.
    pub(super) fn glosses(&self, forms: &[String]) -> &[u32] {
        forms.iter().find_map(|form| self.glossed.get(form.as_str())).map_or(&[], Vec::as_slice)
    }

    /// Returns the text of a headword.
    pub(super) fn headword_text(&self, headword: u32) -> &str {
        let english = self.lists.table.headwords[headword as usize];
        self.translated.as_ref().map_or(english, |texts| &texts.headwords[headword as usize])
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
        let english = self.lists.table.clues[number as usize];
        self.translated.as_ref().map_or(english, |texts| &texts.clues[number as usize])
    }

    /// Returns `true` if the text of a clue can be said in the language.
    pub(super) fn is_sayable(&self, number: u32) -> bool {
        self.translated.as_ref().is_none_or(|texts| texts.sayable[number as usize])
    }
}

/// Adds a number to those of a form; numbers come in ascending order.
fn add(by_form: &mut ByForm, form: String, number: u32) {
    let numbers = by_form.entry(form).or_default();
    if !numbers.contains(&number) {
        numbers.push(number);
    }
}
