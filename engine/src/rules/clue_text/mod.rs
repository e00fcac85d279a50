//! The law of clues (R18 to R21) for free text: words, phrases and sentences in any script.
//!
//! A tournament asks [`ClueLaw`](super::ClueLaw), which is worked out beforehand for a vocabulary; here the same rules
//! and those that only free text can break are read off the clue itself: letters, numbers of letters, positions, sound.
//!
//! **decided**: the verdict is the hardest that any rule gives. What is told apart by meaning alone is doubtful, for
//! the table to decide. Rules about a keyword of the team (R21) count for all four; rules about the keyword that the
//! clue is meant for (R19) for that one if it is given, else for all four. What a clue rests on (R22) is not checked.

mod allusions;
mod case;
mod inflection;
mod keywords;
mod language;
mod letters;
mod lexicon;
mod numbers;
mod positions;
mod repeats;
mod sound;
mod verdict;
mod words;

#[cfg(test)]
mod tests;

pub use allusions::NUMBER_ALLUSIONS;
pub use language::{Language, ParseLanguageError};
pub use lexicon::{Lexicon, NoLexicon, WordTable};
pub use verdict::{ClueVerdict, Reason};

use super::{BySlot, Code, KeywordText, Repeat, Slot};
use case::Case;

/// What the law is asked.
#[derive(Clone, Copy, Debug)]
pub struct ClueQuestion<'a> {
    /// The clue as it was written.
    pub clue: &'a str,
    /// The team's keywords; one with an empty text forbids nothing.
    pub keywords: BySlot<&'a KeywordText>,
    /// The clues that the team has given before.
    pub earlier: &'a [&'a str],
    /// The code of the round, for whoever knows it.
    pub code: Option<Code>,
    /// The position of the keyword that the clue is meant for, for whoever knows it.
    pub meant: Option<Slot>,
}

impl<'a> ClueQuestion<'a> {
    /// Asks of a clue with nothing given before, by somebody who does not know the code.
    pub const fn new(clue: &'a str, keywords: BySlot<&'a KeywordText>) -> ClueQuestion<'a> {
        ClueQuestion { clue, keywords, earlier: &[], code: None, meant: None }
    }
}

/// The law of clues for free text in one language.
#[derive(Clone, Copy)]
pub struct TextLaw<'a> {
    language: Language,
    lexicon: &'a dyn Lexicon,
    repeat: Repeat,
}

/// The checks, the first of equally hard verdicts being the one that is told.
const CHECKS: [fn(&Case<'_>) -> ClueVerdict; 9] = [
    has_a_word,
    positions::check_code,
    keywords::check,
    repeats::check,
    letters::check_letters,
    positions::check_position,
    letters::check_count,
    positions::check_allusion,
    sound::check,
];

impl<'a> TextLaw<'a> {
    /// The law for a language, with what is known of its words.
    ///
    /// ```
    /// use overhear_engine::rules::{
    ///     BySlot, ClueQuestion, ClueVerdict, KeywordText, Language, NoLexicon, Reason, Repeat, Slot, TextLaw,
    /// };
    /// let keywords = ["cursed", "scorpion", "sun", "place"];
    /// let keywords = keywords.map(|text| KeywordText { text: text.into(), translations: vec![], card: 0 });
    /// let own = BySlot::from_fn(|slot| &keywords[slot.index()]);
    /// let law = TextLaw::new(Language::English, &NoLexicon, Repeat::Exact);
    /// let ask = |clue| law.judge(&ClueQuestion::new(clue, own));
    /// assert_eq!(ask("a witch's spell"), ClueVerdict::Legal);
    /// assert_eq!(ask("8 letters"), ClueVerdict::Illegal(Reason::LetterCount));
    /// assert_eq!(ask("rising suns"), ClueVerdict::Illegal(Reason::Inflection));
    /// assert_eq!(ask("musketeers"), ClueVerdict::Doubtful(Reason::PositionAllusion(Slot::Third)));
    /// assert_eq!(ask("C").to_string(), "illegal (R19: a letter of the keyword)");
    /// ```
    pub const fn new(language: Language, lexicon: &'a dyn Lexicon, repeat: Repeat) -> TextLaw<'a> {
        TextLaw { language, lexicon, repeat }
    }

    /// What the law says of a clue.
    pub fn judge(&self, question: &ClueQuestion<'_>) -> ClueVerdict {
        let case = Case::new(self.language, self.lexicon, self.repeat, question);
        CHECKS.iter().map(|check| check(&case)).fold(ClueVerdict::Legal, ClueVerdict::or)
    }
}

/// A clue is a word, a phrase or a sentence (R18): a picture or a point is none.
fn has_a_word(case: &Case<'_>) -> ClueVerdict {
    ClueVerdict::illegal_if(case.words.is_empty(), Reason::NoWord)
}
