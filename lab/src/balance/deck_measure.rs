//! What two decks are compared in.

use super::cut::Slip;
use super::margin::{margin, margin_of_share};
use super::measure::Measure;
use super::measure_wording::Wording;

/// What two decks are compared in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeckMeasure {
    /// The share of clues that went wrong in some way.
    Clues(Slip),
    /// How games end.
    Games(Measure),
}

impl DeckMeasure {
    /// Every measure, in the order of the rows.
    pub(super) const ALL: [DeckMeasure; 5] = [
        DeckMeasure::Clues(Slip::Missed),
        DeckMeasure::Clues(Slip::Overheard),
        DeckMeasure::Games(Measure::MeanRounds),
        DeckMeasure::Games(Measure::TiebreakRate),
        DeckMeasure::Games(Measure::SharedRate),
    ];

    /// The name in files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            DeckMeasure::Clues(Slip::Missed) => "missed_rate",
            DeckMeasure::Clues(Slip::Overheard) => "overheard_rate",
            DeckMeasure::Games(measure) => measure.name(),
        }
    }

    /// The one with this name in files.
    pub(crate) fn named(name: &str) -> Option<DeckMeasure> {
        DeckMeasure::ALL.into_iter().find(|measure| measure.name() == name)
    }

    /// How people speak of it.
    pub(super) const fn wording(self) -> Wording {
        match self {
            DeckMeasure::Clues(slip) => slip.wording(),
            DeckMeasure::Games(measure) => measure.wording(),
        }
    }

    /// The largest difference that counts as none, of what was asked for: percentage points and rounds.
    pub(super) fn margin(self, points: Option<f64>, rounds: Option<f64>) -> f64 {
        match self {
            DeckMeasure::Clues(_) => margin_of_share(points),
            DeckMeasure::Games(measure) => margin(measure, points, rounds),
        }
    }
}

impl Wording {
    /// That of what a column `measure` names, in a comparison, a sweep or beside two decks.
    pub fn named(measure: &str) -> Option<Wording> {
        let of_games = Measure::ALL.into_iter().find(|known| known.name() == measure).map(Measure::wording);
        of_games.or_else(|| DeckMeasure::named(measure).map(DeckMeasure::wording))
    }
}
