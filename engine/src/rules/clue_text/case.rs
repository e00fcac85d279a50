//! One clue before the law: its words, and what the checks share.

use super::super::{KeywordText, Repeat, Slot};
use super::inflection::regular_forms;
use super::words::{tokens, words};
use super::{ClueQuestion, Language, Lexicon};

/// A clue with everything that the checks ask for.
pub(super) struct Case<'a> {
    pub(super) language: Language,
    pub(super) lexicon: &'a dyn Lexicon,
    pub(super) repeat: Repeat,
    pub(super) question: &'a ClueQuestion<'a>,
    /// The words of the clue, cut at punctuation.
    pub(super) words: Vec<String>,
    /// The words of the clue, cut at spaces and hyphens only.
    pub(super) tokens: Vec<String>,
}

impl<'a> Case<'a> {
    pub(super) fn new(
        language: Language,
        lexicon: &'a dyn Lexicon,
        repeat: Repeat,
        question: &'a ClueQuestion<'a>,
    ) -> Case<'a> {
        let (words, tokens) = (words(question.clue), tokens(question.clue));
        Case { language, lexicon, repeat, question, words, tokens }
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
        let meant = |slot: &Slot| self.question.meant.is_none_or(|meant| meant == *slot);
        Slot::ALL.into_iter().filter(meant).map(|slot| self.question.keywords[slot])
    }

    /// Whether two words of the language played are forms of one lemma: by the lexicon if it knows the word that
    /// was given, by regular inflection if it does not.
    pub(super) fn same_lemma(&self, given: &str, other: &str) -> bool {
        if given == other || self.share_a_lemma(given, other) {
            return true;
        }
        let is_form = |a: &str, b: &str| regular_forms(b, self.language).iter().any(|form| form == a);
        self.lexicon.knows(given) != Some(true) && (is_form(given, other) || is_form(other, given))
    }

    fn share_a_lemma(&self, given: &str, other: &str) -> bool {
        let (mut of_given, mut of_other) = (self.lexicon.lemmas(given), self.lexicon.lemmas(other));
        of_given.push(given);
        of_other.push(other);
        of_given.iter().any(|lemma| of_other.contains(lemma))
    }
}
