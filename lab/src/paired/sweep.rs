//! Sweep over a grid of rules on the same deals, each point compared with all others at once.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::arms::PlayPlan;
use super::axis::SweepAxis;
use super::grid::{GridPoint, points};
use super::grid_sentences::grid_sentences;
use super::measure::Measure;
use super::multiplicity::{Contrast, Multiplicity};
use super::rows::{self, SweepRow};
use super::run::{PairedRun, PartCounts, Row};
use super::sentences::Finding;
use crate::error::LabError;
use crate::experiment::{
    BalanceConfig, ExperimentSetup, ManifestExtras, PopulationConfig, Provenance, RuleExperiment, Shardable,
    ShardableConfig, TabularResult, published,
};
use crate::run_control::RunControl;
use crate::setup::OutConfig;
use crate::table::{Frame, TableRow as _};
use crate::tournament::Shard;

/// Default number of games of each point.
const SWEEP_GAMES: u64 = 10_000;

/// Result of [`sweep`]: tables and sentences about a grid of rules.
#[derive(Debug)]
pub struct SweepResult {
    points: Vec<GridPoint>,
    plan: PlayPlan,
    provenance: Provenance,
    /// A row for each measure and point: the points of the first measure, then those of the next.
    pub rows: Vec<SweepRow>,
    /// A few sentences for each measure, the most important measure first.
    pub sentences: Vec<String>,
}

impl SweepResult {
    /// Returns the names of the points, such as `round_limit=5`, starting with `base`.
    pub fn points(&self) -> impl ExactSizeIterator<Item = &str> {
        self.points.iter().map(|point| point.name.as_str())
    }

    /// Returns `played`, or `judged again` for a point whose games were rejudged.
    pub fn method(&self, point: usize) -> &'static str {
        self.plan.method(point)
    }

    /// Returns sweep.csv.
    pub fn frame(&self) -> Frame {
        SweepRow::frame(&self.rows)
    }
}

impl TabularResult for SweepResult {
    fn frames(&self) -> Vec<Frame> {
        vec![self.frame()]
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// Plays every combination of the values of some switches on the same deals.
///
/// ```
/// use overhear_lab::experiment::PopulationConfig;
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{BalanceConfig, LabError, RunControl, sweep};
///
/// let players = PlayersConfig::from_specs(["random"]);
/// let population = PopulationConfig { seed: Some(1), players, ..PopulationConfig::default() };
/// let config = BalanceConfig { games: Some(40), population, ..BalanceConfig::default() };
/// let axis = "round_limit=6..7".parse().map_err(|message: String| LabError::usage(message))?;
/// let result = sweep(&config, &[axis], &RunControl::default())?;
/// assert!(result.points().eq(["base", "round_limit=6", "round_limit=7"]));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, for files that cannot be read or written, and if the run
/// is interrupted before its first deals end.
pub fn sweep(
    config: &BalanceConfig,
    axes: &[SweepAxis],
    watch: &RunControl,
) -> Result<SweepResult, LabError> {
    let with_axes = SweepConfig { config: config.clone(), axes: axes.to_vec() };
    published::<Sweep>(&with_axes, &config.out, watch)
}

/// Configuration of a sweep over a grid of rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepConfig {
    /// Games to play at each point.
    pub config: BalanceConfig,
    /// The switches and the values to try.
    pub axes: Vec<SweepAxis>,
}

impl ShardableConfig for SweepConfig {
    type Experiment = Sweep;
    const COMMAND: &'static str = "balance --sweep";

    fn population(&self) -> &PopulationConfig {
        &self.config.population
    }

    fn population_mut(&mut self) -> &mut PopulationConfig {
        &mut self.config.population
    }

    fn games(&self) -> u64 {
        self.config.population.games(self.config.games, SWEEP_GAMES)
    }

    fn within(&self, folder: &Path) -> SweepConfig {
        SweepConfig { config: self.config.within(folder), axes: self.axes.clone() }
    }

