//! The words that a word leads to by the lexicon: lemmas, spellings and parts.

use super::inflection::regular_stems;
use super::language::Language;
use super::{Lexicon, LexiconFacts};

/// The lemmas, spellings and parts of a word.
#[derive(Default)]
pub(super) struct WordLinks<'a> {
    /// Lemmas and spellings.
    pub(super) lemmas: Vec<&'a str>,
    /// Words that it is made from.
    pub(super) parts: Vec<&'a str>,
}

impl<'a> WordLinks<'a> {
    /// Looks up the lemmas and spellings of a word, and the words it is made from, at all levels.
    pub(super) fn new(word: &str, lexicon: &'a dyn Lexicon, language: Language) -> WordLinks<'a> {
        let mut links = WordLinks::default();
        let facts = lexicon.facts(word);
        links.add_forms(lexicon, facts);
        if facts.known == Some(false) {
            for stem in regular_stems(word, language) {
                links.add_stem(lexicon, &stem);
            }
        }
        let mut next = 0;
        links.add_parts(facts);
        for lemma in links.lemmas.clone() {
            links.add_parts(lexicon.facts(lemma));
        }
        // Breadth-first search: `parts` is the queue and the set of visited words at once.
        while let Some(&part) = links.parts.get(next) {
            let facts = lexicon.facts(part);
            links.add_parts(facts);
            for form in list(facts.lemmas).chain(list(facts.spelling)) {
                push_new(&mut links.parts, form);
            }
            next += 1;
        }
        links
    }

    fn add_forms(&mut self, lexicon: &'a dyn Lexicon, facts: LexiconFacts<'a>) {
        list(facts.lemmas).for_each(|lemma| push_new(&mut self.lemmas, lemma));
        if !facts.spelling.is_empty() {
            push_new(&mut self.lemmas, facts.spelling);
            list(lexicon.facts(facts.spelling).lemmas).for_each(|lemma| push_new(&mut self.lemmas, lemma));
        }
        for lemma in self.lemmas.clone() {
            list(lexicon.facts(lemma).spelling).for_each(|spelling| push_new(&mut self.lemmas, spelling));
        }
    }

    /// Adds the lemmas and parts of `stem`, the base of a regularly inflected word, if the lexicon knows it.
    fn add_stem(&mut self, lexicon: &'a dyn Lexicon, stem: &str) {
        let facts = lexicon.facts(stem);
        if facts.known == Some(true) {
            self.add_forms(lexicon, facts);
            self.add_parts(facts);
        }
    }

    fn add_parts(&mut self, facts: LexiconFacts<'a>) {
        list(facts.parts.unwrap_or_default()).for_each(|part| push_new(&mut self.parts, part));
    }
}

fn push_new<'a>(words: &mut Vec<&'a str>, word: &'a str) {
    if !words.contains(&word) {
        words.push(word);
    }
}

/// Returns the words of a list separated by spaces.
pub(super) fn list(words: &str) -> impl Iterator<Item = &str> {
    words.split(' ').filter(|word| !word.is_empty())
}
