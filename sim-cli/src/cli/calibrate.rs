//! `sim-cli calibrate`.

use overhear_agents::registry::Registry;
use std::str::FromStr;

use clap::Args;
use overhear_lab::CalibrateConfig;
use overhear_lab::tournament::SprtSetting;

use super::shared::count;
use super::{DisplayArgs, ThreadsArgs};
use overhear_lab::setup::ranges;

/// Arguments of `calibrate`.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    /// Runs of each kind
    #[arg(long, value_name = "N", default_value_t = CalibrateConfig::default().runs,
          value_parser = count(ranges::RUNS.range()))]
    pub(crate) runs: u64,
    /// The agent that both players are copies of
    #[arg(long, value_name = "SPEC", default_value = CalibrateConfig::AGENT)]
    pub(crate) agent: String,
    /// Share of answers that the handicapped copy gives at random [default: 0.009, which costs `margin` about 10 points
    /// of normalised Elo; another agent or test is then not judged]
    #[arg(long, value_name = "P")]
    pub(crate) blunder: Option<f64>,
    /// Count instead how often the printed 95 % intervals cover the truth, on simulated matches; below 60 s
    /// on two cores
    #[arg(long, conflicts_with_all = ["agent", "blunder", "sprt", "pairs"])]
    pub(crate) coverage: bool,
    /// The sequential test
    #[arg(long, value_name = "KEY=VALUE,…", default_value = CalibrateConfig::TEST,
          value_parser = <SprtSetting as FromStr>::from_str, allow_hyphen_values = true)]
    pub(crate) sprt: SprtSetting,
    /// Maximum number of pairs of games in a run
    #[arg(long, value_name = "N", default_value_t = CalibrateConfig::default().pairs,
          value_parser = count(ranges::PAIRS.range()))]
    pub(crate) pairs: u64,
    /// Seed of the run
    #[arg(long, value_name = "U64", default_value_t = CalibrateConfig::default().seed)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl CalibrateArgs {
    /// Returns the configuration, without coverage.
    pub(crate) fn config(&self, registry: &Registry) -> CalibrateConfig {
        CalibrateConfig {
            runs: self.runs,
            agent: self.agent.clone(),
            blunder: self.blunder,
            sprt: self.sprt,
            pairs: self.pairs,
            seed: self.seed,
            registry: registry.clone(),
        }
    }
}
