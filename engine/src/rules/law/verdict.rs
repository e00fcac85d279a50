//! The verdict on a clue: the first rule that forbids it.

use std::fmt;

use super::ClueLaw;
use crate::rules::{BySlot, Clue, Code, Keyword, Reason, Repeat};

/// Error returned for an illegal clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Illegal {
    /// The team has given the clue before (R20).
    Repeated,
    /// The clue is, translates, inflects, contains or is part of a keyword of the team (R21), or refers to its
    /// spelling (R19). The table of banned words does not tell these apart, so the message names R21.
    Keyword,
    /// The clue is not a text, or names a position, a sound or the code (R18, R19, R21).
    EveryKeyword,
    /// The clue is not in the vocabulary.
    Unknown,
    /// An enforcing referee finds the clue unrelated to its keyword (R19, R22).
    Unfit,
    /// The law of free text forbids a text outside the vocabulary.
    Text(Reason),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::Repeated => "R20: the team has given this clue before",
            Illegal::Keyword => {
                "R21: it is, translates, inflects, contains or is part of a keyword of the team"
            }
            Illegal::EveryKeyword => "R19: it names a position or the code",
            Illegal::Unknown => "the clue is not in the vocabulary",
            Illegal::Unfit => "R22: the referee finds that it is not about its keyword",
            Illegal::Text(reason) => return reason.fmt(f),
        })
    }
}

impl std::error::Error for Illegal {}

impl ClueLaw {
    /// Checks if a team that holds `own` and has given `earlier` may give `clue`.
    ///
    /// # Errors
    /// [`Illegal`] with the first rule that forbids the clue.
    pub fn verdict(
        &self,
        clue: Clue,
        own: &BySlot<Keyword>,
        repeat: Repeat,
        earlier: impl IntoIterator<Item = Clue>,
    ) -> Result<(), Illegal> {
        if clue.index() >= self.words {
            return self.verdict_on_text(clue, *own, None, repeat, earlier);
        }
        if own.iter().any(|&keyword| self.is_banned(clue, keyword)) {
            return Err(Illegal::Keyword);
        }
        if self.is_banned_for_all(clue) {
            return Err(Illegal::EveryKeyword);
        }
        let classes = self.classes(repeat);
        let class = classes[clue.index()];
        // Repeats are compared by class, which costs one table look-up per earlier clue.
        let is_repeated = earlier.into_iter().any(|old| match classes.get(old.index()) {
            Some(&old_class) => old_class == class,
            None => self.class_of_text(old, repeat) == class,
        });
        if is_repeated { Err(Illegal::Repeated) } else { Ok(()) }
    }

    /// Checks if a team may give `clue` for a digit of a code. `meant` is the code and the digit's place,
    /// from 0.
    ///
    /// Only texts outside the vocabulary use `meant`: the law of free text depends on the keyword and the
    /// code.
    ///
    /// # Errors
    /// [`Illegal`] with the first rule that forbids the clue.
    pub fn verdict_for(
        &self,
        clue: Clue,
        own: &BySlot<Keyword>,
        meant: (Code, usize),
        repeat: Repeat,
        earlier: impl IntoIterator<Item = Clue>,
    ) -> Result<(), Illegal> {
        if clue.index() >= self.words {
            return self.verdict_on_text(clue, *own, Some(meant), repeat, earlier);
        }
        self.verdict(clue, own, repeat, earlier)
    }

    #[cold]
    fn verdict_on_text(
        &self,
        clue: Clue,
        own: BySlot<Keyword>,
        meant: Option<(Code, usize)>,
        repeat: Repeat,
        earlier: impl IntoIterator<Item = Clue>,
    ) -> Result<(), Illegal> {
        let known = self.utterances().filter(|texts| texts.has(clue)).ok_or(Illegal::Unknown)?;
        let earlier: Vec<Clue> = earlier.into_iter().collect();
        known.verdict(clue, own, meant, repeat, &earlier).map_err(Illegal::Text)
    }
}
