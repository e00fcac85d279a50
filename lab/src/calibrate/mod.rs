//! Calibration: how often the sequential test is right on real games, and how often printed intervals hold the
//! truth of simulated matches.

mod coverage;
mod equivalence;
mod intervals;
mod leagues;
mod rows;
mod test_errors;

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::measurement::{Measurement, StepLog};
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::ranges;
use crate::table::Frame;
use crate::tournament::SprtSetting;
pub use rows::{CalibrationRows, CoverageRow, TestErrorRow};

/// Configuration of [`calibrate()`].
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
    fn is_usual(&self) -> bool {
        let hypotheses = self.sprt.sprt.hypotheses();
        self.agent == Self::AGENT && hypotheses.low == 0.0 && hypotheses.high == 10.0
    }
}

/// Result of a calibration.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrateResult {
    /// A row for each case.
    pub rows: CalibrationRows,
    /// Number of games played.
    games: u64,
}

impl CalibrateResult {
    fn new(rows: CalibrationRows, games: u64) -> CalibrateResult {
        CalibrateResult { rows, games }
    }

    /// Checks that every case lies in its range.
    ///
    /// # Errors
    /// Returns a mismatch that names the cases outside their range, which can happen by chance in few runs.
    pub fn check(&self) -> Result<(), LabError> {
        let missed = self.rows.missed();
        if missed.is_empty() {
            return Ok(());
        }
        let breach = self.rows.breach();
        Err(LabError::mismatch(format_args!("calibrate: {breach}: {}", missed.join(", "))))
    }
}

/// Plays all runs of both kinds and counts the verdicts; with `coverage`, counts how often intervals hold the truth.
/// After a stop, the rows of the finished runs and cases are returned.
///
/// ```
/// use overhear_lab::{CalibrateConfig, RunControl, calibrate};
///
/// let config = CalibrateConfig { runs: 1, pairs: 10, agent: "nearest".to_owned(), ..CalibrateConfig::default() };
/// let calibrated = calibrate(&config, &RunControl::default())?.whole()?;
/// assert_eq!(calibrated.rows.frame().len(), 2);
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for an unknown agent, and for numbers that make no sense.
pub fn calibrate(
    config: &CalibrateConfig,
    watch: &RunControl,
) -> Result<PartialResult<CalibrateResult>, LabError> {
    config.play(watch, &mut StepLog::default())
}

impl Experiment for CalibrateConfig {
    type Output = CalibrateResult;

    fn command(&self) -> &'static str {
        "calibrate"
    }

    fn with_registry(self, registry: &Registry) -> CalibrateConfig {
        CalibrateConfig { registry: registry.clone(), ..self }
    }

    fn play(
        &self,
        watch: &RunControl,
        log: &mut StepLog,
    ) -> Result<PartialResult<CalibrateResult>, LabError> {
        self.check()?;
        if self.coverage { coverage::play(self, watch, log) } else { test_errors::play(self, watch, log) }
    }
}

impl Measurement for CalibrateConfig {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn tables(result: &CalibrateResult) -> Vec<Frame> {
        vec![result.rows.frame()]
    }

    fn findings(result: &CalibrateResult) -> Vec<String> {
        result.rows.sentences()
    }

    fn games(result: &CalibrateResult) -> Option<u64> {
        Some(result.games)
    }
}
