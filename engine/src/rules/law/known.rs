//! In which forms a clue gives a keyword away (R21).

use std::collections::{HashMap, HashSet};

use super::WordFacts;
use crate::rules::{Deck, Keyword, same_clue_form};

/// The shortest part that makes a closed compound: "sunny" is no compound of SUN and the abbreviation "ny".
const COMPOUND_PART: usize = 3;

/// The forms in which a keyword must not appear, and the words that can make a compound.
pub(super) struct Known<'a> {
    lemmas: HashMap<String, Vec<Keyword>>,
    forms: HashMap<String, Vec<Keyword>>,
    words: HashSet<&'a str>,
}

impl<'a> Known<'a> {
    /// What there is to know of a vocabulary and a deck.
    pub(super) fn new(vocabulary: &[WordFacts<'a>], deck: &Deck) -> Known<'a> {
        let lemmas_of: HashMap<&str, &str> =
            vocabulary.iter().filter(|w| !w.lemmas.is_empty()).map(|w| (w.text, w.lemmas)).collect();
        let mut known = Known {
            lemmas: HashMap::new(),
            forms: HashMap::new(),
            words: vocabulary.iter().map(|w| w.text).collect(),
        };
        for (n, keyword) in deck.keywords().iter().enumerate() {
            let id = Keyword(n as u16);
            let form = same_clue_form(&keyword.text);
            let lemmas = lemmas_of.get(form.as_str()).copied().unwrap_or_default();
            for lemma in lemmas.split(' ').filter(|l| !l.is_empty()).chain([form.as_str()]) {
                known.lemmas.entry(lemma.to_owned()).or_default().push(id);
            }
            let translations = keyword.translations.iter().map(|t| same_clue_form(t));
            for form in translations.chain([form.clone()]) {
                known.forms.entry(form).or_default().push(id);
            }
        }
        known
    }

    /// Calls `ban` for every keyword that the clue gives away.
    pub(super) fn keywords_in(&self, form: &str, lemmas: &str, mut ban: impl FnMut(Keyword)) {
        let mut all = |found: Option<&Vec<Keyword>>| found.into_iter().flatten().for_each(|&k| ban(k));
        let lemmas = lemmas.split(' ').filter(|l| !l.is_empty());
        lemmas.chain([form]).for_each(|lemma| all(self.lemmas.get(lemma)));
        all(self.forms.get(form));
        if form.contains(' ') {
            runs_of_words(form).for_each(|run| all(self.forms.get(run)));
            form.split(' ').for_each(|part| all(self.lemmas.get(part)));
        }
        for (head, tail) in compounds(form) {
            for (part, rest) in [(head, tail), (tail, head)] {
                if let Some(keywords) = self.lemmas.get(part).filter(|_| self.words.contains(rest)) {
                    all(Some(keywords));
                }
            }
        }
    }
}

/// [`same_clue_form`], without its cost for the words that are in that form already.
pub(super) fn plain_form(text: &str) -> String {
    if text.bytes().all(|b| b.is_ascii_lowercase()) { text.to_owned() } else { same_clue_form(text) }
}

/// Every run of consecutive words of a phrase.
fn runs_of_words(phrase: &str) -> impl Iterator<Item = &str> {
    let starts = std::iter::once(0).chain(phrase.match_indices(' ').map(|(at, _)| at + 1));
    starts.flat_map(move |start| {
        let rest = &phrase[start..];
        let ends = rest.match_indices(' ').map(|(at, _)| at).chain([rest.len()]);
        ends.map(move |end| &rest[..end])
    })
}

/// Every way to cut a word in two parts that are long enough.
fn compounds(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let last = word.len().saturating_sub(COMPOUND_PART);
    (COMPOUND_PART..=last).filter_map(|at| word.split_at_checked(at))
}
