//! What two sets of rules are compared in.

use serde::{Deserialize, Serialize};

/// What is compared, a number for each deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// White's score: a win 1, a shared victory ½.
    WhiteScore,
    /// Share of games that go to the tiebreaker.
    TiebreakRate,
    /// Share of games whose victory is shared.
    SharedRate,
    /// Share of games that play the last round the rules allow.
    LimitRate,
    /// Rounds of a game.
    MeanRounds,
    /// Score of the better of two agents, whichever scored more on every fifth deal; counted on the others.
    BetterScore,
    /// Score of the first named of two agents: name the kind of team that you ask about first.
    FirstScore,
}

impl Measure {
    /// Every measure.
    pub const ALL: [Measure; 7] = [
        Measure::WhiteScore,
        Measure::TiebreakRate,
        Measure::SharedRate,
        Measure::LimitRate,
        Measure::MeanRounds,
        Measure::BetterScore,
        Measure::FirstScore,
    ];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Measure::WhiteScore => "white_score",
            Measure::TiebreakRate => "tiebreak_rate",
            Measure::SharedRate => "shared_rate",
            Measure::LimitRate => "limit_rate",
            Measure::MeanRounds => "mean_rounds",
            Measure::BetterScore => "better_score",
            Measure::FirstScore => "first_score",
        }
    }

    /// Whether it is about one of two agents.
    pub const fn takes_two(self) -> bool {
        matches!(self, Measure::BetterScore | Measure::FirstScore)
    }
}
