//! Checks of the laboratory itself, how often its tests and intervals are right and that its guarantees hold, and of what an agent
//! owes the table.

use overhear_lab::setup::{RulesConfig, WordFiles};
use overhear_lab::{AgentCheck, CalibrateConfig, CheckConfig, CheckOutcome, LabError, Selfcheck};
use pyo3::prelude::*;

use crate::agents::AgentSet;
use crate::errors::{config, exception};
use crate::run_job::{RunOptions, watched};
use crate::table::{OneTable, Table};

/// Counts how often the sequential test is right, or how often intervals hold the truth; the table, and the exception that says
/// which rates are off.
#[pyfunction]
#[pyo3(signature = (request, python_agents, threads, progress))]
pub(crate) fn calibrate(
    py: Python<'_>,
    request: &str,
    python_agents: Vec<Bound<'_, PyAny>>,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<OneTable> {
    let python_agents = AgentSet::new(&python_agents)?;
    let registry = python_agents.registry(py)?;
    let config = CalibrateConfig { registry, ..config(py, request)? };
    let result = watched(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
        overhear_lab::calibrate(&config, watch)?.whole()
    })?;
    let unsound = result.check().err().map(|error| exception(py, &error));
    Ok((Table::new(&result.rows.frame())?, Vec::new(), unsound, None))
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
        let checks = Selfcheck::new(games, seed, threads, &registry)?;
        collected(|each| checks.run(watch, each))
    })
}

/// Checks every duty of an agent: for each whether it is kept, and what was found.
#[pyfunction]
#[pyo3(signature = (agent, python_agents, games, seed, rules, words, threads))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the function in Python")]
pub(crate) fn check_agent(
    py: Python<'_>,
    agent: String,
    python_agents: Vec<Bound<'_, PyAny>>,
    games: u64,
    seed: Option<u64>,
    rules: &str,
    words: &str,
    threads: Option<u16>,
) -> PyResult<Vec<(bool, String)>> {
    let python_agents = AgentSet::new(&python_agents)?;
    let (rules, words): (RulesConfig, WordFiles) = (config(py, rules)?, config(py, words)?);
    let registry = python_agents.registry(py)?;
    let (bots, answers) = (Vec::new(), None);
    let config = CheckConfig { agent, games, seed, rules, words, bots, answers, registry };
    watched(py, &RunOptions { threads, python_agents: &python_agents, ..RunOptions::QUIET }, |watch| {
        let checks = AgentCheck::new(&config, watch)?;
        collected(|each| checks.run(watch, each))
    })
}

/// Runs checks, and returns for each whether it is kept, and what was found.
fn collected(
    run: impl FnOnce(&mut dyn FnMut(CheckOutcome) -> Result<(), LabError>) -> Result<(), LabError>,
) -> Result<Vec<(bool, String)>, LabError> {
    let mut findings = Vec::new();
    run(&mut |outcome| {
        findings.push((outcome.is_ok(), outcome.unwrap_or_else(|breach| breach)));
        Ok(())
    })?;
    Ok(findings)
}
