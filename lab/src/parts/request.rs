//! A request for any of the experiments that can be played in parts.

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use super::result::ExperimentResult;
use crate::balance::WordStatsConfig;
use crate::error::LabError;
use crate::experiment::{BalanceConfig, Shardable, ShardableConfig, TabularResult, published};
use crate::paired::{CompareRulesConfig, DecksConfig, SweepConfig};
use crate::run_control::RunControl;
use crate::setup::OutConfig;

/// An experiment on rules or words that can be played in parts. Its name is the tag of the JSON form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExperimentRequest {
    /// Report on one rule set.
    Balance(BalanceConfig),
    /// Clue failures of each keyword, card or pair.
    #[serde(rename = "census")]
    WordStats(WordStatsConfig),
    /// Sweep over a grid of rules.
    Sweep(SweepConfig),
    /// Comparison of two decks.
    Decks(DecksConfig),
    /// Comparison of two rule sets.
    Compare(CompareRulesConfig),
}

/// Evaluates an expression with the configuration of whichever experiment the request names.
macro_rules! with_config {
    ($request:expr, $config:ident => $body:expr) => {
        match $request {
            ExperimentRequest::Balance($config) => $body,
            ExperimentRequest::WordStats($config) => $body,
            ExperimentRequest::Sweep($config) => $body,
            ExperimentRequest::Decks($config) => $body,
            ExperimentRequest::Compare($config) => $body,
        }
    };
}
pub(super) use with_config;

impl ExperimentRequest {
    /// Sets the agents that a SPEC can name.
    pub fn set_registry(&mut self, registry: &Registry) {
        with_config!(self, config => config.population_mut().players.registry = registry.clone());
    }

    /// Plays the whole experiment. Writes its files if it completes and `out` names a directory.
    ///
    /// # Errors
    /// Returns the errors of the experiment.
    pub fn play_whole(&self, out: &OutConfig, watch: &RunControl) -> Result<ExperimentResult, LabError> {
        with_config!(self, config => play_whole(config, out, watch))
    }
}

fn play_whole<C: ShardableConfig>(
    config: &C,
    out: &OutConfig,
    watch: &RunControl,
) -> Result<ExperimentResult, LabError>
where
    <C::Experiment as Shardable>::Result: TabularResult + Into<ExperimentResult>,
{
    published::<C::Experiment>(&config.clone().writing_to(out), out, watch).map(Into::into)
}
