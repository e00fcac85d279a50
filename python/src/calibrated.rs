//! Checks of the laboratory itself: how often its tests and intervals are right, and that its guarantees hold.

use overhear_lab::tournament::SprtSetting;
use overhear_lab::{CalibrateConfig, ErrorKind, Selfcheck, coverage};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::agents::AgentSet;
use crate::errors::{config, exception};
use crate::run_job::{RunOptions, watched};
use crate::table::{OneTable, Table};

/// A calibration that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CalibrateRequest {
    runs: u64,
    agent: String,
    blunder: Option<f64>,
    sprt: SprtSetting,
    pairs: u64,
    seed: u64,
    /// Whether the intervals are counted in place of the tests.
    coverage: bool,
}

/// Counts how often the sequential test is right, or how often intervals hold the truth; the table, and the exception that says
/// which rates are off.
#[pyfunction]
#[pyo3(signature = (asked, python_agents, threads, progress))]
pub(crate) fn calibrate(
    py: Python<'_>,
    asked: &str,
    python_agents: Vec<Bound<'_, PyAny>>,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<OneTable> {
    let python_agents = AgentSet::new(&python_agents)?;
    let registry = python_agents.registry(py)?;
    let CalibrateRequest { runs, agent, blunder, sprt, pairs, seed, coverage: of_intervals } =
        config(py, asked)?;
    let asked = CalibrateConfig { runs, agent, blunder, sprt, pairs, seed, registry };
    let result = watched(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
        let result =
            if of_intervals { coverage(runs, seed, watch)? } else { overhear_lab::calibrate(&asked, watch)? };
        match result.check() {
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            _ => Ok(result),
        }
    })?;
    let unsound = result.check().err().map(|error| exception(py, &error));
    Ok((Table::new(&result.frame)?, Vec::new(), unsound, None))
}

/// Checks that this build keeps the guarantees on which every result rests: for each whether it is kept, and what was found.
#[pyfunction]
#[pyo3(signature = (games, seed, threads))]
pub(crate) fn selfcheck(
    py: Python<'_>,
    games: u64,
    seed: Option<u64>,
    threads: Option<u16>,
) -> PyResult<Vec<(bool, String)>> {
    let registry = AgentSet::new(&[])?.registry(py)?;
    watched(py, &RunOptions::QUIET, |watch| {
        let mut findings = Vec::new();
        Selfcheck::new(games, seed, threads, &registry)?.run(watch, &mut |finding| {
            findings.push((finding.is_ok(), finding.unwrap_or_else(|breach| breach)));
            Ok(())
        })?;
        Ok(findings)
    })
}
