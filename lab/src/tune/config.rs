//! Configuration of a tuning run.

use serde::{Deserialize, Serialize};

use crate::settings::Settings;
use crate::setup::{PlayersConfig, RulesConfig, WordFiles, ranges};
use crate::tournament::SprtSetting;

/// Configuration of [`tune`](super::tune).
#[derive(Clone, Debug, Deserialize, Serialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct TuneConfig {
    /// The initial agent, a single one.
    #[setting(
        group,
        without = ["agents", "field"],
        required = ["agent"],
        reworded = [
            "agent",
            "Initial agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]",
        ]
    )]
    pub players: PlayersConfig,
    /// Parameter to tune, within its range or a narrower one (repeatable).
    #[setting(value = "NAME[=LOW..HIGH]", required)]
    pub param: Vec<String>,
    /// Opponent of both variants [default: each other].
    #[setting(value = "SPEC")]
    pub opponent: Option<String>,
    /// Number of iterations.
    #[setting(default = 1000, range = ranges::ITERATIONS, value = "N")]
    pub iterations: u64,
    /// Pairs of games in each iteration.
    #[setting(default = 32, range = ranges::PAIRS_PER_ITERATION, value = "N")]
    pub pairs_per_iteration: u64,
    /// Perturbation of a parameter in the last iteration, as a share of its range.
    #[setting(default = 0.05, range = ranges::STEP, value = "SHARE")]
    pub step: f64,
    /// Learning rate in the last iteration, in perturbations for each game of lead.
    #[setting(default = 0.01, range = ranges::RATE, value = "R")]
    pub rate: f64,
    /// Test of the tuned agent against the initial agent.
    #[setting(default = TuneConfig::TEST.parse().expect("it makes sense"), value = "KEY=VALUE,…")]
    pub sprt: SprtSetting,
    /// Maximum number of pairs of that test (exit code 4 if they do not suffice).
    #[setting(default = 50_000, range = ranges::CONFIRM_PAIRS, value = "N")]
    pub confirm_pairs: u64,
    /// Seed of the run; drawn and printed if not given.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// The rules.
    #[setting(group)]
    pub rules: RulesConfig,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
}

impl TuneConfig {
    /// Default test of the tuned agent.
    pub const TEST: &str = "elo0=0,elo1=5";
}
