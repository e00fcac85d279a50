//! Tuning.

use std::path::PathBuf;

use overhear_lab::run::{InterruptedRun, play_kept};
use overhear_lab::setup::OutConfig;
use overhear_lab::{TuneConfig, TuneResult};
use pyo3::prelude::*;

use crate::agents::AgentSet;
use crate::errors::{config, exception};
use crate::run_job::{RunOptions, permitting, watched, working_folder};
use crate::table::{OneTable, Table};

/// Tunes parameters of an agent in a directory; the table, the sentences, and the exception that says why the test has not
/// decided, if it has not.
#[pyfunction]
#[pyo3(signature = (request, python_agents, out, force, threads))]
pub(crate) fn tune(
    py: Python<'_>,
    request: &str,
    python_agents: Vec<Bound<'_, PyAny>>,
    out: PathBuf,
    force: bool,
    threads: Option<u16>,
) -> PyResult<OneTable> {
    let python_agents = AgentSet::new(&python_agents)?;
    let mut config: TuneConfig = config(py, request)?;
    config.players.registry = python_agents.registry(py)?;
    let way = RunOptions { threads, progress: None, python_agents: &python_agents };
    let (out, folder) = (OutConfig { out: Some(out), force }, working_folder());
    result_table(py, &watched(py, &way, |watch| play_kept(&config, &folder, &out, watch)?.whole())?)
}

/// Goes on with the tune of a directory.
#[pyfunction]
#[pyo3(signature = (directory, python_agents, allow_other_build, run_bots, threads))]
pub(crate) fn resume_tune(
    py: Python<'_>,
    directory: PathBuf,
    python_agents: Vec<Bound<'_, PyAny>>,
    allow_other_build: bool,
    run_bots: bool,
    threads: Option<u16>,
) -> PyResult<OneTable> {
    let python_agents = AgentSet::new(&python_agents)?;
    let registry = python_agents.registry(py)?;
    let way = RunOptions { threads, progress: None, python_agents: &python_agents };
    result_table(
        py,
        &watched(py, &way, |watch| {
            let watch = &permitting(watch, run_bots);
            let run = InterruptedRun::<TuneConfig>::find(
                &directory,
                &["tune"],
                allow_other_build,
                &registry,
                watch,
            )?;
            run.play(watch)?.1.whole()
        })?,
    )
}

fn result_table(py: Python<'_>, result: &TuneResult) -> PyResult<OneTable> {
    let unsound = result.check().err().map(|error| exception(py, &error));
    Ok((Table::new(&result.frame())?, result.sentences.clone(), unsound, None))
}
