//! The law of free text, prepared for the keywords of a deck, to judge the words of a vocabulary.
//!
//! A check that can make a single word illegal must be made here, too. So far these are the forms of keywords (R21), what
//! forbids a clue whatever its keyword (R18, R19), and what refers to the spelling or the sound of one (R19). A
//! homophone is doubtful, which a tournament accepts, so that words are judged without their sounds.

use std::borrow::Cow;

use super::super::clue_text::{ClueContext, KeywordForms, letters_of, of_itself, of_reference, words};
use super::super::{
    BySlot, ClueQuestion, ClueVerdict, Keyword, KeywordText, Language, Lexicon, Repeat, Slot, TextLaw,
};

/// A part of the law of free text.
type TextCheck = fn(&ClueContext<'_>) -> ClueVerdict;

/// A keyword that forbids no clue.
static NONE: KeywordText = KeywordText { text: String::new(), translations: Vec::new(), card: 0 };

/// Verdict on a word of a vocabulary.
pub(super) struct WordVerdict {
    /// Indices of the keywords that forbid the word.
    pub(super) banned: Vec<usize>,
    /// `true` if the word is illegal for all keywords.
    pub(super) is_illegal: bool,
    /// Form that is equal for clues that are the same (R20).
    pub(super) form: String,
    /// Form that is equal for inflections of one lemma (R20).
    pub(super) lemma: String,
}

/// The law of free text for the keywords of a deck.
pub(super) struct VocabularyLaw<'a> {
    keywords: Cow<'a, [KeywordText]>,
    language: Language,
    lexicon: &'a dyn Lexicon,
    giveaways: KeywordForms<'a>,
}

impl<'a> VocabularyLaw<'a> {
    pub(super) fn new(
        keywords: Cow<'a, [KeywordText]>,
        language: Language,
        lexicon: &'a dyn Lexicon,
    ) -> VocabularyLaw<'a> {
        let giveaways = KeywordForms::new(&*keywords, language, lexicon);
        VocabularyLaw { keywords, language, lexicon, giveaways }
    }

    /// Returns the keywords.
    pub(super) fn keywords(&self) -> &[KeywordText] {
        &self.keywords
    }

    /// Returns the verdict on a clue of a team that holds `own`. The texts in `question` must be those of
    /// `own`.
    pub(super) fn verdict(
        &self,
        own: BySlot<Keyword>,
        repeat: Repeat,
        question: &ClueQuestion<'_>,
    ) -> ClueVerdict {
        let law = TextLaw::new(self.language, self.lexicon, repeat);
        law.judge_by(&self.giveaways, |keyword| own.iter().any(|own| own.index() == keyword), question)
    }

    /// Returns the complete verdict on a word.
    pub(super) fn judged(&self, clue: &str) -> WordVerdict {
        let question = ClueQuestion::new(clue, BySlot([&NONE; 4]));
        let case = self.case(&question);
        let is_illegal = case.is_notable()
            && Slot::ALL
                .into_iter()
                .any(|slot| self.check_text(clue, Some(slot), &NONE, of_itself).is_forbidden);
        let RepeatForms { form, lemma } = forms_of_words(&case.words, self.language, self.lexicon);
        WordVerdict { banned: self.banned_in(&case, clue), is_illegal, form, lemma }
    }

    /// Returns the indices of the keywords that make the clue illegal; some indices may occur twice.
    pub(super) fn banned(&self, clue: &str) -> Vec<usize> {
        self.banned_in(&self.case(&ClueQuestion::new(clue, BySlot([&NONE; 4]))), clue)
    }

    fn banned_in(&self, case: &ClueContext<'_>, clue: &str) -> Vec<usize> {
        let mut banned = Vec::new();
        self.giveaways.judge(&case.words, &case.tokens, |keyword, verdict| {
            if !verdict.may_be_given() {
                banned.push(keyword);
            }
        });
        if case.is_notable() {
            self.add_referred(clue, &mut banned);
        }
        banned
    }

    fn case<'q>(&'q self, question: &'q ClueQuestion<'q>) -> ClueContext<'q> {
        ClueContext::new(self.language, self.lexicon, Repeat::Exact, question)
    }

    /// Adds the keywords to whose spelling or sound a clue refers.
    fn add_referred(&self, clue: &str, banned: &mut Vec<usize>) {
        let mut keywords = self.keywords.iter().enumerate();
        while let Some((n, keyword)) = keywords.next() {
            let CheckedText { is_forbidden, compared } =
                self.check_text(clue, Some(Slot::First), keyword, of_reference);
            banned.extend(is_forbidden.then_some(n));
            // The verdict did not depend on the keyword, so it holds for all remaining keywords.
            if !compared {
                banned.extend(keywords.by_ref().filter(|_| is_forbidden).map(|(n, _)| n));
            }
        }
    }

    /// Asks a check about a clue for position `meant`, with `keyword` in the first position.
    fn check_text(
        &self,
        clue: &str,
        meant: Option<Slot>,
        keyword: &KeywordText,
        check: TextCheck,
    ) -> CheckedText {
        let keywords = BySlot::from_fn(|slot| if slot == Slot::First { keyword } else { &NONE });
        let question = ClueQuestion { meant, ..ClueQuestion::new(clue, keywords) };
        let case = self.case(&question);
        let is_forbidden = !check(&case).may_be_given();
        CheckedText { is_forbidden, compared: case.was_compared() }
    }
}

/// What a check has made of a clue.
struct CheckedText {
    is_forbidden: bool,
    /// `true` if the check has looked at the keywords.
    compared: bool,
}

/// The forms by which clues are compared with earlier ones (R20).
pub(super) struct RepeatForms {
    /// Equal for clues that are the same.
    pub(super) form: String,
    /// Equal for inflections of one lemma.
    pub(super) lemma: String,
}

/// Returns the forms of a clue in which it is compared.
pub(super) fn repeat_forms(clue: &str, language: Language, lexicon: &dyn Lexicon) -> RepeatForms {
    forms_of_words(&words(clue), language, lexicon)
}

fn forms_of_words(words: &[String], language: Language, lexicon: &dyn Lexicon) -> RepeatForms {
    let form = letters_of(words, language, lexicon);
    let lemma = match words {
        [word] => lexicon.facts(word).lemmas.split(' ').find(|lemma| !lemma.is_empty()),
        _ => None,
    };
    let lemma = lemma.unwrap_or(&form).to_owned();
    RepeatForms { form, lemma }
}
