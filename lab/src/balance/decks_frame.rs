//! What two decks come to, as rows of decks.csv and in sentences.

use super::compare_frame::PValues;
use overhear_stats::Interval;

use super::deck_evidence::DeckEvidence;
use super::deck_measure::DeckMeasure;
use super::evidence::Decision;
use super::finding::{Numbers, more_games, sentence};
use super::verdict::Verdict;
use crate::table::{Cell, Frame, NamedRow};

/// What was found of a measure.
pub(crate) struct DeckFinding {
    /// What is measured.
    pub(crate) measure: DeckMeasure,
    /// What was decided.
    pub(crate) decision: Option<Decision>,
    /// Games with each deck, and those that were to be played.
    pub(crate) games: [u64; 2],
    /// The measure with A and with B.
    pub(crate) values: [f64; 2],
    /// The interval of the difference, B less A.
    pub(crate) interval: Interval,
    /// The largest difference that counts as none.
    pub(crate) margin: f64,
}

impl DeckFinding {
    fn said(&self) -> (u8, String) {
        let DeckFinding { measure, decision, games, values: [a, b], interval, margin } = *self;
        let verdict = Verdict::of(decision, b - a);
        let more = more_games(games, b - a, interval, margin);
        (verdict.rank(), sentence(&measure.wording(), verdict, &Numbers { a, b, interval, margin }, more))
    }
}

/// What was found, the weightiest first, a sentence for each measure.
pub(crate) fn deck_sentences(found: &[DeckFinding]) -> Vec<String> {
    let mut said: Vec<_> = found.iter().map(DeckFinding::said).collect();
    said.sort_by_key(|(rank, _)| *rank);
    said.into_iter().map(|(_, sentence)| sentence).collect()
}

/// A comparison of decks that is over.
pub(super) struct DecksCompared<'a> {
    /// The files of the decks.
    pub(super) decks: &'a [String; 2],
    /// What each measure has shown.
    pub(super) evidence: &'a [DeckEvidence],
    /// Deals that were played with each.
    pub(super) deals: u64,
    /// Those whose codes and heads are the same with both.
    pub(super) same_deals: u64,
    /// Games with each.
    pub(super) games: u64,
    /// Games with each that were to be played.
    pub(super) planned: u64,
}

impl DecksCompared<'_> {
    /// p-values of a difference, and of none that exceeds the margin.
    fn p_values(&self) -> [PValues; 2] {
        let of = |p: fn(&DeckEvidence) -> Option<f64>| PValues::new(self.evidence.iter().map(p).collect());
        [of(DeckEvidence::difference_p), of(DeckEvidence::equivalence_p)]
    }

    /// What was found, the weightiest first, a sentence for each measure.
    pub(super) fn sentences(&self) -> Vec<String> {
        let p_values = self.p_values();
        let found = |(place, one): (usize, &DeckEvidence)| self.found(one, decision(place, &p_values));
        let found: Vec<DeckFinding> = self.evidence.iter().enumerate().filter_map(found).collect();
        deck_sentences(&found)
    }

    fn found(&self, one: &DeckEvidence, decision: Option<Decision>) -> Option<DeckFinding> {
        Some(DeckFinding {
            measure: one.measure,
            decision,
            games: [self.games, self.planned],
            values: one.values()?,
            interval: one.difference()?.interval,
            margin: one.margin,
        })
    }

    /// A row for each measure.
    pub(super) fn frame(&self) -> Frame {
        let mut frame = Frame::of("decks.csv");
        let p_values = self.p_values();
        for (place, one) in self.evidence.iter().enumerate() {
            let [differ, agree] = &p_values;
            let decision = decision(place, &p_values).map_or(Decision::UNDECIDED, Decision::name);
            let row = NamedRow::of(&mut frame).put_all([
                ("measure", Cell::text(one.measure.name())),
                ("deck_a", Cell::text(&self.decks[0])),
                ("deck_b", Cell::text(&self.decks[1])),
                ("deals", Cell::Count(self.deals)),
                ("same_deals", Cell::Count(self.same_deals)),
                ("games", Cell::Count(self.games)),
                ("margin", Cell::share(one.margin)),
                ("verdict", Cell::text(decision)),
                ("difference_p", Cell::share(differ.alone(place))),
                ("difference_p_adjusted", Cell::share(differ.raised(place))),
                ("equivalence_p", Cell::share(agree.alone(place))),
                ("equivalence_p_adjusted", Cell::share(agree.raised(place))),
            ]);
            observed(row, one).end();
        }
        frame
    }
}

/// What is decided of the measure in this place.
fn decision(place: usize, [differ, agree]: &[PValues; 2]) -> Option<Decision> {
    Decision::of(differ.is_found(place), agree.is_found(place))
}

/// The measure with both decks, and how they differ.
fn observed<'a>(row: NamedRow<'a>, one: &DeckEvidence) -> NamedRow<'a> {
    let values = one.values();
    row.put("value_a", Cell::share(values.map(|values| values[0])))
        .put("value_b", Cell::share(values.map(|values| values[1])))
        .put_estimate("difference", one.difference())
        .put("variance_ratio", Cell::share(one.variance_ratio()))
}
