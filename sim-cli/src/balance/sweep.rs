//! `balance --sweep`: a grid of rules on the same deals, each compared with all others at once.

use std::path::Path;

use overhear_stats::{DifferenceCounts, Estimate, Interval, Matrix, MaxZ, RatioMoments};

use super::grid::{Point, points};
use super::header;
use super::lab::{Lab, Population};
use super::manifest::Manifest;
use super::sums::{DealSums, Plays, unit};
use crate::cli::{BalanceArgs, Measure};
use crate::failure::Failure;
use crate::output::{
    Cell, Column, Form, Frame, Inventory, Paint, ResultDir, fixed, form, grouped, json, on_stdout, print,
    quoted, render,
};
use crate::setup::RuleSet;
use crate::tournament::progress::Progress;
use crate::tournament::{interrupt, say};

/// How many games each point is given when nothing is said.
const DEFAULT_GAMES: u64 = 10_000;

/// Deals that are held in memory at a time.
const PORTION: u64 = 4096;

/// Draws behind the simultaneous intervals.
const DRAWS: u32 = 20_000;

const LEGEND: &str = "\
±: 95 %, of the base alone. *: differs from the base at 95 %, for all points of the grid at once (largest |z|\n\
over all pairs of points, from their joint covariance; each measure by itself).\n\
last: games that play the last round. judged: the same games judged again.";

/// Plays a grid and reports.
pub(super) fn run(args: &BalanceArgs, base: &RuleSet) -> Result<(), Failure> {
    let points = points(base, &args.sweep)?;
    let dir = ResultDir::asked(&args.out)?;
    let asked = args.games.unwrap_or(DEFAULT_GAMES);
    let lab = Lab::new(&args.population, asked, false)?;
    base.check(&lab.words)?;
    points.iter().try_for_each(|point| point.check(&lab.words))?;
    interrupt::listen()?;
    let plays = Plays::new(points.iter().map(|point| point.rules).collect());
    say(&header(&lab, base));
    let line = format!(
        "{} points of the grid, {} of them played, the others judged again",
        points.len(),
        plays.count()
    );
    say(&[line]);
    let population = &lab.populations[0];
    let sums = play(args, &lab, population, &plays, points.len())?;
    let frame = frame(&points, &plays, population, &sums);
    let sweep: Vec<String> =
        args.sweep.iter().map(|axis| format!("{}={}", axis.key, axis.values.join(","))).collect();
    let manifest = Manifest::new("balance", &lab, base, asked, &sweep);
    if let Some(dir) = dir {
        dir.publish(
            vec![("sweep.csv".to_owned(), frame.to_csv().into_bytes())],
            Inventory::new(),
            &manifest,
        )?;
    }
    say(&[figure(args.out.out.as_deref())]);
    match form(args.population.display.format) {
        Form::Csv => print(&frame.to_csv()),
        Form::Json => print(&json(&manifest.with(&[("sweep", &frame)]))),
        Form::Table => print(&screen(&points, &plays, &frame, on_stdout(args.population.display.color))),
    }
}

/// How to see the grid as a figure.
fn figure(out: Option<&Path>) -> String {
    match out {
        Some(dir) => {
            let dir = quoted(&dir.display().to_string());
            format!("as a figure: sim-cli report {dir}")
        }
        None => "as a figure: again with --out DIR, then sim-cli report DIR".to_owned(),
    }
}

fn play(
    args: &BalanceArgs,
    lab: &Lab,
    population: &Population,
    plays: &Plays,
    points: usize,
) -> Result<Vec<Sums>, Failure> {
    let schedule = &population.schedule;
    let progress = Progress::start(args.population.progress, 0, schedule.games() * plays.count());
    let measures =
        Measure::ALL.into_iter().filter(|m| *m != Measure::BetterScore || population.players.len() == 2);
    let mut sums: Vec<Sums> = measures.map(|measure| Sums::new(measure, points)).collect();
    let mut played = Ok(());
    for start in (0..schedule.deals()).step_by(PORTION as usize) {
        let end = schedule.deals().min(start + PORTION);
        played = plays.run(lab, population, start..end, &progress.counter()).map(|deals| {
            sums.iter_mut().for_each(|sums| sums.take(&deals));
        });
        if played.is_err() {
            break;
        }
    }
    progress.finish();
    played.map(|()| sums)
}

/// First and second moments of one measure over deals, jointly for all points.
struct Sums {
    measure: Measure,
    deals: u64,
    points: usize,
    first: Vec<i64>,
    products: Vec<i64>,
    differences: Vec<DifferenceCounts>,
}

impl Sums {
    fn new(measure: Measure, points: usize) -> Sums {
        let differences = vec![DifferenceCounts::default(); points];
        let (first, products) = (vec![0; points], vec![0; points * points]);
        Sums { measure, deals: 0, points, first, products, differences }
    }

    fn take(&mut self, deals: &[Vec<DealSums>]) {
        let portion = deals[0].len();
        self.deals += portion as u64;
        let mut values = vec![0; self.points];
        for deal in 0..portion {
            values.iter_mut().zip(deals).for_each(|(value, point)| *value = point[deal].of(self.measure));
            self.differences.iter_mut().zip(&values).for_each(|(seen, &value)| seen.record(values[0], value));
            self.first.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
            for (row, a) in self.products.chunks_exact_mut(self.points).zip(&values) {
                row.iter_mut().zip(&values).for_each(|(sum, b)| *sum += a * b);
            }
        }
    }

    fn product(&self, a: usize, b: usize) -> i64 {
        self.products[a * self.points + b]
    }

