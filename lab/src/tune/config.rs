//! Configuration of a tuning run.

use std::path::PathBuf;

use serde::Deserialize;

use crate::setup::{PlayersConfig, RulesConfig, WordFiles};
use crate::tournament::SprtSetting;

/// Configuration of [`tune`](super::tune).
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TuneConfig {
    /// The initial agent, a single one.
    pub players: PlayersConfig,
    /// Parameters, as `NAME` or `NAME=LOW..HIGH`.
    pub param: Vec<String>,
    /// Opponent of both variants. `None`: the variants play each other.
    pub opponent: Option<String>,
    /// Number of iterations.
    pub iterations: u64,
    /// Pairs of games in each iteration.
    pub pairs_per_iteration: u64,
    /// Perturbation of a parameter in the last iteration, as a share of its range.
    pub step: f64,
    /// Learning rate in the last iteration, in perturbations for each game of lead.
    pub rate: f64,
    /// Test of the tuned agent against the initial agent.
    pub sprt: SprtSetting,
    /// Maximum number of pairs of that test.
    pub confirm_pairs: u64,
    /// Seed of the run; drawn at random if `None`.
    pub seed: Option<u64>,
    /// The rules.
    pub rules: RulesConfig,
    /// The word files.
    pub words: WordFiles,
    /// A new or empty directory for tune.json, trace.csv, result.csv and manifest.json.
    pub out: PathBuf,
}

impl Default for TuneConfig {
    fn default() -> TuneConfig {
        TuneConfig {
            players: PlayersConfig::default(),
            param: Vec::new(),
            opponent: None,
            iterations: 1000,
            pairs_per_iteration: 32,
            step: 0.05,
            rate: 0.01,
            sprt: TuneConfig::TEST.parse().expect("it makes sense"),
            confirm_pairs: 50_000,
            seed: None,
            rules: RulesConfig::default(),
            words: WordFiles::default(),
            out: PathBuf::new(),
        }
    }
}

impl TuneConfig {
    /// Default test of the tuned agent.
    pub const TEST: &str = "elo0=0,elo1=5";
}
