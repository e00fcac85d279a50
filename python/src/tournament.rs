//! Tournaments.

use std::path::PathBuf;

use overhear_lab::setup::OutConfig;
use overhear_lab::tournament::{Interrupted, Tournament as Run};
use overhear_lab::{LabError, TournamentConfig, TournamentResult};
use pyo3::prelude::*;

use crate::agents::AgentSet;
use crate::errors::{config, exception};
use crate::pool::pooled;
use crate::run_job::{RunOptions, permitting, watched, working_folder};
use crate::table::Table;

/// The result of a tournament.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct Tournament(pub(crate) TournamentResult);

/// Plays a tournament.
#[pyfunction]
#[pyo3(signature = (request, python_agents, out, force, threads, progress))]
pub(crate) fn tournament(
    py: Python<'_>,
    request: &str,
    python_agents: Vec<Bound<'_, PyAny>>,
    out: Option<PathBuf>,
    force: bool,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Tournament> {
    let out = OutConfig { out, force };
    let python_agents = AgentSet::new(&python_agents)?;
    let mut config = TournamentConfig { out, threads, folder: working_folder(), ..config(py, request)? };
    config.players.registry = python_agents.registry(py)?;
    watched(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
        play(Run::begin(config, watch)?)
    })
    .map(Tournament)
}

/// Goes on with the interrupted tournament of a directory.
#[pyfunction]
#[pyo3(signature = (directory, python_agents, allow_other_build, run_bots, threads, progress))]
pub(crate) fn resume(
    py: Python<'_>,
    directory: PathBuf,
    python_agents: Vec<Bound<'_, PyAny>>,
    allow_other_build: bool,
    run_bots: bool,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Tournament> {
    let python_agents = AgentSet::new(&python_agents)?;
    let registry = python_agents.registry(py)?;
    watched(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
        let mut interrupted = Interrupted::find(&directory, allow_other_build, &registry, watch)?;
        interrupted.config.threads = threads.or(interrupted.config.threads);
        play(Run::resume(interrupted, &permitting(watch, run_bots))?)
    })
    .map(Tournament)
}

/// Plays to the end, and writes the result where that was asked for.
fn play(mut run: Run) -> Result<TournamentResult, LabError> {
    run.play().map_err(|stopped| stopped.error)?;
    let result = run.result()?;
    run.publish(&result)?;
    Ok(result)
}

#[pymethods]
impl Tournament {
    /// Every table.
    fn tables(&self) -> PyResult<Vec<Table>> {
        self.0.tables().into_iter().map(Table::new).collect()
    }

    /// Manifest, standings and pairings as JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Who is strongest.
    fn sentences(&self) -> Vec<String> {
        self.0.sentences().to_vec()
    }

    /// What a sequential test has found.
    fn verdict(&self) -> Vec<String> {
        self.0.verdict().to_vec()
    }

    /// Ratings that rest on a penalty, and agents that broke down.
    fn warnings(&self) -> Vec<String> {
        self.0.warnings().to_vec()
    }

    /// Refuses a result that does not say what it was played for.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.0.check().map_err(|error| exception(py, &error))
    }

    /// Writes the files of the result.
    fn save(&self, py: Python<'_>, directory: PathBuf, force: bool) -> PyResult<()> {
        let out = OutConfig { out: Some(directory), force };
        pooled(py, || self.0.save(&out))
    }
}
