//! One clue before the law: its words, and what the checks share.

use std::cell::Cell;

use super::super::{KeywordText, Repeat, Slot};
use super::inflection::regular_forms;
use super::words::{tokens, words};
use super::{ClueQuestion, Language, Lexicon};

/// A clue with everything that the checks ask for.
pub(in crate::rules) struct Case<'a> {
    pub(super) language: Language,
    pub(super) lexicon: &'a dyn Lexicon,
    pub(super) repeat: Repeat,
    pub(super) question: &'a ClueQuestion<'a>,
    /// The words of the clue, cut at punctuation.
    pub(in crate::rules) words: Vec<String>,
    /// The words of the clue, cut at spaces and hyphens only.
    pub(in crate::rules) tokens: Vec<String>,
    /// Whether a check has asked for the keywords that the clue may be meant for.
    compared: Cell<bool>,
}

impl<'a> Case<'a> {
    pub(in crate::rules) fn new(
        language: Language,
        lexicon: &'a dyn Lexicon,
        repeat: Repeat,
        question: &'a ClueQuestion<'a>,
    ) -> Case<'a> {
        let words = words(question.clue);
        let is_plain = words.len() == 1 && words[0] == question.clue;
        let tokens = if is_plain { words.clone() } else { tokens(question.clue) };
        Case { language, lexicon, repeat, question, words, tokens, compared: Cell::new(false) }
    }

    /// Whether a check has asked for the keywords that the clue may be meant for. If none has, what they found is the
    /// same for any other keywords.
    pub(in crate::rules) fn was_compared(&self) -> bool {
        self.compared.get()
    }

    /// The clue, if it is a single word.
    pub(super) fn only_word(&self) -> Option<&str> {
        match &self.words[..] {
            [word] => Some(word),
            _ => None,
        }
    }

    /// The keywords that the clue may be meant for (R19 speaks of its own keyword alone).
    pub(super) fn meant(&self) -> impl Iterator<Item = &'a KeywordText> {
        self.compared.set(true);
        let meant = |slot: &Slot| self.question.meant.is_none_or(|meant| meant == *slot);
        Slot::ALL.into_iter().filter(meant).map(|slot| self.question.keywords[slot])
    }

    /// Whether the clue may be meant for the keyword in a position.
    pub(super) fn may_mean(&self, slot: Slot) -> bool {
        self.question.meant.is_none_or(|meant| meant == slot)
    }

    /// Whether the lexicon has the word.
    pub(super) fn knows(&self, word: &str) -> bool {
        self.lexicon.facts(word).known == Some(true)
    }

    /// Whether the word belongs to the language played: the lexicon has it, it carries grammar alone, or it is a letter
    /// or a number.
    pub(super) fn is_own_word(&self, word: &str) -> bool {
        let is_short = word.chars().nth(1).is_none() || !word.chars().any(char::is_alphabetic);
        is_short || self.language.is_function_word(word) || self.knows(word)
    }

    /// Whether two words of the language played are forms of one lemma: by the lexicon if it knows the word that
    /// was given, by regular inflection if it does not.
    pub(super) fn same_lemma(&self, given: &str, other: &str) -> bool {
        if given == other || self.share_a_lemma(given, other) {
            return true;
        }
        let is_form = |a: &str, b: &str| regular_forms(b, self.language).iter().any(|form| form == a);
        !self.knows(given) && (is_form(given, other) || is_form(other, given))
    }

    fn share_a_lemma(&self, given: &str, other: &str) -> bool {
        let lemmas = |word: &'_ str| self.lexicon.facts(word).lemmas;
        let is_of =
            |lemma: &str, word: &str| lemma == word || lemmas(word).split(' ').any(|own| own == lemma);
        let mut of_given = lemmas(given).split(' ').filter(|lemma| !lemma.is_empty()).chain([given]);
        of_given.any(|lemma| is_of(lemma, other))
    }
}
