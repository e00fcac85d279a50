//! A grid of rules on the same deals, each compared with all others at once.

use serde_json::Value;

use super::axis::SweepAxis;
use super::divided::Divided;
use super::grid::{Point, points};
use super::grid_frame::{Line, frame};
use super::joint::Joint;
use super::lab::Lab;
use super::manifest::{Manifest, Special};
use super::margin::margin;
use super::measure::Measure;
use super::play::stopped;
use super::sums::Plays;
use super::{BalanceConfig, grid_finding, header, two_teams, whole};
use crate::error::LabError;
use crate::setup::{OutConfig, RuleSet};
use crate::store::{Inventory, ResultDir};
use crate::table::{Frame, json};
use crate::tournament::Shard;
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
    let dir = ResultDir::asked(&config.out, &watch.stop)?;
    let result = whole::<Sweep>(&(config.clone(), axes.to_vec()), watch)?;
    if let (Some(dir), Ok(())) = (dir, &result.stopped) {
        dir.publish(result.files(), Inventory::new(), &result.manifest)?;
    }
    Ok(result)
}

/// A grid that is about to be played.
pub(super) struct Sweep {
    config: BalanceConfig,
    axes: Vec<SweepAxis>,
    base: RuleSet,
    points: Vec<Point>,
    plays: Plays,
    lab: Lab,
}

impl Divided for Sweep {
    type Config = (BalanceConfig, Vec<SweepAxis>);
    type Counts = Vec<Joint>;
    type Result = SweepResult;

    fn prepare((config, axes): &(BalanceConfig, Vec<SweepAxis>)) -> Result<Sweep, LabError> {
        let base = two_teams(RuleSet::asked(&config.rules)?)?;
        let points = points(&base, axes)?;
        let lab = Lab::new(&config.population, &base, config.games.unwrap_or(DEFAULT_GAMES), false)?;
        points.iter().try_for_each(|point| point.check(&lab.words))?;
        let plays = Plays::new(points.iter().map(|point| point.rules).collect());
        Ok(Sweep { config: config.clone(), axes: axes.clone(), base, points, plays, lab })
    }

    fn name_files_as(&mut self, (asked, _): &(BalanceConfig, Vec<SweepAxis>)) {
        self.base.name.clone_from(&asked.rules.rules);
        self.lab.words.name_files_as(&asked.population.words);
    }

    fn lab(&self) -> &Lab {
        &self.lab
    }

    fn lab_mut(&mut self) -> &mut Lab {
        &mut self.lab
    }

    fn identity(&self) -> Value {
        self.manifest(self.lab.games()).identity()
    }

    fn header(&self) -> Vec<String> {
        let (points, played) = (self.points.len(), self.plays.count());
        let amount = format!("{points} points of the grid, {played} of them played, the others judged again");
        header(&self.lab, &self.base).into_iter().chain([amount]).collect()
    }

    fn play(&self, shard: Shard, watch: &Watch) -> Result<Vec<Joint>, LabError> {
        let population = &self.lab.populations[0];
        let counter = watch.count(0, self.lab.games_of(shard) * self.plays.count());
        let mut joint = self.nothing();
        let deals = shard.range(population.schedule.deals());
        for start in deals.clone().step_by(PORTION as usize) {
            let end = deals.end.min(start + PORTION);
            let sums = self.plays.run(&self.lab, population, start..end, (watch, counter.done()))?;
            joint.iter_mut().for_each(|one| one.take(start, &sums));
            if watch.is_over() {
                break;
            }
        }
        Ok(joint)
    }

    fn deals(&self, counts: &Vec<Joint>) -> Option<Vec<u64>> {
        let nothing = self.nothing();
        let fits = counts.len() == nothing.len() && counts.iter().zip(&nothing).all(|(a, b)| a.is_like(b));
        fits.then(|| vec![counts[0].deals])
    }

    fn result(self, parts: Vec<Vec<Joint>>) -> Result<SweepResult, LabError> {
        let mut joint = self.nothing();
        parts.iter().for_each(|part| joint.iter_mut().zip(part).for_each(|(own, part)| own.merge(part)));
        let each = self.lab.populations[0].schedule.games_of_a_deal();
        let played = joint[0].deals * each;
        let stopped = stopped(played, self.lab.games(), self.config.out.out.as_deref());
        if played == 0 {
            stopped.clone()?;
        }
        let manifest = self.manifest(played);
        let Sweep { config, points, plays, .. } = self;
        let lines = joint.iter().map(|one| {
            let margin = margin(one.measure, config.margin, config.margin_rounds);
            Line { joint: one, spots: one.spots(&points, joint.len()), each, margin }
        });
        let lines: Vec<Line<'_>> = lines.collect();
        let frame = frame(&points, &plays, &lines);
        let spotted: Vec<_> = lines.iter().flat_map(|line| line.spotted(&points)).collect();
        let sentences = grid_finding::sentences(&spotted);
        Ok(SweepResult { points, plays, manifest, stopped, frame, sentences })
    }
}

impl Sweep {
    /// Nothing yet of each measure.
    fn nothing(&self) -> Vec<Joint> {
        let population = &self.lab.populations[0];
        let (two, each) = (population.players.len() == 2, population.schedule.games_of_a_deal());
        let measures = Measure::ALL.into_iter().filter(|measure| two || !measure.takes_two());
        measures.map(|measure| Joint::new(measure, self.points.len(), each)).collect()
    }

    fn manifest(&self, played: u64) -> Manifest {
        let BalanceConfig { margin, margin_rounds, .. } = self.config;
        let special = Special { sweep: written(&self.axes), margin, margin_rounds, by: None };
        Manifest::new(&self.lab, &self.base, self.lab.asked, &special, &[played])
    }
}

/// The axes as they were asked for.
fn written(axes: &[SweepAxis]) -> Vec<String> {
    axes.iter().map(|axis| format!("{}={}", axis.key, axis.values.join(","))).collect()
}
