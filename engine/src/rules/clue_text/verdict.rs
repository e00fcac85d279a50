//! Verdicts on clues, with the rule behind each verdict.

use std::fmt;

use super::super::Slot;

/// Verdict on a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClueVerdict {
    /// No rule that a program can check forbids the clue.
    Legal,
    /// A rule forbids the clue.
    Illegal(Reason),
    /// A rule forbids the clue in one reading and allows it in another, so the players decide.
    Doubtful(Reason),
}

impl ClueVerdict {
    /// Returns an illegal verdict if the rule applies, and a legal verdict otherwise.
    pub(super) fn illegal_if(applies: bool, reason: Reason) -> ClueVerdict {
        if applies { ClueVerdict::Illegal(reason) } else { ClueVerdict::Legal }
    }

    /// Returns a doubtful verdict if the rule applies, and a legal verdict otherwise.
    pub(super) fn doubtful_if(applies: bool, reason: Reason) -> ClueVerdict {
        if applies { ClueVerdict::Doubtful(reason) } else { ClueVerdict::Legal }
    }

    /// Returns `true` if the clue may be given.
    ///
    /// **decided**: doubtful clues may be given, by people, who can discuss them, and by automatic players,
    /// whose clues no player disputes. A tournament refuses only illegal clues.
    pub const fn may_be_given(self) -> bool {
        !matches!(self, ClueVerdict::Illegal(_))
    }

    /// Returns the harder of two verdicts, or the first of equally hard ones.
    #[must_use]
    pub(super) fn or(self, other: ClueVerdict) -> ClueVerdict {
        if other.hardness() > self.hardness() { other } else { self }
    }

    fn hardness(self) -> u8 {
        match self {
            ClueVerdict::Legal => 0,
            ClueVerdict::Doubtful(_) => 1,
            ClueVerdict::Illegal(_) => 2,
        }
    }
}

impl fmt::Display for ClueVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClueVerdict::Legal => f.write_str("legal"),
            ClueVerdict::Illegal(reason) => write!(f, "illegal ({reason})"),
            ClueVerdict::Doubtful(reason) => write!(f, "doubtful ({reason})"),
        }
    }
}

/// The rule against a clue, and the finding.
///
/// ```
/// use overhear_engine::rules::{Reason, Slot};
/// assert_eq!(Reason::LetterCount.to_string(), "R19: its number of letters");
/// assert_eq!(Reason::PositionAllusion(Slot::Third).to_string(), "R19: it alludes to position 3");
/// assert!(Reason::ALL.iter().all(|reason| reason.to_string().starts_with('R')));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The clue contains no word (R18).
    NoWord,
    /// The clue has several lines or a control character (R18).
    Lines,
    /// The clue shows a picture (R18).
    Picture,
    /// The clue names a letter of the keyword (R19).
    Letter,
    /// The clue names the number of letters of the keyword (R19).
    LetterCount,
    /// The clue refers to the spelling of the keyword (R19).
    SpellingTalk,
    /// The clue names a position on the screen (R19).
    Position,
    /// The clue alludes to the number of a position (R19).
    PositionAllusion(Slot),
    /// The clue is a homophone of the keyword, or refers to its sound (R19).
    Sound,
    /// The team has given the clue before (R20).
    Repeated,
    /// The team has given another inflection of the clue before (R20).
    RepeatedLemma,
    /// The clue contains a keyword (R21).
    Keyword,
    /// The clue contains a keyword with other accents or in another spelling (R21).
    Spelling,
    /// The clue contains an inflection of a keyword (R21).
    Inflection,
    /// The clue contains a word that is made from a keyword (R21).
    Compound,
    /// The clue contains a part of a keyword (R21).
    Part,
    /// The clue contains a translation of a keyword (R21).
    Translation,
    /// The clue may be a translation of a keyword, which the deck does not list (R21).
    Unchecked,
    /// The clue has a word that the program does not know, so that it may be a translation (R21).
    UnknownWord,
    /// The clue is a code (R21).
    Code,
}

impl Reason {
    /// All reasons in the order of the rules, with one allusion for each position.
    pub const ALL: [Reason; 23] = [
        Reason::NoWord,
        Reason::Lines,
        Reason::Picture,
        Reason::Letter,
        Reason::LetterCount,
        Reason::SpellingTalk,
        Reason::Position,
        Reason::PositionAllusion(Slot::First),
        Reason::PositionAllusion(Slot::Second),
        Reason::PositionAllusion(Slot::Third),
        Reason::PositionAllusion(Slot::Fourth),
        Reason::Sound,
        Reason::Repeated,
        Reason::RepeatedLemma,
        Reason::Keyword,
        Reason::Spelling,
        Reason::Inflection,
        Reason::Compound,
        Reason::Part,
        Reason::Translation,
        Reason::Unchecked,
        Reason::UnknownWord,
        Reason::Code,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoWord => "R18: it has no word",
            Reason::Lines => "R18: a line break or another control character",
            Reason::Picture => "R18: a picture",
            Reason::Letter => "R19: a letter of the keyword",
            Reason::LetterCount => "R19: its number of letters",
            Reason::SpellingTalk => "R19: its spelling",
            Reason::Position => "R19: its position",
            Reason::PositionAllusion(slot) => return write!(f, "R19: it alludes to position {slot}"),
            Reason::Sound => "R19: it sounds like the keyword",
            Reason::Repeated => "R20: given before",
            Reason::RepeatedLemma => "R20: an inflection of a clue given before",
            Reason::Keyword => "R21: a keyword",
            Reason::Spelling => "R21: another spelling of a keyword",
            Reason::Inflection => "R21: an inflection of a keyword",
            Reason::Compound => "R21: a word that is made of a keyword",
            Reason::Part => "R21: a part of a keyword",
            Reason::Translation => "R21: a translation of a keyword",
            Reason::Unchecked => "R21: not checked for translations",
            Reason::UnknownWord => "R21: I do not know this word; it may be a translation",
            Reason::Code => "R21: the code",
        })
    }
}
