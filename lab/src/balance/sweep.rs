//! A grid of rules on the same deals, each compared with all others at once.

use serde_json::Value;

use super::axis::SweepAxis;
use super::divided::Divided;
use super::evidence::Decision;
use super::grid::{GridPoint, points};
use super::grid_frame::{Line, frame};
use super::joint::Joint;
use super::lab::Lab;
use super::manifest::Special;
use super::margin::margin;
use super::measure::Measure;
use super::provenance::{Provenance, Tabled};
use super::setting::Setting;
use super::sums::Plays;
use super::{BalanceConfig, grid_finding, published};
use crate::error::LabError;
use crate::table::Frame;
use crate::tournament::Shard;
use crate::watch::Watch;

/// How many games each point is given when nothing is said.
pub(super) const DEFAULT_GAMES: u64 = 10_000;

/// Deals that are held in memory at a time, and lost after a stop where not all points have played them.
const PORTION: u64 = 512;

/// What a grid of rules has shown.
#[derive(Debug)]
pub struct SweepResult {
    points: Vec<GridPoint>,
    plays: Plays,
    provenance: Provenance,
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

    /// Whether a row of the frame says that its point differs from the base, beyond the margin.
    pub fn is_different(&self, row: usize) -> bool {
        Decision::named(&self.frame.cell(row, "verdict").as_csv()) == Some(Decision::Different)
    }
}

impl Tabled for SweepResult {
    fn frames(&self) -> Vec<&Frame> {
        vec![&self.frame]
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// Plays every combination of the values of some switches on the same deals.
///
/// ```
/// use overhear_lab::balance::PopulationConfig;
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{BalanceConfig, LabError, Watch, sweep};
///
/// let players = PlayersConfig::of(["random"]);
/// let population = PopulationConfig { seed: Some(1), players, ..PopulationConfig::default() };
/// let config = BalanceConfig { games: Some(40), population, ..BalanceConfig::default() };
/// let axis = "round_limit=6..7".parse().map_err(|message: String| LabError::usage(message))?;
/// let result = sweep(&config, &[axis], &Watch::default())?;
/// assert!(result.points().eq(["base", "round_limit=6", "round_limit=7"]));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// What makes no sense, files that cannot be read or written, an interruption before the first portion of deals is over.
pub fn sweep(config: &BalanceConfig, axes: &[SweepAxis], watch: &Watch) -> Result<SweepResult, LabError> {
    published::<Sweep>(&(config.clone(), axes.to_vec()), &config.out, watch)
}

/// A grid that is about to be played.
pub(super) struct Sweep {
    setting: Setting,
    axes: Vec<SweepAxis>,
    points: Vec<GridPoint>,
    plays: Plays,
}

impl Divided for Sweep {
    type Config = (BalanceConfig, Vec<SweepAxis>);
    type Counts = Vec<Joint>;
    type Result = SweepResult;

    fn prepare((config, axes): &(BalanceConfig, Vec<SweepAxis>)) -> Result<Sweep, LabError> {
        config.population.at_one_table("sweep")?;
        let mut setting = Setting::new(config, DEFAULT_GAMES, false)?;
        let points = points(&setting.rules, axes)?;
        points.iter().try_for_each(|point| point.check(&setting.lab.words))?;
        let plays = Plays::new(points.iter().map(|point| point.rules).collect());
        setting.lab.tell_bots(&config.population, &plays.played())?;
        Ok(Sweep { setting, axes: axes.clone(), points, plays })
    }

    fn name_files_as(&mut self, (asked, _): &(BalanceConfig, Vec<SweepAxis>)) {
        self.setting.name_files_as(asked);
    }

    fn lab(&self) -> &Lab {
        &self.setting.lab
    }

    fn lab_mut(&mut self) -> &mut Lab {
        &mut self.setting.lab
    }

    fn identity(&self) -> Value {
        self.setting.identity(&self.special())
    }

    fn header(&self) -> Vec<String> {
        let (points, played) = (self.points.len(), self.plays.count());
        let amount = format!("{points} points of the grid, {played} of them played, the others judged again");
        self.setting.header().into_iter().chain([amount]).collect()
    }

    fn play(&self, shard: Shard, watch: &Watch) -> Result<Vec<Joint>, LabError> {
        let lab = &self.setting.lab;
        let population = &lab.populations[0];
        let counter = watch.count(0, lab.games_of(shard) * self.plays.count());
        let mut joint = self.nothing();
        let deals = shard.range(population.schedule.deals());
        for start in deals.clone().step_by(PORTION as usize) {
            let end = deals.end.min(start + PORTION);
            let sums = self.plays.run(lab, population, start..end, (watch, counter.done()))?;
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
        let each = self.setting.lab.populations[0].schedule.games_of_a_deal();
        let provenance = self.setting.provenance(&self.special(), &[joint[0].deals * each])?;
        let Sweep { setting, points, plays, .. } = self;
        let lines = joint.iter().map(|one| {
            let margin = margin(one.measure, setting.config.margin, setting.config.margin_rounds);
            Line { joint: one, spots: one.spots(&points, joint.len()), each, margin }
        });
        let lines: Vec<Line<'_>> = lines.collect();
        let frame = frame(&points, &plays, &lines);
        let spotted: Vec<_> = lines.iter().flat_map(|line| line.spotted(&points)).collect();
        let sentences = grid_finding::sentences(&spotted);
        Ok(SweepResult { points, plays, provenance, frame, sentences })
    }
}

impl Sweep {
    /// Nothing yet of each measure.
    fn nothing(&self) -> Vec<Joint> {
        let population = &self.setting.lab.populations[0];
        let (two, each) = (population.players.len() == 2, population.schedule.games_of_a_deal());
        let measures = Measure::ALL.into_iter().filter(|measure| two || !measure.takes_two());
        measures.map(|measure| Joint::new(measure, self.points.len(), each)).collect()
    }

    fn special(&self) -> Special {
        let BalanceConfig { margin, margin_rounds, .. } = self.setting.config;
        Special { sweep: written(&self.axes), margin, margin_rounds, ..Special::default() }
    }
}

/// The axes as they were asked for.
fn written(axes: &[SweepAxis]) -> Vec<String> {
    axes.iter().map(|axis| format!("{}={}", axis.key, axis.values.join(","))).collect()
}
