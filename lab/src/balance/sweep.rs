//! A grid of rules on the same deals, each compared with all others at once.

use super::axis::SweepAxis;
use super::grid::{Point, points};
use super::grid_frame::{Line, frame};
use super::joint::Joint;
use super::lab::{Lab, Population};
use super::manifest::{Manifest, Special};
use super::margin::margin;
use super::measure::Measure;
use super::play::stopped;
use super::sums::Plays;
use super::{BalanceConfig, grid_finding, header, two_teams};
use crate::error::LabError;
use crate::setup::{OutConfig, RuleSet};
use crate::store::{Inventory, ResultDir};
use crate::table::{Frame, json};
use crate::watch::{Stop, Watch};

/// How many games each point is given when nothing is said.
const DEFAULT_GAMES: u64 = 10_000;

/// Deals that are held in memory at a time, and lost after a stop where not all points have played them.
const PORTION: u64 = 512;

/// What a grid of rules has shown.
pub struct SweepResult {
    points: Vec<Point>,
    plays: Plays,
    manifest: Manifest,
    stopped: Result<(), LabError>,
    /// sweep.csv: a row for each measure and point.
    pub frame: Frame,
    /// What was found, the weightiest measure first, a few sentences on each.
    pub sentences: Vec<String>,
}

impl SweepResult {
    /// The names of the points, that of the rules that the sweep starts from first: `base`, then `round_limit=5`.
    pub fn points(&self) -> impl ExactSizeIterator<Item = &str> {
        self.points.iter().map(|point| point.name.as_str())
    }

    /// Whether the games of a point were played, or judged again.
    pub fn method(&self, point: usize) -> &'static str {
        self.plays.method(point)
    }

    /// Manifest and table in one JSON document.
    pub fn to_json(&self) -> String {
        json(&self.manifest.with(&[&self.frame]))
    }

    /// Writes the files of the result into a directory: those of a run that was told to write there from the start.
    ///
    /// # Errors
    /// A directory that may not be written, a disk that fails.
    pub fn save(&self, out: &OutConfig) -> Result<(), LabError> {
        let Some(dir) = ResultDir::asked(out, &Stop::default())? else { return Ok(()) };
        dir.publish(self.files(), Inventory::new(), &self.manifest)
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        vec![self.frame.file()]
    }

    /// Whether all of it was played.
    ///
    /// # Errors
    /// An interruption.
    pub fn sound(&self) -> Result<(), LabError> {
        self.stopped.clone()
    }
}

/// Plays every combination of the values of some switches on the same deals.
///
/// # Errors
/// What makes no sense, files that cannot be read or written, an interruption before the first portion of deals is over.
pub fn sweep(config: &BalanceConfig, axes: &[SweepAxis], watch: &Watch) -> Result<SweepResult, LabError> {
    let base = two_teams(RuleSet::asked(&config.rules)?)?;
    let points = points(&base, axes)?;
    let dir = ResultDir::asked(&config.out, &watch.stop)?;
    let asked = config.games.unwrap_or(DEFAULT_GAMES);
    let lab = Lab::new(&config.population, &base, asked, false)?;
    points.iter().try_for_each(|point| point.check(&lab.words))?;
    let plays = Plays::new(points.iter().map(|point| point.rules).collect());
    watch.note(&header(&lab, &base));
    watch.note(&[amount(&points, &plays)]);
    let population = &lab.populations[0];
    let joint = play(&lab, population, &plays, points.len(), watch)?;
    let played = joint[0].deals * population.schedule.games_of_a_deal();
    let stopped = stopped(played, lab.games(), config.out.out.as_deref());
    if played == 0 {
        stopped.clone()?;
    }
    let each = population.schedule.games_of_a_deal();
    let lines = joint.iter().map(|one| {
        let margin = margin(one.measure, config.margin, config.margin_rounds);
        Line { joint: one, spots: one.spots(&points, joint.len()), each, margin }
    });
    let lines: Vec<Line<'_>> = lines.collect();
    let frame = frame(&points, &plays, &lines);
    let spotted: Vec<_> = lines.iter().flat_map(|line| line.spotted(&points)).collect();
    let sentences = grid_finding::sentences(&spotted);
    let BalanceConfig { margin, margin_rounds, .. } = *config;
    let special = Special { sweep: written(axes), margin, margin_rounds, by: None };
    let manifest = Manifest::new(&lab, &base, asked, &special, &[played]);
    let result = SweepResult { points, plays, manifest, stopped, frame, sentences };
    if let (Some(dir), Ok(())) = (dir, &result.stopped) {
        dir.publish(result.files(), Inventory::new(), &result.manifest)?;
    }
    Ok(result)
}

/// How much of the grid is played.
fn amount(points: &[Point], plays: &Plays) -> String {
    let (points, played) = (points.len(), plays.count());
    format!("{points} points of the grid, {played} of them played, the others judged again")
}

/// The axes as they were asked for.
fn written(axes: &[SweepAxis]) -> Vec<String> {
    axes.iter().map(|axis| format!("{}={}", axis.key, axis.values.join(","))).collect()
}

fn play(
    lab: &Lab,
    population: &Population,
    plays: &Plays,
    points: usize,
    watch: &Watch,
) -> Result<Vec<Joint>, LabError> {
    let schedule = &population.schedule;
    let counter = watch.count(0, schedule.games() * plays.count());
    let two = population.players.len() == 2;
    let measures = Measure::ALL.into_iter().filter(|measure| two || !measure.takes_two());
    let each = schedule.games_of_a_deal();
    let mut joint: Vec<Joint> = measures.map(|measure| Joint::new(measure, points, each)).collect();
    for start in (0..schedule.deals()).step_by(PORTION as usize) {
        let end = schedule.deals().min(start + PORTION);
        let deals = plays.run(lab, population, start..end, (watch, counter.done()))?;
        joint.iter_mut().for_each(|one| one.take(start, &deals));
        if watch.is_over() {
            break;
        }
    }
    Ok(joint)
}
