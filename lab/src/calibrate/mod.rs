//! Calibration: how often the sequential test is right on real games, and how often printed intervals hold the
//! truth of simulated matches.

mod config;
mod coverage;
mod equivalence;
mod intervals;
mod leagues;
mod rows;
mod test_errors;

use overhear_agents::registry::Registry;

use crate::error::LabError;
use crate::measurement::{Measurement, StepLog};
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings as _;
use crate::table::Frame;
pub use config::CalibrateConfig;
pub use rows::{CalibrationRows, CoverageRow, TestErrorRow};

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

    fn tables(found: &CalibrateResult) -> Vec<Frame> {
        vec![found.rows.frame()]
    }

    fn findings(found: &CalibrateResult) -> Vec<String> {
        found.rows.sentences()
    }

    fn games(found: &CalibrateResult) -> Option<u64> {
        Some(found.games)
    }
}
