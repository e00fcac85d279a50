//! The balance of rules: one set, two sets, a grid; and of words: one deck, two decks.

use std::path::PathBuf;

use overhear_lab::RulesComparison;
use overhear_lab::experiment::TabularResult;
use overhear_lab::parts::{ExperimentRequest, ExperimentResult};
use overhear_lab::setup::OutConfig;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;

use crate::agents::AgentSet;
use crate::errors::{config, exception};
use crate::pool::pooled;
use crate::run_job::{RunOptions, watched};
use crate::table::{OneTable, Table};

/// What an experiment by one set of rules has shown, and the same in sentences.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct RulesResult(Box<dyn TabularResult + Send + Sync>, Vec<String>);

/// Plays an experiment on rules. A comparison is its table, its sentences, and the exception that says why it is no
/// decision, if it is none.
#[pyfunction]
#[pyo3(signature = (request, python_agents, out, force, threads, progress))]
pub(crate) fn experiment<'py>(
    py: Python<'py>,
    request: &str,
    python_agents: Vec<Bound<'py, PyAny>>,
    out: Option<PathBuf>,
    force: bool,
    threads: Option<u16>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let python_agents = AgentSet::new(&python_agents)?;
    let mut experiment: ExperimentRequest = config(py, request)?;
    experiment.set_registry(&python_agents.registry(py)?);
    let out = OutConfig { out, force };
    to_python(
        py,
        watched(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
            let shown = experiment.play_whole(&out, watch)?;
            // What is no decision is shown with the reason.
            if !matches!(shown, ExperimentResult::Compare(_)) {
                shown.check()?;
            }
            Ok(shown)
        })?,
    )
}

/// What an experiment has shown, as Python sees it.
pub(crate) fn to_python(py: Python<'_>, shown: ExperimentResult) -> PyResult<Bound<'_, PyAny>> {
    let sentences = shown.sentences();
    match shown {
        ExperimentResult::Balance(result) => RulesResult(result, sentences).into_bound_py_any(py),
        ExperimentResult::WordStats(result) => RulesResult(result, sentences).into_bound_py_any(py),
        ExperimentResult::Sweep(result) => RulesResult(result, sentences).into_bound_py_any(py),
        ExperimentResult::Decks(result) => RulesResult(result, sentences).into_bound_py_any(py),
        ExperimentResult::Compare(result) => compared(py, &result)?.into_bound_py_any(py),
    }
}

/// What two sets of rules have shown, and why it is no decision, if it is none.
fn compared(py: Python<'_>, result: &RulesComparison) -> PyResult<OneTable> {
    let unsound = TabularResult::check(result).err().map(|error| exception(py, &error));
    Ok((Table::new(&result.frame())?, result.sentences.clone(), unsound, Some(result.to_json())))
}

#[pymethods]
impl RulesResult {
    /// Every table.
    fn tables(&self) -> PyResult<Vec<Table>> {
        self.0.frames().iter().map(Table::new).collect()
    }

    /// What was found, in sentences.
    fn sentences(&self) -> Vec<String> {
        self.1.clone()
    }

    /// Manifest and tables as JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Writes the files of the result.
    fn save(&self, py: Python<'_>, directory: PathBuf, force: bool) -> PyResult<()> {
        let out = OutConfig { out: Some(directory), force };
        pooled(py, || self.0.save(&out))
    }
}
