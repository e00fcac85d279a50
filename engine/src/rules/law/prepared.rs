//! The law of clues worked out for a vocabulary and a deck, by the code that judges free text.

use std::borrow::Cow;

use super::super::clue_text::{Case, Giveaways, letters_of, of_itself, of_spelling, words};
use super::super::{
    BySlot, ClueQuestion, ClueVerdict, Deck, Keyword, KeywordText, Language, Lexicon, Repeat, Slot, TextLaw,
};

/// A part of the law of free text.
type Asked = fn(&Case<'_>) -> ClueVerdict;

/// A keyword that forbids nothing.
static NONE: KeywordText = KeywordText { text: String::new(), translations: Vec::new(), card: 0 };

/// What the law says of a word of a vocabulary.
pub(super) struct Judged {
    /// The keywords that forbid it, by their places in the deck.
    pub(super) banned: Vec<usize>,
    /// Whether it is illegal by itself.
    pub(super) is_illegal: bool,
    /// What equal clues have equal (R20).
    pub(super) form: String,
    /// What inflections of one lemma have equal (R20).
    pub(super) lemma: String,
}

/// Asks the law of free text about the words of a vocabulary.
pub(super) struct Prepared<'a> {
    deck: Cow<'a, Deck>,
    language: Language,
    lexicon: &'a dyn Lexicon,
    giveaways: Giveaways<'a>,
}

impl<'a> Prepared<'a> {
    pub(super) fn new(deck: Cow<'a, Deck>, lexicon: &'a dyn Lexicon) -> Prepared<'a> {
        let language = deck.language();
        let giveaways = Giveaways::new(deck.keywords(), language, lexicon);
        Prepared { deck, language, lexicon, giveaways }
    }

    /// The deck whose keywords are asked about.
    pub(super) fn deck(&self) -> &Deck {
        &self.deck
    }

    /// What equal clues have equal (R20), and what inflections of one lemma do.
    pub(super) fn forms(&self, clue: &str) -> (String, String) {
        self.letters(&words(clue))
    }

    /// What the law of free text says of a clue to a team that holds `own`, whose texts are those of the question.
    pub(super) fn verdict(
        &self,
        own: BySlot<Keyword>,
        repeat: Repeat,
        question: &ClueQuestion<'_>,
    ) -> ClueVerdict {
        let holds = |keyword: usize| own.iter().any(|own| own.index() == keyword);
        TextLaw::new(self.language, self.lexicon, repeat).judge_by(&self.giveaways, holds, question)
    }

    /// All that the table needs to know of a clue.
    pub(super) fn judged(&self, clue: &str) -> Judged {
        let question = ClueQuestion::new(clue, BySlot([&NONE; 4]));
        let case = self.case(&question);
        let any_slot = |slot| self.asked(clue, Some(slot), &NONE, of_itself).0;
        let is_illegal = case.is_notable() && Slot::ALL.into_iter().any(any_slot);
        let (form, lemma) = self.letters(&case.words);
        Judged { banned: self.banned_in(&case, clue), is_illegal, form, lemma }
    }

    /// The keywords that make the clue illegal, by their places in the deck; some stand more than once.
    pub(super) fn banned(&self, clue: &str) -> Vec<usize> {
        self.banned_in(&self.case(&ClueQuestion::new(clue, BySlot([&NONE; 4]))), clue)
    }

    fn banned_in(&self, case: &Case<'_>, clue: &str) -> Vec<usize> {
        let mut banned = Vec::new();
        self.giveaways.judge(&case.words, &case.tokens, |keyword, verdict| {
            if !verdict.may_be_given() {
                banned.push(keyword);
            }
        });
        if case.is_notable() {
            self.add_spelt(clue, &mut banned);
        }
        banned
    }

    fn case<'q>(&'q self, question: &'q ClueQuestion<'q>) -> Case<'q> {
        Case::new(self.language, self.lexicon, Repeat::Exact, question)
    }

    /// What equal clues have equal (R20), and what inflections of one lemma do.
    fn letters(&self, words: &[String]) -> (String, String) {
        let letters = letters_of(words, self.language, self.lexicon);
        let first = |word: &str| self.lexicon.facts(word).lemmas.split(' ').find(|lemma| !lemma.is_empty());
        let lemma = match words {
            [word] => first(word).map(str::to_owned),
            _ => None,
        };
        let lemma = lemma.unwrap_or_else(|| letters.clone());
        (letters, lemma)
    }

    /// Adds the keywords whose spelling a clue speaks of.
    fn add_spelt(&self, clue: &str, banned: &mut Vec<usize>) {
        let mut keywords = self.deck.keywords().iter().enumerate();
        while let Some((n, keyword)) = keywords.next() {
            let (forbidden, compared) = self.asked(clue, Some(Slot::First), keyword, of_spelling);
            banned.extend(forbidden.then_some(n));
            if !compared {
                banned.extend(keywords.by_ref().filter(|_| forbidden).map(|(n, _)| n));
            }
        }
    }

    /// Whether a check forbids a clue that is meant for a position, the keyword standing in the first, and whether it has
    /// looked at the keywords.
    fn asked(&self, clue: &str, meant: Option<Slot>, keyword: &KeywordText, check: Asked) -> (bool, bool) {
        let keywords = BySlot::from_fn(|slot| if slot == Slot::First { keyword } else { &NONE });
        let question = ClueQuestion { meant, ..ClueQuestion::new(clue, keywords) };
        let case = self.case(&question);
        let forbidden = !check(&case).may_be_given();
        (forbidden, case.was_compared())
    }
}
