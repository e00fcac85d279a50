//! `balance --sweep`: a grid of rules on the same deals, each compared with all others at once.

use std::path::Path;

use super::grid::{Point, points};
use super::grid_table::{frame, screen};
use super::header;
use super::joint::Joint;
use super::lab::{Lab, Population};
use super::manifest::Manifest;
use super::play::stopped;
use super::sums::Plays;
use crate::cli::{BalanceArgs, Measure};
use crate::failure::Failure;
use crate::output::{Form, Frame, Inventory, ResultDir, form, json, on_stdout, print, quoted};
use crate::setup::RuleSet;
use crate::tournament::progress::Progress;
use crate::tournament::{interrupt, say};

/// How many games each point is given when nothing is said.
const DEFAULT_GAMES: u64 = 10_000;

/// Deals that are held in memory at a time, and lost after Ctrl-C where not all points have played them.
const PORTION: u64 = 512;

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
    say(&[amount(&points, &plays)]);
    let population = &lab.populations[0];
    let joint = play(args, &lab, population, &plays, points.len());
    let played = joint[0].deals * population.schedule.games_of_a_deal();
    let stopped = stopped(played, lab.games(), args.out.out.as_deref());
    if played == 0 {
        return stopped;
    }
    let frame = frame(&points, &plays, &joint, population.schedule.games_of_a_deal());
    let manifest = Manifest::new("balance", &lab, base, asked, &axes(args), &[played]);
    if let (Some(dir), Ok(())) = (dir, &stopped) {
        let files = vec![("sweep.csv".to_owned(), frame.to_csv().into_bytes())];
        dir.publish(files, Inventory::new(), &manifest)?;
    }
    if stopped.is_ok() {
        say(&[figure(args.out.out.as_deref())]);
    }
    show(args, &points, &plays, &frame, &manifest)?;
    stopped
}

/// Prints the grid in the form that was asked for.
fn show(
    args: &BalanceArgs,
    points: &[Point],
    plays: &Plays,
    frame: &Frame,
    manifest: &Manifest,
) -> Result<(), Failure> {
    let display = &args.population.display;
    match form(display.format) {
        Form::Csv => print(&frame.to_csv()),
        Form::Json => print(&json(&manifest.with(&[("sweep", frame)]))),
        Form::Table => print(&screen(points, plays, frame, on_stdout(display.color))),
    }
}

/// How much of the grid is played.
fn amount(points: &[Point], plays: &Plays) -> String {
    let (points, played) = (points.len(), plays.count());
    format!("{points} points of the grid, {played} of them played, the others judged again")
}

/// The axes as they were asked for.
fn axes(args: &BalanceArgs) -> Vec<String> {
    args.sweep.iter().map(|axis| format!("{}={}", axis.key, axis.values.join(","))).collect()
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

fn play(args: &BalanceArgs, lab: &Lab, population: &Population, plays: &Plays, points: usize) -> Vec<Joint> {
    let schedule = &population.schedule;
    let progress = Progress::start(args.population.progress, 0, schedule.games() * plays.count());
    let two = population.players.len() == 2;
    let measures = Measure::ALL.into_iter().filter(|measure| two || !measure.takes_two());
    let each = schedule.games_of_a_deal();
    let mut joint: Vec<Joint> = measures.map(|measure| Joint::new(measure, points, each)).collect();
    for start in (0..schedule.deals()).step_by(PORTION as usize) {
        let end = schedule.deals().min(start + PORTION);
        let deals = plays.run(lab, population, start..end, &progress.counter());
        joint.iter_mut().for_each(|one| one.take(start, &deals));
        if interrupt::asked() {
            break;
        }
    }
    progress.finish();
    joint
}
