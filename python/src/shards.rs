//! Parts of a tournament that travel as bytes.

use overhear_lab::parts::{
    ExperimentRequest, are_enough as are_parts_enough, is_part, merge_parts as merge_all,
};
use overhear_lab::tournament::{
    Shard, ShardPrefix as PartsInOrder, merge_shards, play_shard as play_shard_of,
};
use overhear_lab::{LabError, RunControl, TournamentConfig};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::agents::AgentSet;
use crate::balance::to_python;
use crate::errors::{config, exception};
use crate::pool::pooled;
use crate::run_job::{RunOptions, permitting, watched, working_folder};
use crate::tournament::Tournament;

/// Plays the part `index`, from 1, of `of` parts of a tournament; what was counted, sealed.
#[pyfunction]
#[pyo3(signature = (request, python_agents, index, of, threads, progress))]
pub(crate) fn play_shard<'py>(
    py: Python<'py>,
    request: &str,
    python_agents: Vec<Bound<'py, PyAny>>,
    index: u64,
    of: u64,
    threads: Option<u16>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let python_agents = AgentSet::new(&python_agents)?;
    let mut config: TournamentConfig = config(py, request)?;
    config.players.registry = python_agents.registry(py)?;
    config.folder = working_folder();
    sealed(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
        play_shard_of(config, Shard::new(index, of)?, watch)
    })
}

/// The same of an experiment on rules.
#[pyfunction]
#[pyo3(signature = (request, python_agents, index, of, threads, progress))]
pub(crate) fn play_part<'py>(
    py: Python<'py>,
    request: &str,
    python_agents: Vec<Bound<'py, PyAny>>,
    index: u64,
    of: u64,
    threads: Option<u16>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let python_agents = AgentSet::new(&python_agents)?;
    let mut experiment: ExperimentRequest = config(py, request)?;
    experiment.set_registry(&python_agents.registry(py)?);
    sealed(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
        experiment.play_part(&working_folder(), Shard::new(index, of)?, watch)
    })
}

/// Plays a part.
fn sealed<'py>(
    py: Python<'py>,
    way: &RunOptions<'_>,
    job: impl FnOnce(&RunControl) -> Result<Vec<u8>, LabError> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    watched(py, way, job).map(|bytes| PyBytes::new(py, &bytes))
}

/// Whether the first parts of an experiment on rules, in their order, decide what is to be decided.
#[pyfunction]
pub(crate) fn are_enough(
    py: Python<'_>,
    parts: Vec<Vec<u8>>,
    python_agents: Vec<Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let registry = AgentSet::new(&python_agents)?.registry(py)?;
    pooled(py, || are_parts_enough(&parts, &registry))
}

/// Makes one result of all parts of an experiment on rules; nothing if they are of a tournament.
#[pyfunction]
#[pyo3(signature = (parts, python_agents, allow_other_build, run_bots))]
pub(crate) fn merge_parts<'py>(
    py: Python<'py>,
    parts: Vec<Vec<u8>>,
    python_agents: Vec<Bound<'_, PyAny>>,
    allow_other_build: bool,
    run_bots: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !parts.iter().any(|part| is_part(part) == Some(true)) {
        return Ok(None);
    }
    let python_agents = AgentSet::new(&python_agents)?;
    let registry = python_agents.registry(py)?;
    to_python(
        py,
        watched(py, &RunOptions { python_agents: &python_agents, ..RunOptions::QUIET }, |watch| {
            merge_all(&parts, allow_other_build, &registry, &permitting(watch, run_bots))
        })?,
    )
    .map(Some)
}

/// Makes one result of all parts.
#[pyfunction]
#[pyo3(signature = (parts, python_agents, allow_other_build, run_bots))]
pub(crate) fn merge(
    py: Python<'_>,
    parts: Vec<Vec<u8>>,
    python_agents: Vec<Bound<'_, PyAny>>,
    allow_other_build: bool,
    run_bots: bool,
) -> PyResult<Tournament> {
    let python_agents = AgentSet::new(&python_agents)?;
    let registry = python_agents.registry(py)?;
    watched(py, &RunOptions { python_agents: &python_agents, ..RunOptions::QUIET }, |watch| {
        merge_shards(&parts, allow_other_build, &registry, &permitting(watch, run_bots))
    })
    .map(Tournament)
}

/// Parts of a run with a sequential test, shown in their order.
#[pyclass(module = "overhear._overhear")]
pub(crate) struct Prefix(PartsInOrder);

#[pymethods]
impl Prefix {
    #[new]
    fn new() -> Prefix {
        Prefix(PartsInOrder::default())
    }

    /// Takes in the next part; whether no later one is needed.
    fn take(&mut self, py: Python<'_>, part: &[u8]) -> PyResult<bool> {
        self.0.add_shard(part).map_err(|error| exception(py, &error))
    }
}
