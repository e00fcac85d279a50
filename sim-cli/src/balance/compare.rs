//! `rules compare`: two sets of rules on the same deals.

use overhear_stats::{Adjustment, Interval};

use super::evidence::{ALPHA, Decision, Evidence};
use super::lab::{Lab, Population};
use super::play::interrupted;
use super::sums::Plays;
use crate::cli::{CompareArgs, Measure};
use crate::failure::Failure;
use crate::output::{Cell, Column, Form, Frame, Paint, fixed, form, grouped, json, on_stdout, print, render};
use crate::setup::{RuleSet, rules};
use crate::tournament::progress::Progress;
use crate::tournament::{interrupt, say, threads};

/// How many games each set of rules is given when nothing is said.
const DEFAULT_GAMES: u64 = 100_000;

/// Deals between two looks of `--until`; without it, between two additions.
const LOOK: u64 = 1000;

/// The largest difference that counts as none when nothing is said, in percentage points.
const MARGIN: f64 = 0.5;

/// The same in rounds.
const MARGIN_ROUNDS: f64 = 0.25;

/// Compares two sets of rules.
pub(crate) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    threads(args.population.threads)?;
    let set = |text: &str| compared(text)?.with_team_size(args.population.players.team.team_size);
    let sets = [set(&args.a)?, set(&args.b)?];
    let lab = Lab::new(&args.population, args.games.unwrap_or(DEFAULT_GAMES), false)?;
    sets.iter().try_for_each(|set| set.check(&lab.words))?;
    let population = &lab.populations[0];
    let measures = measures(args, population)?;
    interrupt::listen()?;
    let plays = Plays::new(sets.iter().map(|set| set.rules).collect());
    say(&header(&lab, population, &plays, args.until));
    let rules = [sets[0].rules, sets[1].rules];
    let mut evidence: Vec<Evidence> = measures
        .into_iter()
        .map(|measure| Evidence::new(measure, population, margin(args, measure), &rules))
        .collect();
    let deals = play(args, &lab, population, &plays, &mut evidence)?;
    let frame = frame(args, &plays, &evidence, deals * population.schedule.games_of_a_deal());
    match form(args.population.display.format) {
        Form::Csv => print(&frame.to_csv())?,
        Form::Json => print(&json(&frame))?,
        Form::Table => print(&screen(&frame, on_stdout(args.population.display.color)))?,
    }
    if args.until && evidence[0].decision(population.schedule.deals()).is_none() {
        let message = "undecided at the limit of games; raise --games, or --margin";
        return Err(Failure::undecided(message));
    }
    Ok(())
}

/// The largest difference of a measure that counts as none.
fn margin(args: &CompareArgs, measure: Measure) -> f64 {
    let points = args.margin.map(|points| points / 100.0);
    match measure {
        Measure::MeanRounds => args.margin_rounds.or(points).unwrap_or(MARGIN_ROUNDS),
        _ => points.unwrap_or(MARGIN / 100.0),
    }
}

/// Rules by name or file, with switches behind commas.
fn compared(text: &str) -> Result<RuleSet, Failure> {
    let mut parts = text.split(',').map(str::trim);
    let name = parts.next().unwrap_or_default();
    rules(name, &parts.map(str::to_owned).collect::<Vec<_>>())
}

/// What is compared: what was asked for, or everything that there is.
fn measures(args: &CompareArgs, population: &Population) -> Result<Vec<Measure>, Failure> {
    let two = population.players.len() == 2;
    if args.measure.contains(&Measure::BetterScore) && !two {
        return Err(Failure::content(
            "--measure better_score",
            "it takes two agents: name them with --agent",
        ));
    }
    let mut measures = args.measure.clone();
    measures.dedup();
    match (measures.len(), args.until) {
        (0, true) => Ok(vec![Measure::WhiteScore]),
        (0, false) => Ok(Measure::ALL.into_iter().filter(|m| two || *m != Measure::BetterScore).collect()),
        (2.., true) => Err(Failure::usage("--until decides one --measure")),
        _ => Ok(measures),
    }
}

fn header(lab: &Lab, population: &Population, plays: &Plays, until: bool) -> Vec<String> {
    let most = if until { "at most " } else { "" };
    let games = most.to_owned() + &grouped(population.schedule.games());
    let way = match plays.count() {
        1 => "played once and judged by both",
        _ => "played by both on the same deals",
    };
    vec![format!("{}: {games} games, {way}", population.title()), format!("seed {}", lab.seed.0)]
}

