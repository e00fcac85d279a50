//! What deals that were played with two decks say about a measure.

use overhear_engine::rules::Rules;
use overhear_stats::{Estimate, PairedRatios, equivalence, student_p_value};
use serde::{Deserialize, Serialize};

use super::cut::Slip;
use super::deck_measure::DeckMeasure;
use super::deck_play::Dealt;
use super::evidence::{ALPHA, Counted, Evidence};
use super::lab::Population;

/// What the deals say about one measure.
pub(super) struct DeckEvidence {
    /// What is measured.
    pub(super) measure: DeckMeasure,
    /// The largest difference that counts as none.
    pub(super) margin: f64,
    seen: Seen,
}

/// What some deals say about a measure, in whole numbers that add up.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum DeckCounted {
    /// Clues.
    Clues(Box<PairedRatios>),
    /// Games.
    Games(Counted),
}

/// Clues are more or fewer in each deal, games are not.
enum Seen {
    Clues(Slip, Box<PairedRatios>),
    Games(Evidence),
}

impl DeckEvidence {
    /// Nothing yet; the largest difference that counts as none is given in percentage points and in rounds.
    pub(super) fn new(
        measure: DeckMeasure,
        population: &Population,
        rules: Rules,
        [points, rounds]: [Option<f64>; 2],
    ) -> DeckEvidence {
        let margin = measure.margin(points, rounds);
        let seen = match measure {
            DeckMeasure::Clues(slip) => Seen::Clues(slip, Box::default()),
            DeckMeasure::Games(measure) => {
                let mut evidence = Evidence::new(measure, population, margin, &[rules; 2]);
                evidence.same = false;
                Seen::Games(evidence)
            }
        };
        DeckEvidence { measure, margin, seen }
    }

    /// Takes in what the same deals, the first of them with the number `start`, came to with A and with B.
    pub(super) fn take(&mut self, start: u64, dealt: &[Vec<Dealt>; 2]) {
        match &mut self.seen {
            Seen::Clues(slip, ratios) => {
                dealt[0]
                    .iter()
                    .zip(&dealt[1])
                    .for_each(|(a, b)| ratios.record(a.slips(*slip), b.slips(*slip)));
            }
            Seen::Games(evidence) => {
                let sums = |dealt: &Vec<Dealt>| dealt.iter().map(|dealt| dealt.sums).collect();
                evidence.take(start, &dealt.each_ref().map(sums));
            }
        }
    }

    /// What has been counted.
    pub(super) fn counted(self) -> DeckCounted {
        match self.seen {
            Seen::Clues(_, ratios) => DeckCounted::Clues(ratios),
            Seen::Games(evidence) => DeckCounted::Games(evidence.counted()),
        }
    }

    /// Whether something like this can be added.
    pub(super) fn takes(&self, counted: &DeckCounted) -> bool {
        matches!(
            (&self.seen, counted),
            (Seen::Clues(..), DeckCounted::Clues(_)) | (Seen::Games(_), DeckCounted::Games(_))
        )
    }

    /// Adds what was counted in other deals.
    pub(super) fn add(&mut self, counted: &DeckCounted) {
        match (&mut self.seen, counted) {
            (Seen::Clues(_, ratios), DeckCounted::Clues(other)) => ratios.merge(other),
            (Seen::Games(evidence), DeckCounted::Games(other)) => evidence.add(other),
            _ => {}
        }
    }

    /// The measure with A and with B.
    pub(super) fn values(&self) -> Option<[f64; 2]> {
        match &self.seen {
            Seen::Clues(_, ratios) => ratios.ratios(),
            Seen::Games(evidence) => Some([evidence.mean(evidence.all.a)?, evidence.mean(evidence.all.b)?]),
        }
    }

    /// B less A, paired by deal; nothing about clues where no deal differs, which tells nothing of how they would.
    pub(super) fn difference(&self) -> Option<Estimate> {
        match &self.seen {
            Seen::Clues(_, ratios) => ratios.difference().filter(|found| found.se > 0.0),
            Seen::Games(evidence) => evidence.difference(),
        }
    }

    /// The p-value of "there is no difference".
    pub(super) fn difference_p(&self) -> Option<f64> {
        match &self.seen {
            Seen::Clues(_, ratios) => {
                self.difference().and_then(|found| student_p_value(&found, ratios.deals - 1))
            }
            Seen::Games(evidence) => evidence.difference_p(),
        }
    }

    /// The p-value of "the difference reaches the margin".
    pub(super) fn equivalence_p(&self) -> Option<f64> {
        match &self.seen {
            Seen::Clues(_, ratios) => {
                let found = equivalence(&self.difference()?, ratios.deals - 1, self.margin, ALPHA)?;
                Some(found.p_value)
            }
            Seen::Games(evidence) => evidence.equivalence_p(),
        }
    }

    /// How many times the deals two separate runs would take for the same interval.
    pub(super) fn variance_ratio(&self) -> Option<f64> {
        match &self.seen {
            Seen::Clues(_, ratios) => ratios.variance_ratio(),
            Seen::Games(evidence) => evidence.all.variance_ratio(),
        }
    }
}
