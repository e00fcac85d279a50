//! Agents that are classes in Python: they play by their names, and are asked in batches of columns.

mod answers;
mod columns;
mod host;

use std::sync::Arc;

use overhear_agents::registry::Registry;
use overhear_lab::LabError;
use pyo3::prelude::*;

use crate::errors::usage;
use crate::watched::Company;
pub(crate) use columns::{NONE, digits, numbers, words};
use host::Host;

/// The classes that a call brings along.
pub(crate) struct Guests(Vec<Arc<Host>>);

impl Guests {
    /// Those of a list of `overhear._agents.Host`.
    pub(crate) fn new(hosts: &[Bound<'_, PyAny>]) -> PyResult<Guests> {
        hosts.iter().map(|host| Host::new(host).map(Arc::new)).collect::<PyResult<_>>().map(Guests)
    }

    /// The agents that a SPEC can name.
    pub(crate) fn registry(&self, py: Python<'_>) -> PyResult<Registry> {
        let add = |registry: Registry, host| registry.with_guest(Host::guest(host)).map_err(LabError::usage);
        self.0.iter().try_fold(Registry::standard(), add).map_err(|error| usage(py, error.message()))
    }
}

impl Company for Guests {
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
