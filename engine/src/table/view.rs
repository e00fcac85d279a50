//! What each role may know (R5), and nothing more: a view has no field that leads to what is hidden.
//!
//! Views are made by a [`Position`](super::Position) alone. A guesser cannot be told the code:
//!
//! ```compile_fail
//! fn cheat(view: &overhear_engine::table::GuesserView<'_>) -> overhear_engine::rules::Code {
//!     view.code()
//! }
//! ```
//!
//! nor an interceptor the keywords of the other team, by any name:
//!
//! ```compile_fail
//! use overhear_engine::rules::{BySlot, Keyword};
//! fn cheat<'a>(view: &overhear_engine::table::InterceptorView<'a>) -> &'a BySlot<Keyword> {
//!     &view.deal().keywords[view.seat().side().opponent()]
//! }
//! ```
//!
//! nor does an interceptor always hold keywords of his own: the lone one of the three-player game has none (R17), so
//! a seat has them as an `Option`, and only who gives or decodes clues can do without asking:
//!
//! ```compile_fail
//! use overhear_engine::rules::{BySlot, Keyword};
//! fn own<'a>(view: &overhear_engine::table::InterceptorView<'a>) -> &'a BySlot<Keyword> {
//!     view.keywords()
//! }
//! ```
//!
//! nor can anybody outside the engine make a view of his own:
//!
//! ```compile_fail
//! fn forge(seat: overhear_engine::table::Seat<'_>) -> overhear_engine::table::KeywordView<'_> {
//!     overhear_engine::table::KeywordView { seat, record: &Default::default() }
//! }
//! ```

use std::ops::Deref;

use super::Table;
use crate::rules::{BySlot, Clues, Code, Keyword, PublicRecord, Side};

/// Who is asked, and what he knows from the first moment of the game on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seat<'a> {
    pub(super) table: &'a Table<'a>,
    pub(super) side: Side,
    pub(super) member: u8,
    pub(super) head: u64,
    pub(super) keywords: Option<&'a BySlot<Keyword>>,
}

impl<'a> Seat<'a> {
    /// The rules, the deck and the law of clues: known to everybody.
    pub const fn table(&self) -> &'a Table<'a> {
        self.table
    }

    /// The team that the player belongs to.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The player's place in the team, from 0.
    pub const fn member(&self) -> u8 {
        self.member
    }

    /// What tells this player's head from another's: an agent may let associations depend on it.
    pub const fn head(&self) -> u64 {
        self.head
    }

    /// The own team's keywords; the lone Interceptor has none (R17).
    pub const fn keywords(&self) -> Option<&'a BySlot<Keyword>> {
        self.keywords
    }
}

/// What the Encryptor knows while writing: own keywords, own code, the public record through the round before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EncryptorView<'a> {
    pub(super) seat: Seat<'a>,
    pub(super) keywords: &'a BySlot<Keyword>,
    pub(super) record: &'a PublicRecord,
    pub(super) round: u8,
    pub(super) code: Code,
}

impl<'a> EncryptorView<'a> {
    /// Who is asked.
    pub const fn seat(&self) -> &Seat<'a> {
        &self.seat
    }

    /// The own team's keywords.
    pub const fn keywords(&self) -> &'a BySlot<Keyword> {
        self.keywords
    }

    /// The public record through the round before.
    pub const fn record(&self) -> &'a PublicRecord {
        self.record
    }

    /// The round, from 1.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// The code to encrypt.
    pub const fn code(&self) -> Code {
        self.code
    }
}

/// What was known when clues were read out: by a guesser or an interceptor, whose views these are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hearing<'a> {
    pub(super) seat: Seat<'a>,
    pub(super) record: &'a PublicRecord,
    pub(super) round: u8,
    pub(super) clues: Clues,
}

impl<'a> Hearing<'a> {
    /// Who is asked.
    pub const fn seat(&self) -> &Seat<'a> {
        &self.seat
    }

    /// The public record of every half played so far.
    pub const fn record(&self) -> &'a PublicRecord {
        self.record
    }

    /// The round, from 1.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// The clues that were read out.
    pub const fn clues(&self) -> &Clues {
        &self.clues
    }
}

/// What a guesser knows of the own Encryptor's clues: own keywords, everything played so far, the clues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuesserView<'a> {
    pub(super) hearing: Hearing<'a>,
    pub(super) keywords: &'a BySlot<Keyword>,
}

impl<'a> GuesserView<'a> {
    /// The own team's keywords.
    pub const fn keywords(&self) -> &'a BySlot<Keyword> {
        self.keywords
    }
}

/// What an interceptor knows of the other team's clues: everything played so far, the clues, and own keywords if he
/// has any (R17).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterceptorView<'a>(pub(super) Hearing<'a>);

impl<'a> Deref for GuesserView<'a> {
    type Target = Hearing<'a>;
    fn deref(&self) -> &Hearing<'a> {
        &self.hearing
    }
}

impl<'a> Deref for InterceptorView<'a> {
    type Target = Hearing<'a>;
    fn deref(&self) -> &Hearing<'a> {
        &self.0
    }
}

/// What a player knows when the tiebreaker asks for the opponents' keywords (R13).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeywordView<'a> {
    pub(super) seat: Seat<'a>,
    pub(super) record: &'a PublicRecord,
}

impl<'a> KeywordView<'a> {
    /// Who is asked.
    pub const fn seat(&self) -> &Seat<'a> {
        &self.seat
    }

    /// The public record of the whole game.
    pub const fn record(&self) -> &'a PublicRecord {
        self.record
    }
}
