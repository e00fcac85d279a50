//! Parts of a tournament that travel as bytes.

use overhear_agents::registry::Registry;
use overhear_lab::tournament::{Shard, merge_shards, play_shard as play_part};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{config, exception};
use crate::tournament::Tournament;
use crate::watched::{Way, watched};

/// Plays the part `index`, from 1, of `of` parts; what was counted, sealed.
#[pyfunction]
#[pyo3(signature = (asked, index, of, threads, progress))]
pub(crate) fn play_shard<'py>(
    py: Python<'py>,
    asked: &str,
    index: u64,
    of: u64,
    threads: Option<u16>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let config = config(py, asked)?;
    let job = |watch: &_| play_part(config, Shard { of, index }, watch);
    watched(py, &Way { threads, progress }, job).map(|bytes| PyBytes::new(py, &bytes))
}

/// Makes one result of all parts.
#[pyfunction]
#[pyo3(signature = (parts, allow_other_build))]
pub(crate) fn merge(py: Python<'_>, parts: Vec<Vec<u8>>, allow_other_build: bool) -> PyResult<Tournament> {
    let merged = py.detach(|| merge_shards(&parts, allow_other_build, &Registry::standard()));
    merged.map(Tournament).map_err(|error| exception(py, &error))
}
