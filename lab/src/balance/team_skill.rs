//! Skills of a team that tokens alone measure.

use overhear_engine::game::Game;
use overhear_engine::rules::Side;
use serde::{Deserialize, Serialize};

/// A skill in which one team can be better than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TeamSkill {
    /// Its own codes are miscommunicated less often (R7).
    Clear,
    /// Its codes are intercepted less often (R7).
    Secret,
}

impl TeamSkill {
    /// Every skill.
    pub(super) const ALL: [TeamSkill; 2] = [TeamSkill::Clear, TeamSkill::Secret];

    /// Returns the name used in files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            TeamSkill::Clear => "clear",
            TeamSkill::Secret => "secret",
        }
    }

    /// Returns the number of the side's codes that failed in this respect, and the number that could have.
    pub(super) fn failures(self, game: &Game, side: Side) -> [u64; 2] {
        let halves = game.record.halves().iter().zip(game.beliefs()).filter(|(half, _)| half.side == side);
        let mut failures = [0; 2];
        for (half, beliefs) in halves {
            let (wrong, counts) = match self {
                TeamSkill::Clear => (!half.understood(), true),
                TeamSkill::Secret => (half.intercepted(), beliefs.interception.is_some()),
            };
            failures[0] += u64::from(wrong && counts);
            failures[1] += u64::from(counts);
        }
        failures
    }
}
