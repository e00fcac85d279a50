//! Configuration of a search for rules.

use serde::{Deserialize, Serialize};

use crate::experiment::{PopulationConfig, TimeAssumptions};
use crate::settings::Settings;
use crate::setup::{RulesConfig, ranges};

/// Configuration of [`search_rules`](super::search_rules).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct RuleSearchConfig {
    /// Goals: measures of `rules compare`, or `mean_minutes`, with their ranges, as in `tiebreak_rate<0.1, mean_rounds in 5..6`.
    #[setting(positional, required, value = "GOAL")]
    pub goals: Vec<String>,
    /// A switch that may change, to near values or to those named; `team_size` sets both teams (repeatable) [default: every switch].
    #[setting(value = "KEY[=VALUES]", heading = "Rules")]
    pub vary: Vec<String>,
    /// Games of the whole search, over all candidates.
    #[setting(default = 100_000, range = ranges::GAMES, value = "N")]
    pub games: u64,
    /// The agents and words.
    #[setting(group, without = ["tables", "bots", "answers"])]
    pub population: PopulationConfig,
    /// The rules from which the search starts.
    #[setting(group)]
    pub rules: RulesConfig,
    /// Set assumed minutes of actions in a game, as in clue=1.5,guess=2; see `balance --help`.
    #[setting(value = "KEY=MINUTES,…")]
    pub minutes: TimeAssumptions,
}
