//! What the law says of a clue, and by which rule.

use std::fmt;

use super::super::Slot;

/// What the law says of a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClueVerdict {
    /// No rule that a program can check is against it.
    Legal,
    /// A rule forbids it.
    Illegal(Reason),
    /// A rule forbids it in one reading and allows it in another: the table decides.
    Doubtful(Reason),
}

impl ClueVerdict {
    /// Illegal if the rule found something, legal if not.
    pub(super) fn illegal_if(found: bool, reason: Reason) -> ClueVerdict {
        if found { ClueVerdict::Illegal(reason) } else { ClueVerdict::Legal }
    }

    /// Doubtful if the rule found something, legal if not.
    pub(super) fn doubtful_if(found: bool, reason: Reason) -> ClueVerdict {
        if found { ClueVerdict::Doubtful(reason) } else { ClueVerdict::Legal }
    }

    /// Whether the clue may be given. **decided**: what is doubtful may, by people, who can talk it over, and by
    /// automatic players, whom nobody contradicts; a tournament refuses what is illegal and no more.
    pub const fn may_be_given(self) -> bool {
        !matches!(self, ClueVerdict::Illegal(_))
    }

    /// The harder of two verdicts, the first of equally hard ones.
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

/// The rule that speaks against a clue, and what it finds.
///
/// ```
/// use overhear_engine::rules::{Reason, Slot};
/// assert_eq!(Reason::LetterCount.to_string(), "R19: its number of letters");
/// assert_eq!(Reason::PositionAllusion(Slot::Third).to_string(), "R19: it alludes to position 3");
/// assert!(Reason::ALL.iter().all(|reason| reason.to_string().starts_with('R')));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Nothing in it is a word (R18).
    NoWord,
    /// It is of several lines (R18).
    Lines,
    /// It shows a picture (R18).
    Picture,
    /// It names a letter of the keyword (R19).
    Letter,
    /// It names how many letters the keyword has (R19).
    LetterCount,
    /// It speaks of how the keyword is spelt (R19).
    SpellingTalk,
    /// It names a position on the screen (R19).
    Position,
    /// It alludes to the number of a position (R19).
    PositionAllusion(Slot),
    /// It is a homophone of the keyword, or speaks of its sound (R19).
    Sound,
    /// The team has given it before (R20).
    Repeated,
    /// The team has given another form of it before (R20).
    RepeatedLemma,
    /// A keyword stands in it (R21).
    Keyword,
    /// A keyword stands in it with other accents or in another spelling (R21).
    Spelling,
    /// An inflection of a keyword stands in it (R21).
    Inflection,
    /// A word that is made of a keyword stands in it (R21).
    Compound,
    /// A part of a keyword stands in it (R21).
    Part,
    /// A translation of a keyword stands in it (R21).
    Translation,
    /// Nobody knows whether it is a translation of a keyword (R21).
    Unchecked,
    /// It is a code (R21).
    Code,
}

impl Reason {
    /// Every reason, by the numbers of the rules; allusions for each position.
    pub const ALL: [Reason; 22] = [
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
        Reason::Code,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoWord => "R18: there is no word in it",
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
            Reason::Code => "R21: the code",
        })
    }
}
