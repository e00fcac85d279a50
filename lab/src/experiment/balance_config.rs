//! Configuration of an experiment on one rule set.

use serde::{Deserialize, Serialize};

use super::population_config::PopulationConfig;
use super::time_assumptions::TimeAssumptions;
use crate::settings::Settings;
use crate::setup::{OutConfig, RulesConfig, ranges};

/// Default number of games of a report.
pub(crate) const DEFAULT_GAMES: u64 = 100_000;

/// Configuration of an experiment on one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct BalanceConfig {
    /// Games of the run; with --sweep of each point, with --deck-b of each deck [default: 100000; with --sweep 10000].
    #[setting(range = ranges::GAMES, value = "N")]
    pub games: Option<u64>,
    /// The agents and words.
    #[setting(group)]
    pub population: PopulationConfig,
    /// The rules.
    #[setting(group)]
    pub rules: RulesConfig,
    /// Equivalence margin in percentage points [default: 0.5]; for rounds in hundredths, unless --margin-rounds is given.
    #[setting(range = ranges::MARGIN, value = "POINTS")]
    pub margin: Option<f64>,
    /// Equivalence margin of the mean length, in rounds [default: 0.25].
    #[setting(range = ranges::MARGIN_ROUNDS, value = "ROUNDS")]
    pub margin_rounds: Option<f64>,
    /// Set assumed minutes of actions in a game, as in clue=1.5,guess=2; see --help.
    #[setting(value = "KEY=MINUTES,…", conflicts = ["sweep", "by", "deck_b"])]
    pub minutes: TimeAssumptions,
    /// Output directory and what it keeps.
    #[serde(skip)]
    #[setting(skip)]
    pub out: OutConfig,
}
