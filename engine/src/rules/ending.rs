//! How a game can end (R10 to R14, R17).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Side;

/// The condition that sends a game to the tiebreaker (R11); where several hold, the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Door {
    /// a: one team has intercepted and misunderstood often enough to win and to lose at once.
    WonAndLost,
    /// b: both teams have intercepted often enough to win.
    BothWon,
    /// c: both teams have misunderstood often enough to lose.
    BothLost,
    /// d: the last round is over, and nobody has enough of anything.
    RoundLimit,
}

impl Door {
    /// Every door, in the order in which they are tried.
    pub const ALL: [Door; 4] = [Door::WonAndLost, Door::BothWon, Door::BothLost, Door::RoundLimit];

    /// Its letter in the rules (R11).
    pub const fn name(self) -> &'static str {
        match self {
            Door::WonAndLost => "a",
            Door::BothWon => "b",
            Door::BothLost => "c",
            Door::RoundLimit => "d",
        }
    }
}

impl fmt::Display for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What settled the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The winner's Interception tokens (R10).
    Interceptions,
    /// The loser's Miscommunication tokens (R10).
    Miscommunications,
    /// Both at once (R16).
    Both,
    /// The tiebreaker's points (R12).
    Points,
    /// The tiebreaker's keyword guess (R13).
    Keywords,
    /// Nothing: the victory is shared (R14).
    Shared,
    /// Nothing, and the rules then give the victory to one team (R14).
    FinalTie,
    /// Three players: the Interceptor's tokens (R17).
    Interceptor,
    /// Three players: the last round is over, and the Interceptor has too few (R17).
    Team,
    /// A breakdown of the loser's players, which no rule knows.
    Forfeit,
    /// A round that was played after the tie was left open, in which the winner gained more points (R14).
    SuddenDeath,
}

impl Step {
    /// Every step: the outright ones, the tiebreaker's, those of the three-player game, and the breakdown.
    pub const ALL: [Step; 11] = [
        Step::Interceptions,
        Step::Miscommunications,
        Step::Both,
        Step::Points,
        Step::Keywords,
        Step::Shared,
        Step::FinalTie,
        Step::Interceptor,
        Step::Team,
        Step::Forfeit,
        Step::SuddenDeath,
    ];

    /// How files and screens say it.
    pub const fn name(self) -> &'static str {
        match self {
            Step::Interceptions => "interceptions",
            Step::Miscommunications => "miscommunications",
            Step::Both => "both",
            Step::Points => "points",
            Step::Keywords => "keywords",
            Step::Shared => "shared",
            Step::FinalTie => "final_tie",
            Step::Interceptor => "interceptor",
            Step::Team => "team",
            Step::Forfeit => "forfeit",
            Step::SuddenDeath => "sudden_death",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who won, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// The way into the tiebreaker, if it came to that.
    pub door: Option<Door>,
    /// What settled it.
    pub step: Step,
    /// The winner; `None` is a shared victory (R14).
    pub winner: Option<Side>,
}
