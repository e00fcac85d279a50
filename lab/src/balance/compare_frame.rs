//! What two sets of rules come to on the same deals, as rows of a file.

use overhear_stats::{Adjustment, Interval};

use super::compare_config::CompareConfig;
use super::evidence::{ALPHA, Decision, Evidence};
use super::finding::{rank, said};
use super::sums::Plays;
use super::tables_finding::{AtTable, sentences};
use crate::table::{Cell, Frame, NamedRow};

/// The columns that a row about one table has.
const AT_TABLES: [&str; 3] = ["table", "overall_low", "overall_high"];

/// p-values of all measures, and the same raised for being many (Holm).
#[derive(Debug)]
pub(super) struct PValues {
    alone: Vec<Option<f64>>,
    raised: Vec<Option<f64>>,
}

impl PValues {
    /// Raises them.
    pub(super) fn new(alone: Vec<Option<f64>>) -> PValues {
        PValues { raised: Adjustment::Holm.adjust_known(&alone), alone }
    }

    /// One of them by itself.
    pub(super) fn alone(&self, place: usize) -> Option<f64> {
        self.alone[place]
    }

    /// One of them for being one of many.
    pub(super) fn raised(&self, place: usize) -> Option<f64> {
        self.raised[place]
    }

    /// Whether one of them, by its place, is small enough for being one of many.
    pub(super) fn is_found(&self, place: usize) -> bool {
        self.raised(place).is_some_and(|p| p < ALPHA)
    }
}

/// Where a measure was taken.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    /// The name of the table, where several have played.
    pub(super) table: Option<String>,
    /// Games under each set of rules.
    pub(super) games: u64,
}

/// A comparison that is over.
pub(super) struct Compared<'a> {
    /// What was asked for.
    pub(super) config: &'a CompareConfig,
    /// What was played, and what was judged again.
    pub(super) plays: &'a Plays,
    /// What each measure has shown.
    pub(super) evidence: &'a [Evidence],
    /// Where each was taken.
    pub(super) seats: &'a [Seat],
    /// The most games that there could have been.
    pub(super) planned: u64,
}

impl Compared<'_> {
    /// p-values of a difference, and of none that exceeds the margin.
    fn p_values(&self) -> [PValues; 2] {
        let of = |p: fn(&Evidence) -> Option<f64>| PValues::new(self.evidence.iter().map(p).collect());
        [of(Evidence::difference_p), of(Evidence::equivalence_p)]
    }

    /// What is decided of the measure in this place.
    fn decision(&self, place: usize, [differ, agree]: &[PValues; 2]) -> Option<Decision> {
        let one = &self.evidence[place];
        if self.config.until {
            one.decision(one.deals_of(self.planned))
        } else if self.seats[place].table.is_some() {
            Decision::by(self.overall(one)?, one.margin)
        } else {
            Decision::of(differ.is_found(place), agree.is_found(place))
        }
    }

    /// The interval of a difference that holds for all rows at once (Bonferroni).
    fn overall(&self, one: &Evidence) -> Option<Interval> {
        one.interval_at(1.0 - ALPHA / self.evidence.len() as f64)
    }

    /// What was found at the table in this place.
    fn at_table(&self, place: usize, p_values: &[PValues; 2]) -> Option<AtTable<'_>> {
        let (one, seat) = (&self.evidence[place], &self.seats[place]);
        Some(AtTable {
            table: seat.table.as_deref()?,
            measure: one.measure,
            decision: self.decision(place, p_values),
            games: seat.games,
            difference: one.difference()?.value,
            interval: self.overall(one)?,
            margin: one.margin,
        })
    }

    /// What was found, the weightiest first, a sentence for each measure.
    pub(super) fn sentences(&self) -> Vec<String> {
        let p_values = self.p_values();
        if self.is_at_tables() {
            let found = (0..self.evidence.len()).filter_map(|place| self.at_table(place, &p_values));
            return sentences(&found.collect::<Vec<_>>());
        }
        let of = |(place, one): (usize, &Evidence)| {
            let anytime = self.config.until.then(|| one.anytime(one.deals_of(self.planned))).flatten();
            let (verdict, sentence) =
                said(one, self.decision(place, &p_values), [self.seats[place].games; 2], anytime)?;
            Some((rank(verdict, one.measure), sentence))
        };
        let mut said: Vec<_> = self.evidence.iter().enumerate().filter_map(of).collect();
        said.sort_by_key(|(rank, _)| *rank);
        said.into_iter().map(|(_, sentence)| sentence).collect()
    }

    /// A row for each measure.
    pub(super) fn frame(&self) -> Frame {
        let mut frame = Frame::with("rules compare", if self.is_at_tables() { &AT_TABLES } else { &[] });
        let p_values = self.p_values();
        let [differ, agree] = &p_values;
        for (place, one) in self.evidence.iter().enumerate() {
            let seat = &self.seats[place];
            let decision = self.decision(place, &p_values).map_or(Decision::UNDECIDED, Decision::name);
            let row = NamedRow::of(&mut frame).put_all([
                ("games", Cell::Count(seat.games)),
                ("margin", Cell::share(one.margin)),
                ("verdict", Cell::text(decision)),
                ("difference_p", Cell::share(differ.alone(place))),
                ("difference_p_adjusted", Cell::share(differ.raised(place))),
                ("equivalence_p", Cell::share(agree.alone(place))),
                ("equivalence_p_adjusted", Cell::share(agree.raised(place))),
                ("table", Cell::text(seat.table.as_deref().unwrap_or_default())),
            ]);
            let row = row.put_range(["overall_low", "overall_high"], self.overall(one), Cell::share);
            self.tied(self.observed(row, one), one).end();
        }
        frame
    }

    fn is_at_tables(&self) -> bool {
        self.seats.iter().any(|seat| seat.table.is_some())
    }

    /// The measure under both sets of rules, and how they differ.
    fn observed<'a>(&self, row: NamedRow<'a>, one: &Evidence) -> NamedRow<'a> {
        let Compared { config, plays, .. } = self;
        let anytime = config.until.then(|| one.anytime(one.deals_of(self.planned))).flatten();
        row.put_all([
            ("measure", Cell::text(one.measure.name())),
            ("rules_a", Cell::text(config.a.to_string())),
            ("rules_b", Cell::text(config.b.to_string())),
            ("method", Cell::text(plays.method(1))),
            ("deals", Cell::Count(one.all.deals)),
            ("value_a", Cell::share(one.mean(one.all.a))),
            ("value_b", Cell::share(one.mean(one.all.b))),
            ("variance_ratio", Cell::share(one.all.variance_ratio())),
        ])
        .put_estimate("difference", one.difference())
        .put_range(["anytime_low", "anytime_high"], anytime, Cell::share)
    }

    /// The deals that came to the tiebreaker, and the difference in them where it alone can differ.
    fn tied<'a>(&self, row: NamedRow<'a>, one: &Evidence) -> NamedRow<'a> {
        let tied = one.difference_in(&one.tied).filter(|_| self.plays.count() == 1);
        row.put("tied_deals", Cell::Count(one.tied.deals())).put_estimate("difference_tied", tied)
    }
}
