//! Parts of a tournament that travel as bytes.

use overhear_lab::TournamentConfig;
use overhear_lab::tournament::{Prefix as PartsInOrder, Shard, merge_shards, play_shard as play_part};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{config, exception};
use crate::guests::Guests;
use crate::tournament::Tournament;
use crate::watched::{Way, watched};

/// Plays the part `index`, from 1, of `of` parts; what was counted, sealed.
#[pyfunction]
#[pyo3(signature = (asked, guests, index, of, threads, progress))]
pub(crate) fn play_shard<'py>(
    py: Python<'py>,
    asked: &str,
    guests: Vec<Bound<'_, PyAny>>,
    index: u64,
    of: u64,
    threads: Option<u16>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let guests = Guests::new(&guests)?;
    let mut config: TournamentConfig = config(py, asked)?;
    config.players.registry = guests.registry(py)?;
    let job = |watch: &_| play_part(config, Shard { of, index }, watch);
    watched(py, &Way { threads, progress, guests }, job).map(|bytes| PyBytes::new(py, &bytes))
}

/// Makes one result of all parts.
#[pyfunction]
#[pyo3(signature = (parts, guests, allow_other_build))]
pub(crate) fn merge(
    py: Python<'_>,
    parts: Vec<Vec<u8>>,
    guests: Vec<Bound<'_, PyAny>>,
    allow_other_build: bool,
) -> PyResult<Tournament> {
    let guests = Guests::new(&guests)?;
    let registry = guests.registry(py)?;
    let job = |watch: &_| merge_shards(&parts, allow_other_build, &registry, watch);
    watched(py, &Way { guests, ..Way::QUIET }, job).map(Tournament)
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
        self.0.take(part).map_err(|error| exception(py, &error))
    }
}
