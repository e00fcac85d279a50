//! The measures in which arms are compared, and the failures of clues that some of them count.

use std::ops::RangeInclusive;

use overhear_engine::rules::Half;
use serde::{Deserialize, Serialize};

use crate::settings::{Choice, NamedChoice};

/// Default equivalence margin, in percentage points.
pub(crate) const MARGIN: f64 = 0.5;

/// Default equivalence margin of the mean length, in rounds.
pub(crate) const MARGIN_ROUNDS: f64 = 0.25;

/// A measure in which arms are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// White's score: a win counts 1, a shared victory ½.
    WhiteScore,
    /// Share of games that reach the tiebreaker.
    TiebreakRate,
    /// Share of games whose victory is shared.
    SharedRate,
    /// Share of games that play the last round that the rules allow.
    LimitRate,
    /// Mean number of rounds of a game.
    MeanRounds,
    /// Score of the better of two agents. Every fifth deal decides which agent is better; the others are
    /// counted.
    BetterScore,
    /// Score of the first of two agents.
    FirstScore,
    /// Share of clues that the own team takes for another keyword.
    MissedRate,
    /// Share of clues whose digit the opponents find, among those that they could find.
    OverheardRate,
}

impl NamedChoice for Measure {
    const VALUES: &'static [Measure] = &Measure::ALL;
    const CHOICES: &'static [Choice] = &{
        // A loop, because `map` is not const.
        let mut choices = [Choice { name: "", help: "" }; Measure::ALL.len()];
        let mut place = 0;
        while place < choices.len() {
            let measure = Measure::ALL[place];
            choices[place] = Choice { name: measure.name(), help: measure.wording().meaning };
            place += 1;
        }
        choices
    };
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

    /// Returns the measures of rules; those about one of two agents only if `two` agents play.
    pub(crate) fn of_rules(two: bool) -> Vec<Measure> {
        Measure::ALL.into_iter().filter(|measure| two || !measure.takes_two()).collect()
    }

    /// Returns the name used in files.
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

    /// Returns the measure with this name in files.
    pub fn named(name: &str) -> Option<Measure> {
        Measure::ALL.into_iter().chain(Measure::OF_DECKS).find(|measure| measure.name() == name)
    }

    /// Returns `true` if the measure is about one of two agents.
    pub const fn takes_two(self) -> bool {
        matches!(self, Measure::BetterScore | Measure::FirstScore)
    }

    /// Returns `true` if judging the same rounds by another tiebreaker may change the measure.
    pub const fn depends_on_judge(self) -> bool {
        match self {
            Measure::WhiteScore | Measure::SharedRate | Measure::BetterScore | Measure::FirstScore => true,
            Measure::TiebreakRate
            | Measure::LimitRate
            | Measure::MeanRounds
            | Measure::MissedRate
            | Measure::OverheardRate => false,
        }
    }

    /// Returns the clue failure that the measure counts; `None` for a measure of games.
    pub(super) const fn failure(self) -> Option<ClueFailure> {
        match self {
            Measure::MissedRate => Some(ClueFailure::Missed),
            Measure::OverheardRate => Some(ClueFailure::Overheard),
            _ => None,
        }
    }

    /// Returns how many units of [`DealSums::value`](super::deal_sums::DealSums::value) make 1 of the measure in a game: 2 half-points
    /// for a score.
    pub(crate) const fn units_per_game(self) -> i64 {
        match self {
            Measure::WhiteScore | Measure::BetterScore | Measure::FirstScore => 2,
            _ => 1,
        }
    }

    /// Returns the values that a game of at most `last_round` rounds can add to
    /// [`DealSums::value`](super::deal_sums::DealSums::value).
    pub(crate) fn values(self, last_round: u8) -> RangeInclusive<i64> {
        match self {
            Measure::MeanRounds => 1..=i64::from(last_round.max(2)),
            _ => 0..=self.units_per_game(),
        }
    }

    /// Returns the equivalence margin in the unit of the measure, from the margins asked for: percentage
    /// points (hundredths of a round), and rounds.
    pub(super) fn margin(self, [points, rounds]: [Option<f64>; 2]) -> f64 {
        let points = points.map(|points| points / 100.0);
        match self {
            Measure::MeanRounds => rounds.or(points).unwrap_or(MARGIN_ROUNDS),
            _ => points.unwrap_or(MARGIN / 100.0),
        }
    }
}

/// A way in which the clue for a keyword fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ClueFailure {
    /// The own team takes the clue for another keyword. Of a pair of keywords: for the other keyword of the
    /// pair.
    Missed,
    /// The opponents find the clue's digit.
    Overheard,
}

impl ClueFailure {
    /// Every failure.
    pub const ALL: [ClueFailure; 2] = [ClueFailure::Missed, ClueFailure::Overheard];
}

/// Returns the failures that were possible for the clue at `place` of a half, each with `true` if it
/// happened.
pub(crate) fn failures(half: &Half, place: usize) -> impl Iterator<Item = (ClueFailure, bool)> {
    let slot = half.code.slots()[place];
    let missed = (ClueFailure::Missed, half.guess.slots()[place] != slot);
    let overheard = half.interception.map(|attempt| (ClueFailure::Overheard, attempt.slots()[place] == slot));
    std::iter::once(missed).chain(overheard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_is_found_by_its_name() {
        for measure in Measure::ALL.into_iter().chain(Measure::OF_DECKS) {
            assert_eq!(Measure::named(measure.name()), Some(measure));
        }
        assert_eq!(Measure::named("white"), None);
    }
}
