//! What is asked of an experiment on one set of rules.

use serde::{Deserialize, Serialize};

use super::experiment_setup::PopulationConfig;
use super::time_assumptions::TimeAssumptions;
use crate::setup::{OutConfig, RulesConfig};

/// How many games a report has when nothing is said.
pub(crate) const DEFAULT_GAMES: u64 = 100_000;

/// Games that are looked at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BalanceConfig {
    /// Games of the run, in a sweep of each point that has to be played; 100,000, in a sweep 10,000, if nothing is said.
    pub games: Option<u64>,
    /// Who plays.
    pub population: PopulationConfig,
    /// What is played by.
    pub rules: RulesConfig,
    /// The largest difference of a sweep that counts as none, in percentage points, as in [`CompareRulesConfig`](crate::CompareRulesConfig).
    pub margin: Option<f64>,
    /// The same of the mean length, in rounds.
    pub margin_rounds: Option<f64>,
    /// What things at a table take, for an estimate of the minutes of play.
    pub minutes: TimeAssumptions,
    /// Where the result goes.
    #[serde(skip)]
    pub out: OutConfig,
}
