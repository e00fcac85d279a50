//! What is counted.

use overhear_engine::rules::{Side, TieCondition};
use serde::{Deserialize, Serialize};

use super::group_by::Subject;
use super::team_skill::TeamSkill;
use crate::paired::{ClueFailure, EndingKind};

/// Which games a row of the ladder is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum GameGroup {
    /// All.
    All,
    /// Those that came to the tiebreaker through this door, or not at all.
    Door(Option<TieCondition>),
    /// Those that took so many rounds.
    Round(u8),
    /// Those that this side won, or nobody.
    Winner(Option<Side>),
}

/// What the last round made of the lead that there was before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LastRound {
    /// Who led has won.
    Kept,
    /// Nobody led, and somebody has won.
    Opened,
    /// Who was behind has won.
    Turned,
    /// The victory is shared.
    Shared,
}

impl LastRound {
    /// Everything that it can make.
    pub const ALL: [LastRound; 4] =
        [LastRound::Kept, LastRound::Opened, LastRound::Turned, LastRound::Shared];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            LastRound::Kept => "kept",
            LastRound::Opened => "opened",
            LastRound::Turned => "turned",
            LastRound::Shared => "shared",
        }
    }
}

/// A number of games, or a ratio over some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Statistic {
    /// Games decided on a rung.
    Ladder(GameGroup, EndingKind),
    /// White's half-points, over twice the games decided on a rung, or over all.
    White(Option<EndingKind>),
    /// The half-points of the pairing's first agent, likewise.
    First(Option<EndingKind>),
    /// The same on the deals that say which agent is the better one; no other key of skill counts these.
    Pick,
    /// Codes that went wrong of those that could, the first agent's or the other's, on the same deals.
    Slips(TeamSkill, bool),
    /// Clues for a keyword, card or pair that went wrong in this way, of those that could.
    Clues(ClueFailure, Subject),
    /// Rounds, over games.
    Length,
    /// Games of so many rounds.
    Rounds(u8),
    /// Games that go on after so many rounds.
    Open(u8),
    /// Half-points of a team from a state of tokens in which it is behind, over twice the games that came there: own
    /// Interceptions and Miscommunications, then the opponents'.
    Behind([u8; 4]),
    /// How often the lead has passed from one team to the other, over games.
    LeadChanges,
    /// Games with so many changes of the lead.
    ChangedLead(u8),
    /// Games by what the last round made of the lead.
    LastRound(LastRound),
    /// Games that the first half of the last round has settled already (R9).
    Settled,
}
