//! The rungs of the ladder on which games are decided (R10 to R14).

use overhear_engine::rules::{DecidedBy, Ending};
use serde::{Deserialize, Serialize};

/// What decided a game: skill with tokens, then points, then a guess at keywords, then nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EndingKind {
    /// Tokens, without the tiebreaker (R10).
    Tokens,
    /// The tiebreaker's points (R12).
    Points,
    /// The tiebreaker's keyword guess (R13).
    Keywords,
    /// None of these: the victory is shared, or a last step gives it to one side (R14).
    Shared,
}

impl EndingKind {
    /// Every rung, from the top.
    pub const ALL: [EndingKind; 4] =
        [EndingKind::Tokens, EndingKind::Points, EndingKind::Keywords, EndingKind::Shared];

    /// The rung of an ending.
    pub const fn from_ending(ending: Ending) -> EndingKind {
        EndingKind::of_step(ending.step)
    }

    /// The rung that a step belongs to.
    pub const fn of_step(step: DecidedBy) -> EndingKind {
        match step {
            DecidedBy::Interceptions
            | DecidedBy::Miscommunications
            | DecidedBy::Both
            | DecidedBy::Interceptor
            | DecidedBy::Team
            | DecidedBy::Forfeit => EndingKind::Tokens,
            DecidedBy::Points => EndingKind::Points,
            DecidedBy::Keywords => EndingKind::Keywords,
            DecidedBy::Shared | DecidedBy::FinalTie | DecidedBy::SuddenDeath => EndingKind::Shared,
        }
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            EndingKind::Tokens => "tokens",
            EndingKind::Points => "points",
            EndingKind::Keywords => "keywords",
            EndingKind::Shared => "shared",
        }
    }
}
