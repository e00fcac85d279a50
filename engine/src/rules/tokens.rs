//! The tokens of one team (R7).

use super::{Rules, Side};

/// Numbers of tokens that a team has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tokens {
    /// Number of Interception tokens, for opponents' codes that the team guessed right.
    pub interceptions: u8,
    /// Number of Miscommunication tokens, for own codes that the team guessed wrong.
    pub miscommunications: u8,
}

impl Tokens {
    /// Returns the tiebreaker points of the tokens (R12).
    pub fn points(self, rules: &Rules) -> i32 {
        i32::from(self.interceptions) * i32::from(rules.interception_points)
            + i32::from(self.miscommunications) * i32::from(rules.miscommunication_points)
    }

    /// Returns `true` if these tokens of `side` are enough Interceptions to win (R10).
    pub const fn has_won(self, rules: &Rules, side: Side) -> bool {
        rules.to_win(side) != 0 && self.interceptions >= rules.to_win(side)
    }

    /// Returns `true` if these tokens of `side` are enough Miscommunications to lose (R10).
    pub const fn has_lost(self, rules: &Rules, side: Side) -> bool {
        rules.to_lose(side) != 0 && self.miscommunications >= rules.to_lose(side)
    }
}
