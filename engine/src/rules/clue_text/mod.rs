//! The law of clues for free text (R18 to R21): words, phrases and sentences in any script.
//!
//! A tournament uses [`ClueLaw`](super::ClueLaw), which is computed in advance for a vocabulary. This module
//! applies the law to the text itself. It also checks rules that only free text can break: letters, letter
//! counts, positions, sound.
//!
//! **decided**: the verdict is the hardest that any rule gives. Distinctions that need the meaning are
//! doubtful, for the players to decide. Rules about a keyword of the team (R21) apply to all four keywords.
//! Rules about the intended keyword (R19) apply to that keyword if it is given, and otherwise to all four.
//! The source of a clue (R22) is not checked, nor can it be: a private reference looks like any other word.

mod allusions;
mod clue_context;
mod compounds;
mod derivation;
mod inflection;
mod keyword_forms;
mod keyword_in_clue;
mod language;
mod letters;
mod lexicon;
mod look_alikes;
mod misspelling;
mod numbers;
mod obfuscation;
mod positions;
mod references;
mod related_forms;
mod repeats;
mod sound;
mod spoken;
mod trigger_words;
mod verdict;
mod word_links;
mod words;

#[cfg(test)]
mod tests;

pub use allusions::NUMBER_ALLUSIONS;
pub use language::{ByLanguage, Language, ParseLanguageError};
pub use lexicon::{Lexicon, LexiconFacts, NoLexicon, WordTable};
pub use verdict::{ClueVerdict, Reason};

pub(super) use clue_context::ClueContext;
pub(super) use keyword_forms::KeywordForms;
pub(super) use repeats::letters_of;
pub(super) use words::words;

use super::{BySlot, Code, KeywordText, Repeat, Slot, printable};

/// A question to the law of clues.
#[derive(Clone, Copy, Debug)]
pub struct ClueQuestion<'a> {
    /// The clue as written.
    pub clue: &'a str,
    /// Keywords of the team. A keyword with an empty text forbids nothing.
    pub keywords: BySlot<&'a KeywordText>,
    /// Clues that the team has given before.
    pub earlier: &'a [&'a str],
    /// The code of the round, if known.
    pub code: Option<Code>,
    /// The position of the intended keyword, if known.
    pub meant: Option<Slot>,
}

impl<'a> ClueQuestion<'a> {
    /// Creates a question without earlier clues, code or intended keyword.
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

/// A rule that judges a clue.
type Check = fn(&ClueContext<'_>) -> ClueVerdict;

/// Checks that do not depend on the keywords, but for the word with which a phrase compares a sound, for clues that are
/// not a single ordinary word.
const OF_ITSELF: [Check; 5] = [
    is_a_text,
    positions::check_code,
    positions::check_position,
    positions::check_allusion,
    sound::check_phrase,
];

/// Checks against the spelling of the intended keyword, for clues that are not a single ordinary word.
const OF_SPELLING: [Check; 3] = [letters::check_letters, letters::check_count, references::check_spelling];

impl<'a> TextLaw<'a> {
    /// Creates the law for a language, with a lexicon.
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

    /// Returns the verdict on a clue.
    pub fn judge(&self, question: &ClueQuestion<'_>) -> ClueVerdict {
        self.of_team(*question).judge(question.clue, question.meant)
    }

    /// Returns the law for a team, prepared for many clues.
    ///
    /// `question` supplies the keywords, the earlier clues and the code; its clue is ignored.
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
        let giveaways = KeywordForms::new(question.keywords.iter().copied(), self.language, self.lexicon);
        TeamLaw { law: *self, question, giveaways }
    }
}

impl TextLaw<'_> {
    /// Returns the verdict on a clue. `holds` tells which keywords of `giveaways` belong to the team.
    pub(super) fn judge_by(
        &self,
        giveaways: &KeywordForms<'_>,
        holds: impl Fn(usize) -> bool,
        question: &ClueQuestion<'_>,
    ) -> ClueVerdict {
        let context = ClueContext::new(self.language, self.lexicon, self.repeat, question);
        let mut verdict = of_itself(&context)
            .or(sound::check_homophone(&context))
            .or(misspelling::check_misspelling(&context));
        giveaways.judge(&context.words, &context.tokens, |keyword, giveaway| {
            verdict = if holds(keyword) { verdict.or(giveaway) } else { verdict };
        });
        // `or` keeps the first of equally hard verdicts, so the order of the checks selects the reported
        // reason.
        verdict.or(repeats::check(&context)).or(of_spelling(&context)).or(unchecked(&context))
    }
}

