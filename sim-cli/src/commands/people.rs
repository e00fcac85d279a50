//! `sim-cli agents people`: what tables of people come to by round, beside what is to be expected of them.

use std::io::Write as _;
use std::ops::ControlFlow;

use overhear_agents::people::{ByRound, Counts, Familiarity, Figure};
use overhear_agents::registry::{Spec, build};
use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::rules::Rules;
use overhear_engine::table::{Seed, Table};
use overhear_stats::{Estimate, RatioMoments};

use crate::cli::PeopleArgs;
use crate::failure::Failure;
use crate::output::{Cell, Column, Form, Frame, fixed, form, grouped, on_stdout, print, render, show};
use crate::setup::{Words, seed};
use crate::tournament::threads;

const COLUMNS: &[&str] = &[
    "preset",
    "figure",
    "first_round",
    "last_round",
    "n",
    "value",
    "value_low",
    "value_high",
    "range_low",
    "range_high",
    "inside",
    "people_cases",
    "people_codes",
];

const LEGEND: &str = "\
missed: own codes guessed wrongly, in percent. overheard: codes that the
opponents guessed rightly. length: rounds of a game. 95 %: the interval, by
deal. range: what is to be expected of such a table. people: ten games (arXiv
2506.20664), overheard by a language model. What separates new and close from
regular is assumed.
";

/// Plays each table of people against itself, and prints what it comes to.
pub(crate) fn run(args: &PeopleArgs) -> Result<(), Failure> {
    threads(args.threads)?;
    let words = Words::load(&args.words)?;
    let seed = seed(args.seed);
    drop(writeln!(std::io::stderr(), "seed {}, {} games a table", seed.0, grouped(args.games)));
    let tables = Familiarity::ALL.map(|table| Ok((table, play(&words, table, args.games, seed)?)));
    let tables = tables.into_iter().collect::<Result<Vec<_>, Failure>>()?;
    let lines: Vec<Line> = tables.iter().flat_map(|(table, found)| lines(*table, found)).collect();
    match form(args.display.format) {
        Form::Csv | Form::Json => show(&frame(&lines), &args.display),
        Form::Table => {
            let paint = on_stdout(args.display.color);
            let rows = lines.iter().map(Line::for_people).collect();
            print(&(render(&columns(), rows, paint) + &paint.dim(LEGEND)))
        }
    }
}

/// What was counted, deal by deal.
#[derive(Default)]
struct Found {
    figures: [RatioMoments; Figure::ALL.len()],
    rounds: RatioMoments,
}

impl Found {
    fn record(&mut self, game: &Counts) {
        for (moments, [cases, codes]) in self.figures.iter_mut().zip(game.figures) {
            moments.record(cases.cast_signed(), codes.cast_signed());
        }
        self.rounds.record(game.rounds.cast_signed(), 1);
    }
}

fn play(words: &Words, table: Familiarity, games: u64, seed: Seed) -> Result<Found, Failure> {
    let spec = Spec::parse(table.preset()).map_err(Failure::usage)?;
    let (world, rules) = (&words.world, Rules::official());
    let agents = [build(&spec, world).map_err(Failure::usage)?];
    let arena = Arena {
        table: Table { rules, deck: world.deck(), law: world.law_under(&rules) },
        agents: &agents,
        schedule: Schedule::self_play(games),
        seed,
    };
    let mut found = Found::default();
    arena.run(0..arena.schedule.deals(), &ByRound, |block| {
        block.page.iter().for_each(|game| found.record(game));
        ControlFlow::Continue(())
    });
    Ok(found)
}

/// A figure of a table, and what is to be expected of it.
struct Line {
    preset: &'static str,
    figure: &'static str,
    rounds: [u8; 2],
    n: u64,
    found: Option<Estimate>,
    range: [f64; 2],
    people: Option<[u32; 2]>,
}

fn lines(table: Familiarity, found: &Found) -> Vec<Line> {
    let preset = table.preset();
    let rates = Figure::ALL.iter().zip(&found.figures).map(|(&figure, moments)| Line {
        preset,
        figure: match figure {
            Figure::Missed(_) => "missed",
            Figure::Overheard(_) => "overheard",
        },
        rounds: [*figure.phase().rounds().start(), *figure.phase().rounds().end()],
        n: moments.n.unsigned_abs(),
        found: moments.estimate().map(Estimate::clamp_share),
        range: table.range(figure),
        people: figure.counted(),
    });
    let length = Line {
        preset,
        figure: "mean_rounds",
        rounds: [1, Rules::official().round_limit],
        n: found.rounds.n.unsigned_abs(),
        found: found.rounds.estimate(),
        range: table.rounds(),
        people: None,
    };
    rates.chain([length]).collect()
}

impl Line {
    /// Whether what was found lies in the range; unknown where nothing was found.
    fn inside(&self) -> &'static str {
        let [low, high] = self.range;
        self.found.map_or("", |found| if (low..=high).contains(&found.value) { "yes" } else { "no" })
    }

    fn cells(&self) -> Vec<Cell> {
        let interval = self.found.map(|found| found.interval);
        let mut cells = vec![Cell::text(self.preset), Cell::text(self.figure)];
        cells.extend(self.rounds.map(|round| Cell::Count(round.into())));
        cells.push(Cell::Count(self.n));
        cells.extend(
            [self.found.map(|f| f.value), interval.map(|i| i.low), interval.map(|i| i.high)].map(Cell::share),
        );
        cells.extend(self.range.map(Cell::share));
        cells.push(Cell::text(self.inside()));
        let people = |n: usize| self.people.map_or(Cell::text(""), |people| Cell::Count(people[n].into()));
        cells.extend([0, 1].map(people));
        cells
    }

    fn for_people(&self) -> Vec<String> {
        let is_share = self.figure != "mean_rounds";
        let digits = |value: f64| if is_share { fixed(100.0 * value, 1) } else { fixed(value, 2) };
        let end = |value: f64| if is_share { fixed(100.0 * value, 0) } else { fixed(value, 0) };
        let [first, last] = self.rounds;
        let rounds = if first == last { first.to_string() } else { format!("{first} to {last}") };
        let ends = |e: Estimate| format!("{}–{}", digits(e.interval.low), digits(e.interval.high));
        vec![
            self.preset.to_owned(),
            if is_share { self.figure } else { "length" }.to_owned(),
            rounds,
            grouped(self.n),
            self.found.map_or(String::new(), |found| digits(found.value)),
            self.found.map_or(String::new(), ends),
            format!("{} to {}", end(self.range[0]), end(self.range[1])),
            self.inside().to_owned(),
            self.people.map_or(String::new(), |[cases, codes]| format!("{cases} of {codes}")),
        ]
    }
}

fn frame(lines: &[Line]) -> Frame {
    let mut frame = Frame::new(COLUMNS);
    lines.iter().for_each(|line| frame.push(line.cells()));
    frame
}

fn columns() -> Vec<Column> {
    let numbers = ["n", "found", "95 %", "range"].map(Column::numbers);
    let words = ["table", "figure", "rounds"].map(Column::words);
    let rest = [Column::words("inside"), Column::numbers("people")];
    words.into_iter().chain(numbers).chain(rest).collect()
}
