//! The statistics that are counted over games, and what they tell apart.

use overhear_engine::game::Game;
use overhear_engine::rules::{Side, TieCondition};
use serde::{Deserialize, Serialize};

use super::group_by::Subject;
use crate::paired::{ClueFailure, EndingKind};

/// A group of games, as the rows of ladder.csv have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum GameGroup {
    /// All games.
    All,
    /// Games that reached the tiebreaker by this tie condition; `None`: games that did not.
    Door(Option<TieCondition>),
    /// Games of this many rounds.
    Round(u8),
    /// Games won by this side; `None`: shared victories.
    Winner(Option<Side>),
}

/// Effect of the last round on the lead before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LastRound {
    /// The leading team won.
    Kept,
    /// The score was level, and a team won.
    Opened,
    /// The trailing team won.
    Turned,
    /// The victory is shared.
    Shared,
}

impl LastRound {
    /// Every effect.
    pub const ALL: [LastRound; 4] =
        [LastRound::Kept, LastRound::Opened, LastRound::Turned, LastRound::Shared];

    /// Returns the name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            LastRound::Kept => "kept",
            LastRound::Opened => "opened",
            LastRound::Turned => "turned",
            LastRound::Shared => "shared",
        }
    }
}

/// A skill in which one team can be better than the other, measured by tokens alone.
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

/// A statistic: a number of games, or a ratio over some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Statistic {
    /// Games of a group with this ending.
    Ladder(GameGroup, EndingKind),
    /// White's half-points, over twice the games with this ending; `None`: over twice all games.
    White(Option<EndingKind>),
    /// Half-points of the pairing's first agent, over twice the games with this ending; `None`: over twice
    /// all games.
    First(Option<EndingKind>),
    /// Half-points of the first agent on the deals that choose the better agent. No other statistic of skill
    /// counts these deals.
    Pick,
    /// Failed codes over possible failures on the choosing deals; `true` for the pairing's first agent.
    // Parts and checkpoints have it under this name.
    #[serde(rename = "Slips")]
    Failures(TeamSkill, bool),
    /// Failed clues for a keyword, card or pair, over possible failures.
    Clues(ClueFailure, Subject),
    /// Rounds, over games.
    Length,
    /// Games of this many rounds.
    Rounds(u8),
    /// Games that continue after this many rounds.
    Open(u8),
    /// Half-points of a team from a token state in which it is behind, over twice the games that reach the
    /// state. The state lists own interceptions and miscommunications, then the opponents'.
    Behind([u8; 4]),
    /// Lead changes, over games.
    LeadChanges,
    /// Games with this many lead changes.
    ChangedLead(u8),
    /// Games by the effect of the last round on the lead.
    LastRound(LastRound),
    /// Games that the first half of the last round already settles (R9).
    Settled,
}
