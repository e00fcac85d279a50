//! Agents that are classes in Python: they play by their names, and are asked in batches of columns.

mod answers;
mod columns;
mod host;

use std::sync::Arc;

use overhear_agents::registry::Registry;
use overhear_lab::LabError;
use pyo3::prelude::*;

use crate::errors::usage;
use crate::run_job::PythonAgents;
pub(crate) use columns::{NONE, digits, numbers, words};
use host::PythonAgent;

/// The classes that a call brings along.
pub(crate) struct AgentSet(Vec<Arc<PythonAgent>>);

impl AgentSet {
    /// Those of a list of `overhear._agents.Host`.
    pub(crate) fn new(hosts: &[Bound<'_, PyAny>]) -> PyResult<AgentSet> {
        hosts.iter().map(|host| PythonAgent::new(host).map(Arc::new)).collect::<PyResult<_>>().map(AgentSet)
    }

    /// The agents that a SPEC can name.
    pub(crate) fn registry(&self, py: Python<'_>) -> PyResult<Registry> {
        self.0
            .iter()
            .try_fold(Registry::standard(), |registry, host| {
                registry.with_external(PythonAgent::external_agent(host)).map_err(LabError::usage)
            })
            .map_err(|error| usage(py, error.message()))
    }
}

impl AgentSet {
    /// Returns the first exception that has come out of one, and forgets all: the next game is another one.
    pub(crate) fn take_failure(&self) -> Option<PyErr> {
        let failures: Vec<PyErr> = self.0.iter().filter_map(|host| host.take_failure()).collect();
        failures.into_iter().next()
    }
}

impl PythonAgents for AgentSet {
    fn are_any(&self) -> bool {
        !self.0.is_empty()
    }

    fn have_failed(&self) -> bool {
        self.0.iter().any(|host| host.has_failed())
    }

    fn failure(&self, py: Python<'_>) -> Option<PyErr> {
        self.0.iter().find_map(|host| host.failure(py))
    }

    fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        self.0.iter().try_for_each(|host| host.interrupt(py))
    }
}
