//! Configuration of an experiment on one rule set.

use serde::{Deserialize, Serialize};

use super::population_config::PopulationConfig;
use super::time_assumptions::TimeAssumptions;
use crate::setup::{OutConfig, RulesConfig};

/// Default number of games of a report.
pub(crate) const DEFAULT_GAMES: u64 = 100_000;

/// Configuration of an experiment on one rule set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BalanceConfig {
    /// Games of the run; in a sweep, games of each point played. Default 100,000, in a sweep 10,000.
    pub games: Option<u64>,
    /// The agents and words.
    pub population: PopulationConfig,
    /// The rules.
    pub rules: RulesConfig,
    /// Equivalence margin of a sweep in percentage points, as in
    /// [`CompareRulesConfig`](crate::CompareRulesConfig).
    pub margin: Option<f64>,
    /// Equivalence margin of the mean length, in rounds.
    pub margin_rounds: Option<f64>,
    /// Assumed minutes of the actions in a game of people.
    pub minutes: TimeAssumptions,
    /// Output directory and what it keeps.
    #[serde(skip)]
    pub out: OutConfig,
}
