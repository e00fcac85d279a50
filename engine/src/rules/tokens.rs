//! The tokens of one team (R7).

use super::{Rules, Side};

/// What a team has collected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tokens {
    /// Interception tokens: opponents' codes this team got right.
    pub interceptions: u8,
    /// Miscommunication tokens: own codes this team got wrong.
    pub miscommunications: u8,
}

impl Tokens {
    /// The points that the tokens are worth in the tiebreaker (R12).
    pub fn points(self, rules: &Rules) -> i32 {
        i32::from(self.interceptions) * i32::from(rules.interception_points)
            + i32::from(self.miscommunications) * i32::from(rules.miscommunication_points)
    }

    /// Whether `side`, whose they are, has intercepted often enough to win (R10).
    pub const fn has_won(self, rules: &Rules, side: Side) -> bool {
        rules.to_win(side) != 0 && self.interceptions >= rules.to_win(side)
    }

    /// Whether `side`, whose they are, has misunderstood itself often enough to lose (R10).
    pub const fn has_lost(self, rules: &Rules, side: Side) -> bool {
        rules.to_lose(side) != 0 && self.miscommunications >= rules.to_lose(side)
    }
}
