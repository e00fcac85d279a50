//! The league.

use overhear_lab::{LeagueConfig, LeagueResult};
use pyo3::prelude::*;

use crate::agents::AgentSet;
use crate::errors::config;
use crate::run_job::{RunOptions, watched};
use crate::table::Table;

/// What a league has shown.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct League(LeagueResult);

/// Plays a league.
#[pyfunction]
#[pyo3(signature = (request, python_agents, threads, progress))]
pub(crate) fn league(
    py: Python<'_>,
    request: &str,
    python_agents: Vec<Bound<'_, PyAny>>,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<League> {
    let python_agents = AgentSet::new(&python_agents)?;
    let mut config: LeagueConfig = config(py, request)?;
    config.players.registry = python_agents.registry(py)?;
    watched(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
        let result = overhear_lab::league::league(&config, watch)?;
        result.check()?;
        Ok(result)
    })
    .map(League)
}

#[pymethods]
impl League {
    /// The agents, their pairings, and the responses to the mix if there was a search.
    fn tables(&self) -> PyResult<Vec<Table>> {
        let frames = [self.0.agents(), self.0.matrix()].into_iter().chain(self.0.response_rows());
        frames.map(|frame| Table::new(&frame)).collect()
    }

    /// The strongest agent, the equilibrium and its regret.
    fn sentences(&self) -> Vec<String> {
        self.0.sentences()
    }

    /// All of it as JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }
}
