//! Endings of a game (R10 to R14, R17).

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::Side;

/// A tie condition: the reason that a game goes to the tiebreaker (R11), `door` in columns. If several
/// conditions hold, the first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum TieCondition {
    /// Condition a: one team has enough tokens to win and enough to lose.
    WonAndLost,
    /// Condition b: both teams have enough Interception tokens to win.
    BothWon,
    /// Condition c: both teams have enough Miscommunication tokens to lose.
    BothLost,
    /// Condition d: the last round is over and neither team has enough tokens of a kind.
    RoundLimit,
}

impl TieCondition {
    /// All tie conditions, in the order in which they are checked.
    pub const ALL: [TieCondition; 4] =
        [TieCondition::WonAndLost, TieCondition::BothWon, TieCondition::BothLost, TieCondition::RoundLimit];

    /// Returns the letter of the condition in the rules (R11).
    pub const fn name(self) -> &'static str {
        match self {
            TieCondition::WonAndLost => "a",
            TieCondition::BothWon => "b",
            TieCondition::BothLost => "c",
            TieCondition::RoundLimit => "d",
        }
    }
}

impl fmt::Display for TieCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The criterion that decided a game, `step` in columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecidedBy {
    /// The winner's Interception tokens (R10).
    Interceptions,
    /// The loser's Miscommunication tokens (R10).
    Miscommunications,
    /// Interception tokens of the winner together with Miscommunication tokens of the loser (R16).
    Both,
    /// Points, in the tiebreaker (R12).
    Points,
    /// Keyword guesses, in the tiebreaker (R13).
    Keywords,
    /// No criterion: the victory is shared (R14).
    Shared,
    /// The rule for games that are still even after the tiebreaker, which names a winner (R14).
    FinalTie,
    /// Three players: the Interceptor has enough tokens (R17).
    Interceptor,
    /// Three players: the last round is over and the Interceptor has too few tokens (R17).
    Team,
    /// A fault of the loser's players. The rulebooks have no such ending.
    Forfeit,
    /// A round of sudden death in which the winner gained more points (R14).
    SuddenDeath,
}

impl DecidedBy {
    /// All criteria: outright, tiebreaker, three players, fault, sudden death.
    pub const ALL: [DecidedBy; 11] = [
        DecidedBy::Interceptions,
        DecidedBy::Miscommunications,
        DecidedBy::Both,
        DecidedBy::Points,
        DecidedBy::Keywords,
        DecidedBy::Shared,
        DecidedBy::FinalTie,
        DecidedBy::Interceptor,
        DecidedBy::Team,
        DecidedBy::Forfeit,
        DecidedBy::SuddenDeath,
    ];

    /// Returns the name of the criterion in files and on screens.
    pub const fn name(self) -> &'static str {
        match self {
            DecidedBy::Interceptions => "interceptions",
            DecidedBy::Miscommunications => "miscommunications",
            DecidedBy::Both => "both",
            DecidedBy::Points => "points",
            DecidedBy::Keywords => "keywords",
            DecidedBy::Shared => "shared",
            DecidedBy::FinalTie => "final_tie",
            DecidedBy::Interceptor => "interceptor",
            DecidedBy::Team => "team",
            DecidedBy::Forfeit => "forfeit",
            DecidedBy::SuddenDeath => "sudden_death",
        }
    }
}

impl fmt::Display for DecidedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The winner of a game and the criterion that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// The tie condition, if the game went to the tiebreaker.
    pub tie_condition: Option<TieCondition>,
    /// The criterion that decided the game.
    pub decided_by: DecidedBy,
    /// The winning team; `None` means a shared victory (R14).
    pub winner: Option<Side>,
}