/// Plays until a decision, or to the end; how many deals that took.
fn play(
    args: &CompareArgs,
    lab: &Lab,
    population: &Population,
    plays: &Plays,
    evidence: &mut [Evidence],
) -> Result<u64, Failure> {
    let limit = population.schedule.deals();
    let progress = Progress::start(args.population.progress, 0, population.schedule.games() * plays.count());
    let mut start = 0;
    let mut over = Ok(());
    while start < limit && over.is_ok() {
        let end = limit.min(start + LOOK);
        over = plays.run(lab, population, start..end, &progress.counter()).map(|sums| {
            evidence.iter_mut().for_each(|one| one.take(&sums));
        });
        start = end;
        if args.until && evidence[0].decision(limit).is_some() {
            break;
        }
    }
    progress.finish();
    over.map_err(|_| {
        interrupted(start * population.schedule.games_of_a_deal(), population.schedule.games())
    })?;
    Ok(start)
}

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

fn frame(args: &CompareArgs, plays: &Plays, evidence: &[Evidence], games: u64) -> Frame {
    let mut frame = Frame::new(COLUMNS);
    let planned = args.games.unwrap_or(DEFAULT_GAMES);
    let differ = PValues::new(evidence.iter().map(Evidence::difference_p).collect());
    let agree = PValues::new(evidence.iter().map(Evidence::equivalence_p).collect());
    for (place, one) in evidence.iter().enumerate() {
        let anytime = if args.until { one.anytime(one.deals_of(planned)) } else { None };
        let decision = if args.until {
            one.decision(one.deals_of(planned))
        } else {
            Decision::of(differ.is_found(place), agree.is_found(place))
        };
        let (found, tied) = (one.difference(), one.difference_in(&one.tied).filter(|_| plays.count() == 1));
        let mut row = vec![Cell::text(one.measure.name()), Cell::text(&*args.a), Cell::text(&*args.b)];
        row.extend([Cell::text(plays.method(1)), Cell::Count(one.all.deals), Cell::Count(games)]);
        row.extend([one.mean(one.all.a), one.mean(one.all.b), found.map(|d| d.value)].map(Cell::share));
        row.extend(ends(found.map(|estimate| estimate.interval)));
        row.extend(ends(anytime));
        row.push(Cell::share(one.all.variance_ratio()));
        row.extend([Some(one.margin), agree.alone[place]].map(Cell::share));
        row.push(Cell::text(decision.map_or("undecided", Decision::name)));
        row.push(Cell::Count(one.tied.deals()));
        row.push(Cell::share(tied.map(|estimate| estimate.value)));
        row.extend(ends(tied.map(|estimate| estimate.interval)));
        row.extend([differ.alone[place], differ.raised[place], agree.raised[place]].map(Cell::share));
        frame.push(row);
    }
    frame
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
fn screen(frame: &Frame, paint: Paint) -> String {
    let number = |row: usize, column: &str, digits: usize| match frame.cell(row, column) {
        Cell::Number(Some(value), _) => fixed(*value, digits),
        _ => String::new(),
    };
    let text = |row: usize, column: &str| match frame.cell(row, column) {
        Cell::Text(text) => text.clone(),
        _ => String::new(),
    };
    let mut columns = vec![Column::words("measure")];
    let anytime = frame.len() == 1 && !number(0, "anytime_low", 5).is_empty();
    let interval = if anytime { "95 % at any time" } else { "95 % interval" };
    columns.extend(["A", "B", "B - A", interval, "pairing", "margin"].map(Column::numbers));
    columns.push(Column::words("verdict"));
    let rows = (0..frame.len()).map(|row| {
        let stem = if number(row, "anytime_low", 5).is_empty() { "difference" } else { "anytime" };
        let [low, high] = ["low", "high"].map(|end| number(row, &format!("{stem}_{end}"), 4));
        vec![
            text(row, "measure"),
            number(row, "value_a", 4),
            number(row, "value_b", 4),
            number(row, "difference", 4),
            format!("[{low}, {high}]"),
            number(row, "variance_ratio", 1) + "×",
            "±".to_owned() + &number(row, "margin", 3),
            text(row, "verdict"),
        ]
    });
    let games = match frame.cell(0, "games") {
        Cell::Count(games) => grouped(*games),
        _ => String::new(),
    };
    let note = format!(
        "A: {}\nB: {} ({} on the same deals)\n{games} games by each\n",
        text(0, "rules_a"),
        text(0, "rules_b"),
        text(0, "method")
    );
    note + &render(&columns, rows.collect(), paint) + &paint.dim(LEGEND)
}