/// The law of clues for free text and one team, with the forms of its keywords computed once.
pub struct TeamLaw<'a> {
    law: TextLaw<'a>,
    question: ClueQuestion<'a>,
    giveaways: KeywordForms<'a>,
}

impl TeamLaw<'_> {
    /// Returns the verdict on a clue for the keyword in position `meant`, if known.
    pub fn judge(&self, clue: &str, meant: Option<Slot>) -> ClueVerdict {
        self.law.judge_by(&self.giveaways, |_| true, &ClueQuestion { clue, meant, ..self.question })
    }
}

/// Returns the verdict of R18 and R19 that does not depend on the keywords.
pub(super) fn of_itself(context: &ClueContext<'_>) -> ClueVerdict {
    if context.is_notable() { first_hardest(context, &OF_ITSELF) } else { ClueVerdict::Legal }
}

/// Returns the verdict of R19 on a reference to the spelling of the keywords that the clue may be meant for.
fn of_spelling(context: &ClueContext<'_>) -> ClueVerdict {
    if context.is_notable() { first_hardest(context, &OF_SPELLING) } else { ClueVerdict::Legal }
}

/// Returns the verdict of R19 on a reference to the spelling or the sound of the keywords that the clue may be meant for.
pub(super) fn of_reference(context: &ClueContext<'_>) -> ClueVerdict {
    if context.is_notable() {
        of_spelling(context).or(sound::check_compared(context))
    } else {
        ClueVerdict::Legal
    }
}

/// Returns the hardest verdict, or the first of equally hard ones.
fn first_hardest(context: &ClueContext<'_>, checks: &[Check]) -> ClueVerdict {
    checks.iter().map(|check| check(context)).fold(ClueVerdict::Legal, ClueVerdict::or)
}

/// Checks that a clue is a word, a phrase or a sentence on one line (R18).
///
/// **decided**: a picture is doubtful, because the rulebooks allow gestures and humming. A full stop is not a
/// clue.
fn is_a_text(context: &ClueContext<'_>) -> ClueVerdict {
    let pictured = words::shows_a_picture(context.question.clue);
    ClueVerdict::illegal_if(!context.question.clue.chars().all(printable::stays_in_line), Reason::Lines)
        .or(ClueVerdict::illegal_if(context.words.is_empty() && !pictured, Reason::NoWord))
        .or(ClueVerdict::doubtful_if(pictured, Reason::Picture))
}

/// Finds clues that may be translations which no list has (R21).
///
/// The verdict is doubtful if a keyword has no translations and the clue has a word outside the language of
/// the game.
fn unchecked(context: &ClueContext<'_>) -> ClueVerdict {
    let unknown =
        |keyword: &&KeywordText| keyword.translations.is_empty() && !words(&keyword.text).is_empty();
    let has_unknown = context.question.keywords.iter().any(unknown);
    let Some(foreign) = context.words.iter().find(|word| !context.is_own_word(word)).filter(|_| has_unknown)
    else {
        return ClueVerdict::Legal;
    };
    let is_missing = context.lexicon.facts(foreign).known == Some(false);
    ClueVerdict::Doubtful(if is_missing { Reason::UnknownWord } else { Reason::Unchecked })
}
