//! Tuning.

use std::path::PathBuf;

use overhear_agents::registry::Registry;
use overhear_lab::{TuneConfig, TuneResult};
use pyo3::prelude::*;

use crate::errors::{config, exception};
use crate::table::Table;
use crate::watched::{Way, watched};

/// Tunes parameters of an agent; the exception that says why the test has not decided, if it has not, beside the table.
#[pyfunction]
#[pyo3(signature = (asked, threads))]
pub(crate) fn tune(py: Python<'_>, asked: &str, threads: Option<u16>) -> PyResult<(Table, Option<PyErr>)> {
    let config: TuneConfig = config(py, asked)?;
    let way = Way { threads, progress: None };
    told(py, &watched(py, &way, |watch| overhear_lab::tune(&config, watch))?)
}

/// Goes on with the tune of a directory.
#[pyfunction]
#[pyo3(signature = (directory, allow_other_build, threads))]
pub(crate) fn resume_tune(
    py: Python<'_>,
    directory: PathBuf,
    allow_other_build: bool,
    threads: Option<u16>,
) -> PyResult<(Table, Option<PyErr>)> {
    let way = Way { threads, progress: None };
    let job =
        |watch: &_| overhear_lab::resume_tune(&directory, allow_other_build, &Registry::standard(), watch);
    told(py, &watched(py, &way, job)?)
}

fn told(py: Python<'_>, result: &TuneResult) -> PyResult<(Table, Option<PyErr>)> {
    let unsound = result.sound().err().map(|error| exception(py, &error));
    Ok((Table::new("result.csv", &result.frame)?, unsound))
}
