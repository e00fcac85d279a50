//! The rungs of the ladder on which games are decided (R10 to R14).

use overhear_engine::rules::{Ending, Step};
use serde::{Deserialize, Serialize};

/// What decided a game: skill with tokens, then points, then a guess at keywords, then nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rung {
    /// Tokens, without the tiebreaker (R10).
    Tokens,
    /// The tiebreaker's points (R12).
    Points,
    /// The tiebreaker's keyword guess (R13).
    Keywords,
    /// None of these: the victory is shared, or a last step gives it to one side (R14).
    Shared,
}

impl Rung {
    /// Every rung, from the top.
    pub const ALL: [Rung; 4] = [Rung::Tokens, Rung::Points, Rung::Keywords, Rung::Shared];

    /// The rung of an ending.
    pub const fn of(ending: Ending) -> Rung {
        Rung::of_step(ending.step)
    }

    /// The rung that a step belongs to.
    pub const fn of_step(step: Step) -> Rung {
        match step {
            Step::Interceptions
            | Step::Miscommunications
            | Step::Both
            | Step::Interceptor
            | Step::Team
            | Step::Forfeit => Rung::Tokens,
            Step::Points => Rung::Points,
            Step::Keywords => Rung::Keywords,
            Step::Shared | Step::FinalTie | Step::SuddenDeath => Rung::Shared,
        }
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Rung::Tokens => "tokens",
            Rung::Points => "points",
            Rung::Keywords => "keywords",
            Rung::Shared => "shared",
        }
    }
}
