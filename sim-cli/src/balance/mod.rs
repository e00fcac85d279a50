//! The balance laboratory: how games end, what the tiebreaker does, and what other rules would make of the same deals.

mod book;
mod columns;
mod compare;
mod compare_table;
mod course;
mod evidence;
mod grid;
mod grid_table;
mod joint;
mod key;
mod kind;
mod lab;
mod manifest;
#[cfg(test)]
mod nominal;
mod play;
mod rung;
mod screen;
mod sums;
mod survey;
mod sweep;
mod tables;
mod variant;

pub(crate) use compare::compare;
pub(crate) use play::stopped;

use overhear_engine::rules::{BySide, Players};

use crate::cli::BalanceArgs;
use crate::failure::Failure;
use crate::output::{Form, Inventory, ResultDir, form, grouped, json, on_stdout, print};
use crate::setup::RuleSet;
use crate::tournament::{interrupt, say, threads};
use lab::Lab;
use manifest::Manifest;
use survey::Books;
use tables::Tables;
use variant::Variant;

/// How many games a report has when nothing is said.
const DEFAULT_GAMES: u64 = 100_000;

/// Plays a population and reports what a designer asks.
pub(crate) fn run(args: &BalanceArgs) -> Result<(), Failure> {
    threads(args.population.threads)?;
    let rules =
        two_teams(RuleSet::asked(&args.rules)?.with_team_size(args.population.players.team.team_size)?)?;
    if !args.sweep.is_empty() {
        return sweep::run(args, &rules);
    }
    let dir = ResultDir::asked(&args.out)?;
    let lab = Lab::new(&args.population, args.games.unwrap_or(DEFAULT_GAMES), true)?;
    rules.check(&lab.words)?;
    interrupt::listen()?;
    say(&header(&lab, &rules));
    let variants = Variant::usual(&rules.rules);
    let books = play::survey(&lab, rules.rules, &variants, args.population.progress);
    let played: Vec<u64> = books.iter().map(Books::games).collect();
    let stopped = play::stopped(played.iter().sum(), lab.games(), args.out.out.as_deref());
    if played.is_empty() {
        return stopped;
    }
    let mut tables = Tables::new();
    for (population, books) in lab.populations.iter().zip(&books) {
        tables.add(population, books, &rules.rules, &variants);
    }
    let asked = args.games.unwrap_or(DEFAULT_GAMES);
    let manifest = Manifest::new("balance", &lab, &rules, asked, &[], &played);
    if let (Some(dir), Ok(())) = (dir, &stopped) {
        dir.publish(files(&tables), Inventory::new(), &manifest)?;
    }
    match form(args.population.display.format) {
        Form::Csv => print(&tables.ladder.to_csv()),
        Form::Json => print(&json(&manifest.with(&tables.files()))),
        Form::Table => print(&screen::draw(&lab, &books, &tables, on_stdout(args.population.display.color))),
    }?;
    stopped
}

fn files(tables: &Tables) -> Vec<(String, Vec<u8>)> {
    tables.files().iter().map(|(name, frame)| (format!("{name}.csv"), frame.to_csv().into_bytes())).collect()
}

/// Only two teams have seats to exchange and a tiebreaker.
fn two_teams(rules: RuleSet) -> Result<RuleSet, Failure> {
    match rules.rules.players {
        Players::TwoTeams => Ok(rules),
        Players::Three => Err(Failure::content(
            format_args!("--rules {}", rules.name),
            "the balance report is about two teams; `tournament` plays games for three",
        )),
    }
}

/// What is said before a run.
fn header(lab: &Lab, rules: &RuleSet) -> Vec<String> {
    let who = lab
        .populations
        .iter()
        .map(|population| format!("{}: {} games", population.title(), grouped(population.schedule.games())));
    let BySide { white, black } = rules.rules.team_sizes();
    let line = format!("rules {}, teams of {white} and {black}, seed {}", rules.title(), lab.seed.0);
    let more = (lab.games() != lab.asked).then(|| {
        let [games, asked] = [lab.games(), lab.asked].map(grouped);
        format!("{games} games, {asked} asked for: every pairing plays whole deals")
    });
    who.chain([line]).chain(more).collect()
}
