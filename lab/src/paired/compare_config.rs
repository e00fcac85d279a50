//! What is asked of a comparison of two sets of rules.

use serde::{Deserialize, Serialize};

use super::measure::Measure;
use crate::experiment::PopulationConfig;
use crate::setup::{OutConfig, RulesSpec};

/// How many games each set of rules is given when nothing is said.
const DEFAULT_GAMES: u64 = 100_000;

/// Two sets of rules that are compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CompareRulesConfig {
    /// The first set of rules: a name, or a TOML file; further switches as in `official,round_limit=6`.
    pub a: RulesSpec,
    /// The second.
    pub b: RulesSpec,
    /// Players of a team, on both sides.
    pub team_size: Option<u8>,
    /// Games of each set of rules; 100,000 if nothing is said.
    pub games: Option<u64>,
    /// What is compared: everything if nothing is said, with `until` White's score.
    pub measure: Vec<Measure>,
    /// The largest difference that counts as none, in percentage points; of rounds in hundredths.
    pub margin: Option<f64>,
    /// The largest difference of the mean length that counts as none, in rounds.
    pub margin_rounds: Option<f64>,
    /// Whether it ends as soon as a difference, or equivalence within the margin, is established for the one measure.
    pub until: bool,
    /// Who plays.
    pub population: PopulationConfig,
    /// Where the result goes.
    #[serde(skip)]
    pub out: OutConfig,
}

impl CompareRulesConfig {
    /// How many games of each set of rules there are at most.
    pub(crate) fn planned(&self) -> u64 {
        self.population.games(self.games, DEFAULT_GAMES)
    }
}
