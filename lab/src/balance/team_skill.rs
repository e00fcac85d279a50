//! What an agent can be better at than the other, by tokens alone, and the deals that tell.

use overhear_engine::game::Game;
use overhear_engine::rules::Side;
use serde::{Deserialize, Serialize};

/// What a team can be better at than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TeamSkill {
    /// Its own codes are missed less often (R7).
    Clear,
    /// Its codes are overheard less often (R7).
    Secret,
}

impl TeamSkill {
    /// Every kind.
    pub(super) const ALL: [TeamSkill; 2] = [TeamSkill::Clear, TeamSkill::Secret];

    /// The name in files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            TeamSkill::Clear => "clear",
            TeamSkill::Secret => "secret",
        }
    }

    /// Codes of a side that went wrong in this way, and those that could.
    pub(super) fn slips(self, game: &Game, side: Side) -> [u64; 2] {
        let halves = game.record.halves().iter().zip(game.beliefs()).filter(|(half, _)| half.side == side);
        let mut slips = [0; 2];
        for (half, beliefs) in halves {
            let (wrong, counts) = match self {
                TeamSkill::Clear => (!half.understood(), true),
                TeamSkill::Secret => (half.intercepted(), beliefs.interception.is_some()),
            };
            slips[0] += u64::from(wrong && counts);
            slips[1] += u64::from(counts);
        }
        slips
    }
}
