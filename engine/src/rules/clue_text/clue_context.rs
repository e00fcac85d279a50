//! One clue under judgement: its words and the data that the checks share.

use std::cell::Cell;

use super::super::{KeywordText, Repeat, Slot};
use super::inflection::regular_forms;
use super::words::{tokens, words};
use super::{ClueQuestion, Language, Lexicon};

/// A clue with everything that the checks need.
pub(in crate::rules) struct ClueContext<'a> {
    pub(super) language: Language,
    pub(super) lexicon: &'a dyn Lexicon,
    pub(super) repeat: Repeat,
    pub(super) question: &'a ClueQuestion<'a>,
    /// Words of the clue, split at punctuation.
    pub(in crate::rules) words: Vec<String>,
    /// Words of the clue, split only at spaces and hyphens.
    pub(in crate::rules) tokens: Vec<String>,
    /// `true` once a check has looked at the keywords that the clue may be meant for.
    compared: Cell<bool>,
}

impl<'a> ClueContext<'a> {
    pub(in crate::rules) fn new(
        language: Language,
        lexicon: &'a dyn Lexicon,
        repeat: Repeat,
        question: &'a ClueQuestion<'a>,
    ) -> ClueContext<'a> {
        let words = words(question.clue);
        let is_plain = words.len() == 1 && words[0] == question.clue;
        let tokens = if is_plain { words.clone() } else { tokens(question.clue) };
        ClueContext { language, lexicon, repeat, question, words, tokens, compared: Cell::new(false) }
    }

    /// Returns `true` if a check has looked at the keywords that the clue may be meant for.
    ///
    /// Otherwise the verdicts so far hold for all keywords.
    pub(in crate::rules) fn was_compared(&self) -> bool {
        self.compared.get()
    }

    /// Returns the clue if it is a single word.
    pub(super) fn only_word(&self) -> Option<&str> {
        match &self.words[..] {
            [word] => Some(word),
            _ => None,
        }
    }

    /// Returns the keywords that the clue may be meant for. R19 applies only to the intended keyword.
    pub(super) fn meant(&self) -> impl Iterator<Item = &'a KeywordText> {
        self.compared.set(true);
        let slots =
            Slot::ALL.into_iter().filter(|&slot| self.question.meant.is_none_or(|meant| meant == slot));
        slots.map(|slot| self.question.keywords[slot])
    }

    /// Returns `true` if the clue may be meant for the keyword in `slot`.
    pub(super) fn may_mean(&self, slot: Slot) -> bool {
        self.question.meant.is_none_or(|meant| meant == slot)
    }

    /// Returns `true` if the lexicon has the word.
    pub(super) fn contains(&self, word: &str) -> bool {
        self.lexicon.facts(word).known == Some(true)
    }

    /// Returns `true` if the word belongs to the language of the game.
    ///
    /// Such words are in the lexicon, or they are function words, single letters or numbers.
    pub(super) fn is_own_word(&self, word: &str) -> bool {
        let is_short = word.chars().nth(1).is_none() || !word.chars().any(char::is_alphabetic);
        is_short || self.language.is_function_word(word) || self.contains(word)
    }

    /// Returns `true` if two words of the language of the game are forms of one lemma.
    ///
    /// The lexicon decides if it knows the given word; otherwise regular inflection decides.
    pub(super) fn same_lemma(&self, word: &str, other: &str) -> bool {
        if word == other || self.share_a_lemma(word, other) {
            return true;
        }
        !self.contains(word)
            && [(word, other), (other, word)]
                .into_iter()
                .any(|(a, b)| regular_forms(b, self.language).iter().any(|form| form == a))
    }

    fn share_a_lemma(&self, word: &str, other: &str) -> bool {
        let [lemmas, lemmas_of_other] = [word, other].map(|word| self.lexicon.facts(word).lemmas.split(' '));
        let mut lemmas = lemmas.filter(|lemma| !lemma.is_empty()).chain([word]);
        lemmas.any(|lemma| lemma == other || lemmas_of_other.clone().any(|own| own == lemma))
    }
}
