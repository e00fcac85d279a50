//! `rules compare`: two sets of rules on the same deals.

use super::compare_table::{Compared, screen};
use super::evidence::Evidence;
use super::lab::{Lab, Population};
use super::play::stopped;
use super::sums::Plays;
use crate::cli::{CompareArgs, Measure};
use crate::failure::Failure;
use crate::output::{Form, form, grouped, json, on_stdout, print};
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
    let lab = Lab::new(&args.population, planned(args), false)?;
    sets.iter().try_for_each(|set| set.check(&lab.words))?;
    let population = &lab.populations[0];
    let measures = measures(args, population)?;
    interrupt::listen()?;
    let plays = Plays::new(sets.iter().map(|set| set.rules).collect());
    say(&header(&lab, population, &plays, args.until));
    let rules = [sets[0].rules, sets[1].rules];
    let evidence = |measure| Evidence::new(measure, population, margin(args, measure), &rules);
    let mut evidence: Vec<Evidence> = measures.into_iter().map(evidence).collect();
    let deals = play(args, &lab, population, &plays, &mut evidence);
    let games = deals * population.schedule.games_of_a_deal();
    let stopped = stopped(games, population.schedule.games(), None);
    if games == 0 {
        return stopped;
    }
    show(args, &Compared { args, plays: &plays, evidence: &evidence, games, planned: planned(args) })?;
    let is_decided = args.until && evidence[0].decision(population.schedule.deals()).is_some();
    if !is_decided {
        stopped?;
    }
    if args.until && !is_decided {
        let message = "undecided at the limit of games; raise --games, or --margin";
        return Err(Failure::undecided(message));
    }
    Ok(())
}

/// How many games of each set of rules there are at most.
fn planned(args: &CompareArgs) -> u64 {
    args.games.unwrap_or(DEFAULT_GAMES)
}

/// Prints the comparison in the form that was asked for.
fn show(args: &CompareArgs, compared: &Compared<'_>) -> Result<(), Failure> {
    let (frame, display) = (compared.frame(), &args.population.display);
    match form(display.format) {
        Form::Csv => print(&frame.to_csv()),
        Form::Json => print(&json(&frame)),
        Form::Table => print(&screen(&frame, on_stdout(display.color))),
    }
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
    if let Some(measure) = args.measure.iter().find(|measure| measure.takes_two() && !two) {
        let message = "it takes two agents: name them with --agent";
        return Err(Failure::content(format_args!("--measure {}", measure.name()), message));
    }
    let mut measures = args.measure.clone();
    measures.dedup();
    match (measures.len(), args.until) {
        (0, true) => Ok(vec![Measure::WhiteScore]),
        (0, false) => Ok(Measure::ALL.into_iter().filter(|measure| two || !measure.takes_two()).collect()),
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

/// Plays until a decision, Ctrl-C, or to the end; how many deals that took.
fn play(
    args: &CompareArgs,
    lab: &Lab,
    population: &Population,
    plays: &Plays,
    evidence: &mut [Evidence],
) -> u64 {
    let limit = population.schedule.deals();
    let progress = Progress::start(args.population.progress, 0, population.schedule.games() * plays.count());
    let mut start = 0;
    while start < limit && !interrupt::asked() {
        let end = limit.min(start + LOOK);
        let sums = plays.run(lab, population, start..end, &progress.counter());
        evidence.iter_mut().for_each(|one| one.take(start, &sums));
        start += sums[0].len() as u64;
        if args.until && evidence[0].decision(limit).is_some() {
            break;
        }
    }
    progress.finish();
    start
}