    fn writing_to(self, out: &OutConfig) -> SweepConfig {
        SweepConfig { config: self.config.writing_to(out), ..self }
    }
}

/// A sweep, ready to play.
pub(crate) struct Sweep {
    setting: RuleExperiment,
    axes: Vec<SweepAxis>,
    points: Vec<GridPoint>,
    run: PairedRun,
}

impl Shardable for Sweep {
    type Config = SweepConfig;
    type Counts = PartCounts;
    type Result = SweepResult;

    fn prepare(SweepConfig { config, axes }: &SweepConfig, watch: &RunControl) -> Result<Sweep, LabError> {
        config.population.at_one_table("sweep")?;
        let mut setting = RuleExperiment::new(config, SWEEP_GAMES, false, watch)?;
        let points = points(&setting.rules, axes)?;
        points.iter().try_for_each(|point| point.check(&setting.lab.words))?;
        let run = PairedRun {
            plan: PlayPlan::of_rules(points.iter().map(|point| point.rules)),
            measures: Measure::ALL.to_vec(),
            margins: [config.margin, config.margin_rounds],
            choosing_arms: 1,
            has_looks: false,
        };
        setting.lab.tell_bots(&config.population, &run.plan.rule_sets(), watch)?;
        Ok(Sweep { setting, axes: axes.clone(), points, run })
    }

    fn name_files_as(&mut self, requested: &SweepConfig) {
        self.setting.name_files_as(&requested.config);
    }

    fn lab(&self) -> &ExperimentSetup {
        &self.setting.lab
    }

    fn lab_mut(&mut self) -> &mut ExperimentSetup {
        &mut self.setting.lab
    }

    fn identity(&self) -> Value {
        self.setting.identity(&self.special())
    }

    fn header(&self) -> Vec<String> {
        let (points, played) = (self.points.len(), self.run.plan.count());
        let amount = format!("{points} points of the grid, {played} of them played, the others judged again");
        self.setting.header().into_iter().chain([amount]).collect()
    }

    fn arms(&self) -> u64 {
        self.run.plan.count()
    }

    fn play(&self, shard: Shard, watch: &RunControl) -> Result<PartCounts, LabError> {
        self.run.play(&[&self.setting.lab], (shard, watch), |_| false)
    }

    fn deals(&self, counts: &PartCounts) -> Option<Vec<u64>> {
        self.run.deals_of_part(&self.setting.lab, counts)
    }

    fn result(self, parts: Vec<PartCounts>) -> Result<SweepResult, LabError> {
        let matchup = &self.setting.lab.populations[0];
        let counts = self.run.merged(&self.setting.lab, &parts).swap_remove(0);
        let games = counts.deals * matchup.lineup.schedule.games_of_a_deal();
        let provenance = self.setting.provenance(&self.special(), &[games])?;
        let estimates = self.run.estimates(matchup, &counts);
        let contrasts = estimates.iter().flat_map(|estimates| {
            let games = estimates.deals() * matchup.lineup.schedule.games_of_a_deal();
            let points = self.points.iter().enumerate();
            points.map(move |(arm, point)| Contrast { estimates, arm }.at(&point.name, games, games))
        });
        let rows = Row::all(Multiplicity::LargestZ, contrasts);
        let table = rows::of_grid(&self.run, &rows);
        let findings: Vec<Finding<'_>> = rows
            .iter()
            .filter_map(|row| row.finding(row.judgement.overall).map(Finding::by_numbers))
            .collect();
        let sentences = grid_sentences(&findings);
        Ok(SweepResult {
            plan: self.run.plan.clone(),
            provenance,
            rows: table,
            sentences,
            points: self.points.clone(),
        })
    }
}

impl Sweep {
    fn special(&self) -> ManifestExtras {
        let BalanceConfig { margin, margin_rounds, .. } = self.setting.config;
        ManifestExtras { sweep: written(&self.axes), margin, margin_rounds, ..ManifestExtras::default() }
    }
}

/// Returns the axes as `KEY=VALUES` texts.
fn written(axes: &[SweepAxis]) -> Vec<String> {
    axes.iter().map(|axis| format!("{}={}", axis.key, axis.values.join(","))).collect()
}
