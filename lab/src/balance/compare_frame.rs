//! What two sets of rules come to on the same deals, as rows of a file.

use overhear_stats::{Adjustment, Interval};

use super::compare_config::CompareConfig;
use super::evidence::{ALPHA, Decision, Evidence};
use super::finding::{rank, said};
use super::sums::Plays;
use super::tables_finding::{AtTable, sentences};
use crate::table::{Cell, Frame};

/// p-values of all measures, and the same raised for being many (Holm).
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
        let mut frame = Frame::with("rules compare", if self.is_at_tables() { 3 } else { 0 });
        let p_values = self.p_values();
        let [differ, agree] = &p_values;
        for (place, one) in self.evidence.iter().enumerate() {
            let seat = &self.seats[place];
            let mut row = self.observed(one, seat.games);
            row.extend(self.margin(one, place, &p_values));
            row.extend(self.tied(one));
            row.extend([differ.alone(place), differ.raised(place), agree.raised(place)].map(Cell::share));
            if let Some(table) = &seat.table {
                row.push(Cell::text(&**table));
                row.extend(ends(self.overall(one)));
            }
            frame.push(row);
        }
        frame
    }

    fn is_at_tables(&self) -> bool {
        self.seats.iter().any(|seat| seat.table.is_some())
    }

    /// The measure under both sets of rules, and how they differ.
    fn observed(&self, one: &Evidence, games: u64) -> Vec<Cell> {
        let Compared { config, plays, .. } = self;
        let found = one.difference();
        let mut row = vec![Cell::text(one.measure.name()), Cell::text(&*config.a), Cell::text(&*config.b)];
        row.extend([Cell::text(plays.method(1)), Cell::Count(one.all.deals), Cell::Count(games)]);
        row.extend([one.mean(one.all.a), one.mean(one.all.b), found.map(|d| d.value)].map(Cell::share));
        row.extend(ends(found.map(|estimate| estimate.interval)));
        row.extend(ends(if config.until { one.anytime(one.deals_of(self.planned)) } else { None }));
        row.push(Cell::share(one.all.variance_ratio()));
        row
    }

    /// The margin, and what is decided by it.
    fn margin(&self, one: &Evidence, place: usize, p_values: &[PValues; 2]) -> [Cell; 3] {
        let decision = self.decision(place, p_values);
        let [margin, p] = [Some(one.margin), p_values[1].alone(place)].map(Cell::share);
        [margin, p, Cell::text(decision.map_or(Decision::UNDECIDED, Decision::name))]
    }

    /// The deals that came to the tiebreaker, and the difference in them where it alone can differ.
    fn tied(&self, one: &Evidence) -> Vec<Cell> {
        let tied = one.difference_in(&one.tied).filter(|_| self.plays.count() == 1);
        let mut row = vec![Cell::Count(one.tied.deals()), Cell::share(tied.map(|estimate| estimate.value))];
        row.extend(ends(tied.map(|estimate| estimate.interval)));
        row
    }
}

/// Both ends of an interval, or nothing twice.
pub(super) fn ends(interval: Option<Interval>) -> [Cell; 2] {
    [interval.map(|i| i.low), interval.map(|i| i.high)].map(Cell::share)
}
