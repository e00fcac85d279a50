//! Configuration of a comparison of two rule sets.

use serde::{Deserialize, Serialize};

use super::measure::Measure;
use crate::experiment::PopulationConfig;
use crate::setup::{OutConfig, RulesSpec};

/// Default number of games of each rule set.
const DEFAULT_GAMES: u64 = 100_000;

/// Configuration of a comparison of two rule sets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CompareRulesConfig {
    /// Rule set A: a name or a TOML file, optionally with switches as in `official,round_limit=6`.
    pub a: RulesSpec,
    /// Rule set B, in the format of `a`.
    pub b: RulesSpec,
    /// Number of players in a team, on both sides.
    pub team_size: Option<u8>,
    /// Games of each rule set; 100,000 by default.
    pub games: Option<u64>,
    /// Measures to compare. Default: every measure; with `until`, White's score.
    pub measure: Vec<Measure>,
    /// Equivalence margin in percentage points; for rounds, in hundredths of a round.
    pub margin: Option<f64>,
    /// Equivalence margin of the mean length, in rounds.
    pub margin_rounds: Option<f64>,
    /// `true` to stop as soon as a difference, or equivalence within the margin, is established for the only
    /// measure.
    pub until: bool,
    /// The agents and their matchups.
    pub population: PopulationConfig,
    /// Output directory and what it keeps.
    #[serde(skip)]
    pub out: OutConfig,
}

impl CompareRulesConfig {
    /// Returns the maximum number of games of each rule set.
    pub(crate) fn planned(&self) -> u64 {
        self.population.games(self.games, DEFAULT_GAMES)
    }
}
