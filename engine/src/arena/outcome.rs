//! Outcomes: the result of a game for one of its agents.

use crate::rules::Side;

/// Result of a game for one of its agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A loss: score 0.
    Loss,
    /// A shared victory: score ½ (R14).
    Shared,
    /// A win: score 1.
    Win,
}

impl Outcome {
    /// Returns the outcome for `side`. `None` as the winner means a shared victory.
    pub fn for_side(winner: Option<Side>, side: Side) -> Outcome {
        match winner {
            None => Outcome::Shared,
            Some(winner) if winner == side => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }

    /// Returns the outcome for the other agent.
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Shared => Outcome::Shared,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// Returns twice the score: 0, 1 or 2.
    pub const fn half_points(self) -> u64 {
        self as u64
    }
}
