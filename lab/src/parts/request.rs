//! What is asked for, whichever experiment it is.

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use super::result::ExperimentResult;
use crate::balance::WordStatsConfig;
use crate::error::LabError;
use crate::experiment::{BalanceConfig, Shardable, ShardableConfig, TabularResult, published};
use crate::paired::{CompareRulesConfig, DecksConfig, SweepConfig};
use crate::run_control::RunControl;
use crate::setup::OutConfig;

/// An experiment on rules or words, which can be played in parts. As JSON it has its name as a tag.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExperimentRequest {
    /// The report on one set of rules.
    Balance(BalanceConfig),
    /// What becomes of the clues for each keyword, card or pair.
    Census(WordStatsConfig),
    /// A grid of rules.
    Sweep(SweepConfig),
    /// Two decks.
    Decks(DecksConfig),
    /// Two sets of rules.
    Compare(CompareRulesConfig),
}

/// Does one thing with the configuration of an experiment, whichever it is.
macro_rules! with_config {
    ($request:expr, $config:ident => $body:expr) => {
        match $request {
            ExperimentRequest::Balance($config) => $body,
            ExperimentRequest::Census($config) => $body,
            ExperimentRequest::Sweep($config) => $body,
            ExperimentRequest::Decks($config) => $body,
            ExperimentRequest::Compare($config) => $body,
        }
    };
}
pub(super) use with_config;

impl ExperimentRequest {
    /// The agents that a SPEC can name.
    pub fn set_registry(&mut self, registry: &Registry) {
        with_config!(self, config => config.population_mut().players.registry = registry.clone());
    }

    /// Plays all of it. Its files go out if all was played and `out` names a directory.
    ///
    /// # Errors
    /// Those of the experiment.
    pub fn play(&self, out: &OutConfig, watch: &RunControl) -> Result<ExperimentResult, LabError> {
        with_config!(self, config => play(config, out, watch))
    }
}

fn play<C: ShardableConfig>(
    config: &C,
    out: &OutConfig,
    watch: &RunControl,
) -> Result<ExperimentResult, LabError>
where
    <C::Experiment as Shardable>::Result: TabularResult + Into<ExperimentResult>,
{
    published::<C::Experiment>(&config.clone().writing_to(out), out, watch).map(Into::into)
}
