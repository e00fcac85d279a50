//! Configuration of a comparison of two rule sets.

use serde::{Deserialize, Serialize};

use super::measure::Measure;
use crate::experiment::{BalanceConfig, PopulationConfig};
use crate::settings::Settings;
use crate::setup::{OutConfig, RulesConfig, RulesSpec, ranges};

/// Default number of games of each rule set.
const DEFAULT_GAMES: u64 = 100_000;

/// Configuration of a comparison of two rule sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct CompareRulesConfig {
    /// Rule set A: a name from `rules list`, or a TOML file; with switches as in `official,round_limit=6`.
    #[setting(positional, required)]
    pub a: RulesSpec,
    /// Rule set B.
    #[setting(positional, required)]
    pub b: RulesSpec,
    /// Players in each team.
    #[setting(declared_in = RulesConfig)]
    pub team_size: Option<u8>,
    /// Games of each set of rules [default: 100000].
    #[setting(range = ranges::GAMES, value = "N")]
    pub games: Option<u64>,
    /// Measure to compare (repeatable) [default: every measure; with --until, White's score].
    #[setting(value = "MEASURE")]
    pub measure: Vec<Measure>,
    /// Equivalence margin in percentage points.
    #[setting(declared_in = BalanceConfig)]
    pub margin: Option<f64>,
    /// Equivalence margin of the mean length, in rounds.
    #[setting(declared_in = BalanceConfig)]
    pub margin_rounds: Option<f64>,
    /// Stop as soon as a difference, or equivalence within the margin, is established for the only measure.
    pub until: bool,
    /// The agents and their matchups.
    #[setting(group)]
    pub population: PopulationConfig,
    /// Output directory and what it keeps.
    #[serde(skip)]
    #[setting(skip)]
    pub out: OutConfig,
}

impl CompareRulesConfig {
    /// Returns the maximum number of games of each rule set.
    pub(crate) fn planned(&self) -> u64 {
        self.population.games(self.games, DEFAULT_GAMES)
    }
}
