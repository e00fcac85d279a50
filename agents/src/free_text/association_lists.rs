//! Tables of what people say to words, one after another, with what stands in which list.

use overhear_data::{Associations, associations};
use overhear_engine::rules::{Language, same_clue_form};
use rustc_hash::FxHashSet;

use crate::words::EnglishWords;

/// English headwords that are translated where a language has no list: the first ones, which games have most to do with.
const MOST_TRANSLATED: usize = 3_300;

/// Headwords with the clues that people give for them, and the other way round.
///
/// A language's own table comes first. Behind it other languages have the English one without the headwords whose usual translation has a
/// list already: translated lists fill gaps.
#[derive(Debug)]
pub(super) struct AssociationLists {
    table: Associations,
    /// For each clue the headwords in whose lists it stands, and its place there.
    places: Vec<Vec<(u32, u16)>>,
    own_headwords: usize,
    own_clues: usize,
}

impl AssociationLists {
    /// Returns what the program carries for a language; `words` are what English words are called there, `None` in English.
    pub(super) fn embedded(language: Language, words: Option<&EnglishWords>) -> AssociationLists {
        let own = associations(language.code()).unwrap_or_default();
        let translated = words.map(|words| gaps(&own, words)).unwrap_or_default();
        AssociationLists::new(own, translated)
    }

    fn new(mut table: Associations, translated: Associations) -> AssociationLists {
        let (own_headwords, own_clues) = (table.headwords.len(), table.clues.len());
        table.headwords.extend(translated.headwords);
        table.clues.extend(translated.clues);
        let lists = translated.lists.into_iter();
        table.lists.extend(
            lists.map(|list| list.into_iter().map(|clue| clue + own_clues as u32).collect::<Vec<u32>>()),
        );
        let mut places = vec![Vec::new(); table.clues.len()];
        for (list, head) in table.lists.iter().zip(0..) {
            for (&clue, place) in list.iter().zip(0..) {
                places[clue as usize].push((head, place));
            }
        }
        AssociationLists { table, places, own_headwords, own_clues }
    }

    /// Returns the headwords of the language's own table; their numbers begin at 0.
    pub(super) fn own_headwords(&self) -> &[&'static str] {
        &self.table.headwords[..self.own_headwords]
    }

    /// Returns the clues of the language's own table; their numbers begin at 0.
    pub(super) fn own_clues(&self) -> &[&'static str] {
        &self.table.clues[..self.own_clues]
    }

    /// Returns the English headwords behind the own ones.
    pub(super) fn translated_headwords(&self) -> &[&'static str] {
        &self.table.headwords[self.own_headwords..]
    }

    /// Returns the English clues behind the own ones.
    pub(super) fn translated_clues(&self) -> &[&'static str] {
        &self.table.clues[self.own_clues..]
    }

    /// Returns the clues of a headword by number, the likeliest first.
    pub(super) fn list(&self, headword: u32) -> &[u32] {
        &self.table.lists[headword as usize]
    }

    /// Returns the headwords in whose lists a clue stands, and its place there.
    pub(super) fn places(&self, clue: u32) -> &[(u32, u16)] {
        &self.places[clue as usize]
    }
}

/// Returns the English lists of words whose usual translation has no list of its own.
fn gaps(own: &Associations, words: &EnglishWords) -> Associations {
    let mut english = associations(Language::English.code()).unwrap_or_default();
    english.headwords.truncate(MOST_TRANSLATED);
    english.lists.truncate(MOST_TRANSLATED);
    let listed: FxHashSet<String> = own.headwords.iter().map(|word| same_clue_form(word)).collect();
    let flags = english.headwords.iter().map(|word| {
        let usual = words.translations(word).first();
        !usual.is_some_and(|usual| listed.contains(&same_clue_form(usual)))
    });
    let flags: Vec<bool> = flags.collect();
    retain(&mut english.headwords, &flags);
    retain(&mut english.lists, &flags);
    leave_out_unused(&mut english);
    english
}

/// Leaves out clues that stand in no list: every text that is translated takes time at the start.
fn leave_out_unused(table: &mut Associations) {
    let mut is_used = vec![false; table.clues.len()];
    table.lists.iter().flatten().for_each(|&clue| is_used[clue as usize] = true);
    let mut next = 0;
    let numbers: Vec<u32> = is_used
        .iter()
        .map(|&is_used| {
            next += u32::from(is_used);
            next.saturating_sub(1)
        })
        .collect();
    table.lists.iter_mut().flatten().for_each(|clue| *clue = numbers[*clue as usize]);
    retain(&mut table.clues, &is_used);
}

/// Keeps the entries whose flag is set.
fn retain<T>(entries: &mut Vec<T>, flags: &[bool]) {
    let mut flags = flags.iter();
    entries.retain(|_| *flags.next().expect("a flag for each entry"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(headword: &'static str, clues: &[&'static str]) -> Associations {
        let lists = vec![(0..clues.len() as u32).collect()];
        Associations { headwords: vec![headword], clues: clues.to_vec(), lists }
    }

    #[test]
    fn translated_lists_follow_the_own_ones() {
        let lists = AssociationLists::new(table("mer", &["plage", "sel"]), table("sea", &["salt", "wave"]));
        assert_eq!((lists.own_headwords(), lists.translated_headwords()), (&["mer"][..], &["sea"][..]));
        assert_eq!(
            (lists.own_clues(), lists.translated_clues()),
            (&["plage", "sel"][..], &["salt", "wave"][..])
        );
        assert_eq!((lists.list(0), lists.list(1)), (&[0, 1][..], &[2, 3][..]));
        assert_eq!((lists.places(1), lists.places(3)), (&[(0, 1)][..], &[(1, 1)][..]));
    }

    #[test]
    fn clues_of_no_list_are_left_out() {
        let mut sea = table("sea", &["salt", "wave", "ship"]);
        sea.lists = vec![vec![2, 0]];
        leave_out_unused(&mut sea);
        assert_eq!((sea.clues, sea.lists), (vec!["salt", "ship"], vec![vec![1, 0]]));
    }

    #[test]
    fn an_english_list_is_left_out_where_the_language_has_its_own() {
        let words = EnglishWords::in_language(Language::French);
        let lists = AssociationLists::embedded(Language::French, Some(&words));
        assert!(lists.own_headwords().contains(&"soleil") && !lists.translated_headwords().contains(&"sun"));
        assert!(!lists.translated_headwords().is_empty());
        let english = AssociationLists::embedded(Language::English, None);
        assert!(english.own_headwords().contains(&"sun") && english.translated_headwords().is_empty());
    }
}
