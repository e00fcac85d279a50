//! What arms are compared in.

use serde::{Deserialize, Serialize};

use super::clue_failure::ClueFailure;
use super::margin::{MARGIN, MARGIN_ROUNDS};

/// What is compared.
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
    /// Share of clues that the own team takes for another keyword.
    MissedRate,
    /// Share of clues whose digit the opponents find, of those that they could.
    OverheardRate,
}

impl Measure {
    /// Every measure of rules, in the order of the rows.
    pub const ALL: [Measure; 7] = [
        Measure::WhiteScore,
        Measure::TiebreakRate,
        Measure::SharedRate,
        Measure::LimitRate,
        Measure::MeanRounds,
        Measure::BetterScore,
        Measure::FirstScore,
    ];

    /// Every measure of decks, in the order of the rows.
    pub const OF_DECKS: [Measure; 5] = [
        Measure::MissedRate,
        Measure::OverheardRate,
        Measure::MeanRounds,
        Measure::TiebreakRate,
        Measure::SharedRate,
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
            Measure::MissedRate => "missed_rate",
            Measure::OverheardRate => "overheard_rate",
        }
    }

    /// The measure with this name in files.
    pub fn named(name: &str) -> Option<Measure> {
        Measure::ALL.into_iter().chain(Measure::OF_DECKS).find(|measure| measure.name() == name)
    }

    /// Returns `true` if the measure is about one of two agents.
    pub const fn takes_two(self) -> bool {
        matches!(self, Measure::BetterScore | Measure::FirstScore)
    }

    /// What goes wrong with the clues that the measure counts; nothing for a measure of games.
    pub(super) const fn slip(self) -> Option<ClueFailure> {
        match self {
            Measure::MissedRate => Some(ClueFailure::Missed),
            Measure::OverheardRate => Some(ClueFailure::Overheard),
            _ => None,
        }
    }

    /// How much of [`DealSums::of`](super::deal_sums::DealSums::of) one game can bring: 2 half-points for a score.
    pub(super) const fn unit(self) -> i64 {
        match self {
            Measure::WhiteScore | Measure::BetterScore | Measure::FirstScore => 2,
            _ => 1,
        }
    }

    /// The largest difference that counts as none, in the unit of the measure, of what was asked for: percentage points, which
    /// are hundredths of a round, and rounds.
    pub(super) fn margin(self, [points, rounds]: [Option<f64>; 2]) -> f64 {
        let points = points.map(|points| points / 100.0);
        match self {
            Measure::MeanRounds => rounds.or(points).unwrap_or(MARGIN_ROUNDS),
            _ => points.unwrap_or(MARGIN / 100.0),
        }
    }
}
