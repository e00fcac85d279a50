//! Configuration of a calibration.

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use crate::settings::Settings;
use crate::setup::ranges;
use crate::tournament::SprtSetting;

/// Configuration of [`calibrate`](super::calibrate).
#[derive(Clone, Debug, Deserialize, Serialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct CalibrateConfig {
    /// Runs of each kind.
    #[setting(default = 500, range = ranges::RUNS, value = "N")]
    pub runs: u64,
    /// The agent that both players are copies of.
    #[setting(default = CalibrateConfig::AGENT.to_owned(), value = "SPEC")]
    pub agent: String,
    /// Share of answers that the handicapped copy gives at random [default: 0.009, which costs `margin` about 10 points of
    /// normalised Elo; another agent or test is then not judged].
    #[setting(value = "P")]
    pub blunder: Option<f64>,
    /// The sequential test.
    #[setting(default = CalibrateConfig::TEST.parse().expect("it makes sense"), value = "KEY=VALUE,…")]
    pub sprt: SprtSetting,
    /// Maximum number of pairs of games in a run.
    #[setting(default = 100_000, range = ranges::PAIRS, value = "N")]
    pub pairs: u64,
    /// Seed of the run.
    #[setting(default = 1, value = "U64")]
    pub seed: u64,
    /// Count instead how often the printed 95 % intervals cover the truth, on simulated matches; below 60 s
    /// on two cores.
    #[setting(conflicts = ["agent", "blunder", "sprt", "pairs"])]
    pub coverage: bool,
    /// The agents that a SPEC can name.
    #[serde(skip)]
    #[setting(skip, default = Registry::standard())]
    pub registry: Registry,
}

impl CalibrateConfig {
    /// Agent of the standard handicap.
    pub const AGENT: &str = "margin";

    /// Test of the standard handicap.
    pub const TEST: &str = "elo0=0,elo1=10";

    /// The standard handicap.
    pub const BLUNDER: f64 = 0.009;

    /// Returns `true` if agent and hypotheses are those of the standard handicap.
    pub(super) fn is_usual(&self) -> bool {
        let hypotheses = self.sprt.sprt.hypotheses();
        self.agent == Self::AGENT && hypotheses.low == 0.0 && hypotheses.high == 10.0
    }
}
