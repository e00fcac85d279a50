//! What people say to a word, as the project's lexicon of associations states it.
//!
//! A clue stands in a list as it is written, or as another inflection of the same word: `wings` where the list has `wing`.

use std::sync::LazyLock;

use overhear_data::ASSOCIATIONS;
use rustc_hash::FxHashMap;

use crate::words::{Lexicon, TextReader};

/// The lexicon of associations that the program carries, read on first use.
static EMBEDDED: LazyLock<AssociationLists> = LazyLock::new(|| AssociationLists::parse(ASSOCIATIONS));

/// Headwords with the clues that people give for them, the likeliest first.
#[derive(Debug, Default)]
struct AssociationLists {
    headwords: FxHashMap<&'static str, u32>,
    headword_texts: Vec<&'static str>,
    /// Every clue once.
    clues: Vec<&'static str>,
    /// The clues of each headword by number, in the order in which they would be said.
    lists: Vec<Vec<u32>>,
    /// For each clue the headwords in whose lists it stands, and its place there.
    places: Vec<Vec<(u32, u16)>>,
}

impl AssociationLists {
    /// Reads a header, then lines of a headword, a tab, and clues that are separated by a comma and a space.
    fn parse(text: &'static str) -> AssociationLists {
        let mut lists = AssociationLists::default();
        let mut numbers: FxHashMap<&'static str, u32> = FxHashMap::default();
        for (headword, clues) in text.lines().skip(1).filter_map(|line| line.split_once('\t')) {
            let head = lists.lists.len() as u32;
            let mut number = |(place, clue): (u16, &'static str)| {
                let number = *numbers.entry(clue).or_insert(lists.clues.len() as u32);
                if number as usize == lists.clues.len() {
                    lists.clues.push(clue);
                    lists.places.push(Vec::new());
                }
                lists.places[number as usize].push((head, place));
                number
            };
            let list = (0..).zip(clues.split(", ")).map(&mut number).collect();
            lists.headwords.insert(headword, head);
            lists.headword_texts.push(headword);
            lists.lists.push(list);
        }
        lists
    }
}

/// The lexicon of associations, with the inflections of the words that a reader knows.
pub(super) struct AssociationLexicon {
    lists: &'static AssociationLists,
    /// Clues by form, and by the lemmas of clues of one word.
    by_form: FxHashMap<String, Vec<u32>>,
}

impl AssociationLexicon {
    /// Returns the lexicon that the program carries.
    pub(super) fn embedded(reader: &TextReader<'_>, lexicon: &Lexicon) -> AssociationLexicon {
        let lists = &*EMBEDDED;
        let mut by_form: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        for (clue, number) in lists.clues.iter().zip(0..) {
            for form in reader.inflected_forms(clue, lexicon) {
                by_form.entry(form).or_default().push(number);
            }
        }
        AssociationLexicon { lists, by_form }
    }

    /// Returns the numbers of the clues that have one of some forms.
    pub(super) fn clues(&self, forms: &[String]) -> Vec<u32> {
        let mut found: Vec<u32> =
            forms.iter().filter_map(|form| self.by_form.get(form)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the headword that has the first possible of some forms.
    pub(super) fn headword(&self, forms: &[String]) -> Option<u32> {
        forms.iter().find_map(|form| self.lists.headwords.get(form.as_str()).copied())
    }

    /// Returns the text of a headword.
    pub(super) fn headword_text(&self, headword: u32) -> &'static str {
        self.lists.headword_texts[headword as usize]
    }

    /// Returns the clues of a headword by number, the likeliest first.
    pub(super) fn list(&self, headword: u32) -> &[u32] {
        &self.lists.lists[headword as usize]
    }

    /// Returns the headwords in whose lists a clue stands, and its place there.
    pub(super) fn places(&self, clue: u32) -> &[(u32, u16)] {
        &self.lists.places[clue as usize]
    }

    /// Returns the text of a clue.
    pub(super) fn clue(&self, number: u32) -> &'static str {
        self.lists.clues[number as usize]
    }
}
