//! Display wording of measures.

use serde::Serialize;

use super::measure::Measure;
use super::verdict::Verdict;

/// Returns the name of a matchup in quotes: `“human”`, `“close” against “new”`.
pub(crate) fn quoted(table: &str) -> String {
    format!("“{}”", table.replace('+', "” against “"))
}

/// Display wording of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Wording {
    /// Title of the measure.
    pub title: &'static str,
    /// Meaning of the measure.
    pub meaning: &'static str,
    /// Phrase for more of the measure, after "clearly".
    pub(super) more: &'static str,
    /// Phrase for less of the measure, after "clearly".
    pub(super) less: &'static str,
    /// Phrase for the measure, after "no difference in".
    pub it: &'static str,
    /// Clauses for clearly more and clearly less; `None` where "become more frequent" and the like fit.
    #[serde(skip)]
    pub(crate) change: Option<[&'static str; 2]>,
    /// Subject of a sentence about its values; empty if `it` fits.
    #[serde(skip)]
    subject: &'static str,
    /// `true` if the subject is a plural.
    #[serde(skip)]
    pub is_plural: bool,
    /// Unit, after a number.
    pub unit: &'static str,
    /// Unit after a positive difference.
    pub(super) up: &'static str,
    /// Unit after a negative difference.
    pub(super) down: &'static str,
    /// Factor from the measure's unit to display numbers.
    pub factor: f64,
}

/// Wording of a share of games, in games of 100.
const GAMES: Wording = Wording {
    title: "",
    meaning: "",
    more: "",
    less: "",
    it: "",
    change: None,
    subject: "",
    is_plural: true,
    unit: "of 100 games",
    up: "more",
    down: "fewer",
    factor: 100.0,
};

/// Wording of a score, in points of 100.
const POINTS: Wording = Wording { unit: "of 100 points", is_plural: false, ..GAMES };

impl Wording {
    /// Returns `true` if the measure is shown as a percentage.
    pub const fn is_percent(&self) -> bool {
        self.factor == 100.0
    }

    /// Returns the title of a column or line of numbers: `Ties %`, `Length, rounds`.
    pub fn heading(&self) -> String {
        if self.is_percent() { format!("{} %", self.title) } else { format!("{}, {}", self.title, self.unit) }
    }

    /// Returns the measure as the subject of a sentence about its values.
    pub const fn subject(&self) -> &'static str {
        if self.subject.is_empty() { self.it } else { self.subject }
    }

    /// Returns the wording of the measure that a column `measure` names.
    pub fn named(measure: &str) -> Option<Wording> {
        Measure::named(measure).map(Measure::wording)
    }

    /// Returns the direction of a difference, for use after "clearly".
    pub(super) const fn behind_clearly(&self, verdict: Verdict) -> &'static str {
        if matches!(verdict, Verdict::More) { self.more } else { self.less }
    }
}

impl Measure {
    /// Returns the display wording of the measure.
    pub const fn wording(self) -> Wording {
        match self {
            Measure::WhiteScore => Wording {
                title: "White's score",
                meaning: "White reads first; a win counts 1, a shared victory ½; 50 of 100 is even",
                more: "better for White",
                less: "worse for White",
                it: "White's score",
                change: Some(["White does better", "Black does better"]),
                ..POINTS
            },
            Measure::TiebreakRate => Wording {
                title: "Ties",
                meaning: "games that come to the tiebreaker",
                more: "more ties",
                less: "fewer ties",
                it: "ties",
                ..GAMES
            },
            Measure::SharedRate => Wording {
                title: "Shared victories",
                meaning: "games that the tiebreaker leaves even",
                more: "more shared victories",
                less: "fewer shared victories",
                it: "shared victories",
                ..GAMES
            },
            Measure::LimitRate => Wording {
                title: "Last round",
                meaning: "games that play the last round the rules allow",
                more: "more games to the last round",
                less: "fewer games to the last round",
                it: "games to the last round",
                subject: "games that play the last round",
                ..GAMES
            },
            Measure::MeanRounds => Wording {
                title: "Length",
                meaning: "rounds of a game, on average",
                more: "longer games",
                less: "shorter games",
                it: "length",
                change: Some(["games are longer", "games are shorter"]),
                subject: "the length of games",
                is_plural: false,
                unit: "rounds",
                factor: 1.0,
                ..GAMES
            },
            Measure::BetterScore => Wording {
                title: "Score of the better team",
                meaning: "the team that scores more on every fifth deal, counted on the others",
                more: "better for the better team",
                less: "worse for the better team",
                it: "the better team's score",
                change: Some(["the better team wins more", "the better team wins less"]),
                ..POINTS
            },
            Measure::FirstScore => Wording {
                title: "Score of the first team",
                meaning: "the team that is named first; a win counts 1, a shared victory ½",
                more: "better for the first team",
                less: "worse for the first team",
                it: "the first team's score",
                change: Some(["the first team does better", "the first team does worse"]),
                ..POINTS
            },
            Measure::MissedRate => Wording {
                title: "Missed clues",
                meaning: "clues that the own team takes for another keyword",
                more: "harder",
                less: "easier",
                it: "missed clues",
                unit: "of 100 clues missed",
                ..GAMES
            },
            Measure::OverheardRate => Wording {
                title: "Overheard clues",
                meaning: "clues whose digit the opponents find, of those that they could",
                more: "leakier",
                less: "tighter",
                it: "overheard clues",
                unit: "of 100 clues overheard",
                ..GAMES
            },
        }
    }
}
