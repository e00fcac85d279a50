//! The law of clues worked out for a vocabulary and a deck, by the code that judges free text.

use super::super::clue_text::{Case, Giveaways, letters_of, of_itself, of_spelling, words};
use super::super::{BySlot, ClueQuestion, ClueVerdict, Deck, KeywordText, Language, Lexicon, Repeat, Slot};

/// A part of the law of free text.
type Asked = fn(&Case<'_>) -> ClueVerdict;

/// A keyword that forbids nothing.
static NONE: KeywordText = KeywordText { text: String::new(), translations: Vec::new(), card: 0 };

/// What the law says of a word of a vocabulary.
pub(super) struct Judged {
    /// The keywords that forbid it, by their places in the deck; `None` if it is illegal by itself.
    pub(super) banned: Vec<Option<usize>>,
    /// What equal clues have equal (R20).
    pub(super) form: String,
    /// What inflections of one lemma have equal (R20).
    pub(super) lemma: String,
}

/// Asks the law of free text about the words of a vocabulary.
pub(super) struct Prepared<'a> {
    deck: &'a Deck,
    language: Language,
    lexicon: &'a dyn Lexicon,
    giveaways: Giveaways<'a>,
}

impl<'a> Prepared<'a> {
    pub(super) fn new(deck: &'a Deck, lexicon: &'a dyn Lexicon) -> Prepared<'a> {
        let language = deck.language();
        Prepared { deck, language, lexicon, giveaways: Giveaways::new(deck.keywords(), language, lexicon) }
    }

    /// All that the table needs to know of a clue.
    pub(super) fn judged(&self, clue: &str) -> Judged {
        let mut banned = Vec::new();
        self.judge(clue, |keyword| banned.push(keyword));
        let (form, lemma) = self.letters(clue);
        Judged { banned, form, lemma }
    }

    /// Calls `ban` for every keyword that makes the clue illegal, by its place in the deck, and with nothing if the clue
    /// is illegal for some position whatever the keyword.
    fn judge(&self, clue: &str, mut ban: impl FnMut(Option<usize>)) {
        let question = ClueQuestion::new(clue, BySlot([&NONE; 4]));
        let case = Case::new(self.language, self.lexicon, Repeat::Exact, &question);
        self.giveaways.judge(&case.words, &case.tokens, |keyword, verdict| {
            if !verdict.may_be_given() {
                ban(Some(keyword));
            }
        });
        if case.is_notable() {
            self.judge_notable(clue, ban);
        }
    }

    /// What equal clues have equal (R20), and what inflections of one lemma do.
    fn letters(&self, clue: &str) -> (String, String) {
        let words = words(clue);
        let letters = letters_of(&words, self.language, self.lexicon);
        let first = |word: &str| self.lexicon.facts(word).lemmas.split(' ').find(|lemma| !lemma.is_empty());
        let lemma = match &words[..] {
            [word] => first(word).map(str::to_owned),
            _ => None,
        };
        let lemma = lemma.unwrap_or_else(|| letters.clone());
        (letters, lemma)
    }

    fn judge_notable(&self, clue: &str, mut ban: impl FnMut(Option<usize>)) {
        let any_slot = |slot| self.forbids(clue, Some(slot), &NONE, of_itself);
        if Slot::ALL.into_iter().any(any_slot) {
            ban(None);
        }
        for (n, keyword) in self.deck.keywords().iter().enumerate() {
            if self.forbids(clue, Some(Slot::First), keyword, of_spelling) {
                ban(Some(n));
            }
        }
    }

    /// Whether a check forbids a clue that is meant for a position, the keyword standing in the first.
    fn forbids(&self, clue: &str, meant: Option<Slot>, keyword: &KeywordText, check: Asked) -> bool {
        let keywords = BySlot::from_fn(|slot| if slot == Slot::First { keyword } else { &NONE });
        let question = ClueQuestion { meant, ..ClueQuestion::new(clue, keywords) };
        !check(&Case::new(self.language, self.lexicon, Repeat::Exact, &question)).may_be_given()
    }
}
