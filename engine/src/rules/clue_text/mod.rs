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
mod disguise;
mod giveaways;
mod inflection;
mod language;
mod letters;
mod lexicon;
mod numbers;
mod positions;
mod references;
mod repeats;
mod sound;
mod special;
mod verdict;
mod words;

#[cfg(test)]
mod tests;

pub use allusions::NUMBER_ALLUSIONS;
pub use language::{Language, ParseLanguageError};
pub use lexicon::{Facts, Lexicon, NoLexicon, WordTable};
pub use verdict::{ClueVerdict, Reason};

pub(super) use case::Case;
pub(super) use giveaways::Giveaways;
pub(super) use repeats::letters_of;
pub(super) use words::words;

use super::{BySlot, Code, KeywordText, Repeat, Slot, is_printable};

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

/// One rule asked about a clue.
type Check = fn(&Case<'_>) -> ClueVerdict;

/// The checks of a clue that is not just one ordinary word, whatever the keywords are.
const OF_ITSELF: [Check; 5] = [
    is_a_text,
    positions::check_code,
    positions::check_position,
    positions::check_allusion,
    sound::check_phrase,
];

/// The checks of such a clue against the spelling of the keyword that it is meant for.
const OF_SPELLING: [Check; 3] = [letters::check_letters, letters::check_count, references::check_spelling];

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
    /// assert_eq!(ask("a witch's spell"), ClueVerdict::Doubtful(Reason::Unchecked));
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
        self.of_team(*question).judge(question.clue, question.meant)
    }

    /// The law for a team that is asked about many clues: its keywords, what it has given before, and the code are those
    /// of `question`.
    ///
    /// ```
    /// use overhear_engine::rules::{
    ///     BySlot, ClueQuestion, ClueVerdict, KeywordText, Language, NoLexicon, Reason, Repeat, Slot, TextLaw,
    /// };
    /// let sun = KeywordText { text: "sun".into(), translations: vec!["soleil".into()], card: 0 };
    /// let law = TextLaw::new(Language::English, &NoLexicon, Repeat::Exact);
    /// let team = law.of_team(ClueQuestion::new("", BySlot([&sun; 4])));
    /// assert_eq!(team.judge("star", Some(Slot::First)), ClueVerdict::Legal);
    /// assert_eq!(team.judge("soleil", None), ClueVerdict::Illegal(Reason::Translation));
    /// ```
    pub fn of_team<'t>(&self, question: ClueQuestion<'t>) -> TeamLaw<'t>
    where
        'a: 't,
    {
        let giveaways = Giveaways::new(question.keywords.iter().copied(), self.language, self.lexicon);
        TeamLaw { law: *self, question, giveaways }
    }
}

impl TextLaw<'_> {
    /// What the law says of a clue, given what gives keywords away of which the team holds some; they are numbered.
    pub(super) fn judge_by(
        &self,
        giveaways: &Giveaways<'_>,
        holds: impl Fn(usize) -> bool,
        question: &ClueQuestion<'_>,
    ) -> ClueVerdict {
        let case = Case::new(self.language, self.lexicon, self.repeat, question);
        let mut verdict = of_itself(&case);
        giveaways.judge(&case.words, &case.tokens, |keyword, found| {
            verdict = if holds(keyword) { verdict.or(found) } else { verdict };
        });
        verdict
            .or(repeats::check(&case))
            .or(of_spelling(&case))
            .or(sound::check_homophone(&case))
            .or(unchecked(&case))
    }
}

/// The law of clues for free text and one team, whose keywords are looked into once.
pub struct TeamLaw<'a> {
    law: TextLaw<'a>,
    question: ClueQuestion<'a>,
    giveaways: Giveaways<'a>,
}

impl TeamLaw<'_> {
    /// What the law says of a clue that is meant for the keyword in a position, if that is known.
    pub fn judge(&self, clue: &str, meant: Option<Slot>) -> ClueVerdict {
        self.law.judge_by(&self.giveaways, |_| true, &ClueQuestion { clue, meant, ..self.question })
    }
}

/// What R18 and R19 say of a clue, whatever the keywords are.
pub(super) fn of_itself(case: &Case<'_>) -> ClueVerdict {
    if case.is_notable() { first_hardest(case, &OF_ITSELF) } else { ClueVerdict::Legal }
}

/// What R19 says of a clue and the spelling of the keywords that it may be meant for.
pub(super) fn of_spelling(case: &Case<'_>) -> ClueVerdict {
    if case.is_notable() { first_hardest(case, &OF_SPELLING) } else { ClueVerdict::Legal }
}

/// The hardest verdict, the first of equally hard ones.
fn first_hardest(case: &Case<'_>, checks: &[Check]) -> ClueVerdict {
    checks.iter().map(|check| check(case)).fold(ClueVerdict::Legal, ClueVerdict::or)
}

/// A clue is a word, a phrase or a sentence (R18), on one line. **decided**: a picture is doubtful, for the rulebooks allow
/// gestures and humming; a full stop is no clue.
fn is_a_text(case: &Case<'_>) -> ClueVerdict {
    let pictured = words::shows_a_picture(case.question.clue);
    ClueVerdict::illegal_if(!case.question.clue.chars().all(is_printable), Reason::Lines)
        .or(ClueVerdict::illegal_if(case.words.is_empty() && !pictured, Reason::NoWord))
        .or(ClueVerdict::doubtful_if(pictured, Reason::Picture))
}

/// Whether a keyword has no translations, and the clue is not made of words of the language played alone: then nobody
/// knows whether it is one (R21).
fn unchecked(case: &Case<'_>) -> ClueVerdict {
    let unknown =
        |keyword: &&KeywordText| keyword.translations.is_empty() && !words(&keyword.text).is_empty();
    let has_unknown = case.question.keywords.iter().any(unknown);
    ClueVerdict::doubtful_if(
        has_unknown && !case.words.iter().all(|word| case.is_own_word(word)),
        Reason::Unchecked,
    )
}
