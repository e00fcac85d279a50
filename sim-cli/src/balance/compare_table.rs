//! What two sets of rules come to on the same deals: the rows of a file, and the table for people.

use overhear_stats::{Adjustment, Interval};

use super::evidence::{ALPHA, Decision, Evidence};
use super::sums::Plays;
use crate::cli::CompareArgs;
use crate::output::{Cell, Column, Frame, Paint, fixed, grouped, render};

const COLUMNS: &[&str] = &[
    "measure",
    "rules_a",
    "rules_b",
    "method",
    "deals",
    "games",
    "value_a",
    "value_b",
    "difference",
    "difference_low",
    "difference_high",
    "anytime_low",
    "anytime_high",
    "variance_ratio",
    "margin",
    "equivalence_p",
    "verdict",
    "tied_deals",
    "difference_tied",
    "difference_tied_low",
    "difference_tied_high",
    "difference_p",
    "difference_p_adjusted",
    "equivalence_p_adjusted",
];

/// p-values of all measures, and the same raised for being many (Holm).
struct PValues {
    alone: Vec<Option<f64>>,
    raised: Vec<Option<f64>>,
}

impl PValues {
    fn new(alone: Vec<Option<f64>>) -> PValues {
        let known: Vec<f64> = alone.iter().flatten().copied().collect();
        let mut holm = Adjustment::Holm.adjust(&known).into_iter();
        let raised = alone.iter().map(|p| p.and_then(|_| holm.next())).collect();
        PValues { alone, raised }
    }

    fn is_found(&self, place: usize) -> bool {
        self.raised[place].is_some_and(|p| p < ALPHA)
    }
}

/// A comparison that is over.
pub(super) struct Compared<'a> {
    /// What was asked for.
    pub(super) args: &'a CompareArgs,
    /// What was played, and what was judged again.
    pub(super) plays: &'a Plays,
    /// What each measure has shown.
    pub(super) evidence: &'a [Evidence],
    /// Games of each set of rules.
    pub(super) games: u64,
    /// The most games that there could have been.
    pub(super) planned: u64,
}

impl Compared<'_> {
    /// A row for each measure.
    pub(super) fn frame(&self) -> Frame {
        let mut frame = Frame::new(COLUMNS);
        let differ = PValues::new(self.evidence.iter().map(Evidence::difference_p).collect());
        let agree = PValues::new(self.evidence.iter().map(Evidence::equivalence_p).collect());
        for (place, one) in self.evidence.iter().enumerate() {
            let mut row = self.observed(one);
            row.extend(self.margin(one, place, &differ, &agree));
            row.extend(self.tied(one));
            row.extend([differ.alone[place], differ.raised[place], agree.raised[place]].map(Cell::share));
            frame.push(row);
        }
        frame
    }

    /// The measure under both sets of rules, and how they differ.
    fn observed(&self, one: &Evidence) -> Vec<Cell> {
        let Compared { args, plays, games, .. } = self;
        let found = one.difference();
        let mut row = vec![Cell::text(one.measure.name()), Cell::text(&*args.a), Cell::text(&*args.b)];
        row.extend([Cell::text(plays.method(1)), Cell::Count(one.all.deals), Cell::Count(*games)]);
        row.extend([one.mean(one.all.a), one.mean(one.all.b), found.map(|d| d.value)].map(Cell::share));
        row.extend(ends(found.map(|estimate| estimate.interval)));
        row.extend(ends(if args.until { one.anytime(one.deals_of(self.planned)) } else { None }));
        row.push(Cell::share(one.all.variance_ratio()));
        row
    }

    /// The margin, and what is decided by it.
    fn margin(&self, one: &Evidence, place: usize, differ: &PValues, agree: &PValues) -> [Cell; 3] {
        let decision = if self.args.until {
            one.decision(one.deals_of(self.planned))
        } else {
            Decision::of(differ.is_found(place), agree.is_found(place))
        };
        let [margin, p] = [Some(one.margin), agree.alone[place]].map(Cell::share);
        [margin, p, Cell::text(decision.map_or("undecided", Decision::name))]
    }

    /// The deals that came to the tiebreaker, and the difference in them where it alone can differ.
    fn tied(&self, one: &Evidence) -> Vec<Cell> {
        let tied = one.difference_in(&one.tied).filter(|_| self.plays.count() == 1);
        let mut row = vec![Cell::Count(one.tied.deals()), Cell::share(tied.map(|estimate| estimate.value))];
        row.extend(ends(tied.map(|estimate| estimate.interval)));
        row
    }
}

fn ends(interval: Option<Interval>) -> [Cell; 2] {
    [interval.map(|i| i.low), interval.map(|i| i.high)].map(Cell::share)
}

const LEGEND: &str = "\
pairing: how many times the deals two separate runs would take for the same
interval. different: not 0; equivalent: within the margin; both at 5 % for all
measures of the table together (Holm).
";

/// The comparison for people.
pub(super) fn screen(frame: &Frame, paint: Paint) -> String {
    let mut columns = vec![Column::words("measure")];
    let anytime = frame.len() == 1 && !number(frame, 0, "anytime_low", 5).is_empty();
    let interval = if anytime { "95 % at any time" } else { "95 % interval" };
    columns.extend(["A", "B", "B - A", interval, "pairing", "margin"].map(Column::numbers));
    columns.push(Column::words("verdict"));
    let rows = (0..frame.len()).map(|place| row(frame, place)).collect();
    note(frame) + &render(&columns, rows, paint) + &paint.dim(LEGEND)
}

fn number(frame: &Frame, row: usize, column: &str, digits: usize) -> String {
    match frame.cell(row, column) {
        Cell::Number(Some(value), _) => fixed(*value, digits),
        _ => String::new(),
    }
}

fn text(frame: &Frame, row: usize, column: &str) -> String {
    match frame.cell(row, column) {
        Cell::Text(text) => text.clone(),
        _ => String::new(),
    }
}

fn row(frame: &Frame, place: usize) -> Vec<String> {
    let number = |column: &str, digits| number(frame, place, column, digits);
    let stem = if number("anytime_low", 5).is_empty() { "difference" } else { "anytime" };
    let [low, high] = ["low", "high"].map(|end| number(&format!("{stem}_{end}"), 4));
    vec![
        text(frame, place, "measure"),
        number("value_a", 4),
        number("value_b", 4),
        number("difference", 4),
        format!("[{low}, {high}]"),
        number("variance_ratio", 1) + "×",
        "±".to_owned() + &number("margin", 3),
        text(frame, place, "verdict"),
    ]
}

/// What was compared, and how.
fn note(frame: &Frame) -> String {
    let games = match frame.cell(0, "games") {
        Cell::Count(games) => grouped(*games),
        _ => String::new(),
    };
    let [a, b, method] = ["rules_a", "rules_b", "method"].map(|column| text(frame, 0, column));
    format!("A: {a}\nB: {b} ({method} on the same deals)\n{games} games by each\n")
}