    /// The covariance of the points' means, in half-points or counts a deal.
    fn covariance(&self) -> Matrix {
        let deals = self.deals as f64;
        Matrix::from_fn(self.points, |a, b| {
            let spread = i128::from(self.deals) * i128::from(self.product(a, b))
                - i128::from(self.first[a]) * i128::from(self.first[b]);
            spread as f64 / (deals * deals * (deals - 1.0))
        })
    }

    /// A point's mean, each deal bringing `scale` numbers within `range`.
    fn value(&self, point: usize, scale: i64, range: Interval) -> Option<Estimate> {
        let deals = self.deals as i64;
        let (y, yy) = (self.first[point], self.product(point, point));
        RatioMoments { deals: self.deals, y, n: scale * deals, yy, yn: scale * y, nn: scale * scale * deals }
            .bounded(range)
    }
}

/// A point less the base.
#[derive(Default)]
struct Shift {
    value: Option<f64>,
    interval: Option<Interval>,
    p: Option<f64>,
}

impl Shift {
    /// What a measure shows, no deal differing by more than `most`; `largest` is drawn over all points.
    fn new(seen: &DifferenceCounts, most: i64, largest: Option<&MaxZ>) -> Shift {
        let Some(sample) = seen.sample(most) else { return Shift::default() };
        let level = largest.map_or(0.95, |largest| largest.level_of_each(0.95));
        Shift {
            value: Some(sample.estimate().value),
            interval: Some(sample.interval(level)),
            p: largest.map(|largest| largest.adjusted_p_value(sample.z_score(0.0))),
        }
    }

    /// That of rules which are those of the base.
    fn none() -> Shift {
        Shift { value: Some(0.0), interval: Some(Interval { low: 0.0, high: 0.0 }), p: Some(1.0) }
    }
}

const COLUMNS: &[&str] = &[
    "point",
    "method",
    "measure",
    "deals",
    "games",
    "value",
    "low",
    "high",
    "difference",
    "difference_low",
    "difference_high",
    "p_adjusted",
];

fn frame(points: &[Point], plays: &Plays, population: &Population, sums: &[Sums]) -> Frame {
    let mut frame = Frame::new(COLUMNS);
    let each = population.schedule.games_of_a_deal() as i64;
    let seed = 1;
    for one in sums {
        let scale = unit(one.measure) * each;
        let longest = points.iter().map(|point| point.rules.round_limit).max().unwrap_or(1);
        let is_length = one.measure == Measure::MeanRounds;
        let range =
            if is_length { Interval { low: 1.0, high: f64::from(longest.max(2)) } } else { Interval::UNIT };
        let most = scale * range.width() as i64;
        let largest = (one.deals > 1).then(|| MaxZ::pairwise(&one.covariance(), DRAWS, seed)).flatten();
        for (place, point) in points.iter().enumerate() {
            let value = one.value(place, scale, range);
            let shift = if point.rules == points[0].rules {
                Shift::none()
            } else {
                Shift::new(&one.differences[place], most, largest.as_ref())
            };
            let names = [&*point.name, plays.method(place), one.measure.name()].map(Cell::text);
            let counts = [one.deals, one.deals * each as u64].map(Cell::Count);
            let value =
                [value.map(|v| v.value), value.map(|v| v.interval.low), value.map(|v| v.interval.high)];
            let differences = [shift.value, shift.interval.map(|i| i.low), shift.interval.map(|i| i.high)]
                .map(|number| number.map(|number| number / scale as f64));
            let numbers = value.into_iter().chain(differences).chain([shift.p]).map(Cell::share);
            frame.push(names.into_iter().chain(counts).chain(numbers).collect());
        }
    }
    frame
}

/// The grid for people: a line a point, a column a measure.
fn screen(points: &[Point], plays: &Plays, frame: &Frame, paint: Paint) -> String {
    let measures = frame.len() / points.len();
    let titles = ["White's %", "tied %", "shared %", "last %", "rounds", "better %"];
    let mut columns = vec![Column::words("rules"), Column::words("method")];
    columns.extend(titles[..measures].iter().map(|title| Column::numbers(title)));
    let rows = points.iter().enumerate().map(|(place, point)| {
        let cells = (0..measures).map(|measure| cell(frame, measure * points.len() + place, place == 0));
        [point.name.replace(' ', "\n"), plays.method(place).replace(" again", "")]
            .into_iter()
            .chain(cells)
            .collect()
    });
    let games = match frame.cell(0, "games") {
        Cell::Count(games) => grouped(*games),
        _ => String::new(),
    };
    format!("{games} games at each point, on the same deals\n")
        + &render(&columns, rows.collect(), paint)
        + &paint.dim(LEGEND)
        + "\n"
}

/// A point's value; the base's with its interval.
fn cell(frame: &Frame, row: usize, is_base: bool) -> String {
    let number = |column: &str| match frame.cell(row, column) {
        Cell::Number(value, _) => *value,
        _ => None,
    };
    let is_rounds = *frame.cell(row, "measure") == Cell::text(Measure::MeanRounds.name());
    let factor = if is_rounds { 1.0 } else { 100.0 };
    let value =
        number("value").map_or(String::new(), |value| fixed(factor * value, if is_rounds { 2 } else { 1 }));
    if let (true, Some(low), Some(high)) = (is_base, number("low"), number("high")) {
        return format!("{value} ±{}", fixed(factor * (high - low) / 2.0, if is_rounds { 2 } else { 1 }));
    }
    let differs = number("difference_low")
        .zip(number("difference_high"))
        .is_some_and(|(low, high)| low > 0.0 || high < 0.0);
    value + if differs { "*" } else { " " }
}
