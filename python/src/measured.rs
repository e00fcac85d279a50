//! What is measured of agents: a table each.

use std::path::PathBuf;

use overhear_lab::run::{Experiment as _, play_kept};
use overhear_lab::setup::OutConfig;
use overhear_lab::table::TableRow as _;
use overhear_lab::{
    BenchConfig, CompareResultsConfig, CrossConfig, CrossRow, ExploitConfig, ExploitRow, FrontierConfig,
    FrontierRow, PeopleConfig, PeopleLine, ResultDifference, RuleSearchConfig, StrangersConfig, StrangersRow,
    bench_items as items, cross, exploit, frontier, people, search_rules, strangers,
};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::agents::AgentSet;
use crate::errors::config;
use crate::run_job::{RunOptions, abandoned_on_interrupt, watched, working_folder};
use crate::table::Table;

/// The experiment that a request names.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum MeasurementRequest {
    Frontier(FrontierConfig),
    Cross(CrossConfig),
    Exploit(ExploitConfig),
    People(PeopleConfig),
    SearchRules(RuleSearchConfig),
    Strangers(StrangersConfig),
}

/// Measures agents.
#[pyfunction]
#[pyo3(signature = (request, python_agents, threads, progress))]
pub(crate) fn measure(
    py: Python<'_>,
    request: &str,
    python_agents: Vec<Bound<'_, PyAny>>,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let python_agents = AgentSet::new(&python_agents)?;
    let registry = python_agents.registry(py)?;
    let measured: MeasurementRequest = config(py, request)?;
    let frame =
        watched(
            py,
            &RunOptions { threads, progress, python_agents: &python_agents },
            |watch| match measured {
                MeasurementRequest::Frontier(config) => {
                    let rows = frontier(&FrontierConfig { registry, ..config }, watch)?.whole()?;
                    Ok(FrontierRow::frame(&rows))
                }
                MeasurementRequest::Cross(config) => {
                    let result = cross(&CrossConfig { registry, ..config }, watch)?.whole()?;
                    Ok(CrossRow::frame(&result.rows))
                }
                MeasurementRequest::Exploit(config) => {
                    let rows = exploit(&ExploitConfig { registry, ..config }, watch)?.whole()?;
                    Ok(ExploitRow::frame(&rows))
                }
                MeasurementRequest::Strangers(config) => {
                    let result = strangers(&StrangersConfig { registry, ..config }, watch)?.whole()?;
                    Ok(StrangersRow::frame(&result.agents))
                }
                MeasurementRequest::SearchRules(config) => {
                    Ok(search_rules(&config.with_registry(&registry), watch)?.whole()?.frame())
                }
                MeasurementRequest::People(config) => {
                    Ok(PeopleLine::frame(&people(&config, watch)?.whole()?))
                }
            },
        )?;
    Table::new(&frame)
}

/// A card of an agent as JSON, its items as lines of JSON, and its costs as CSV; its files are written into the new directory `out`.
#[pyfunction]
#[pyo3(signature = (request, out, python_agents, threads, progress))]
pub(crate) fn bench_card(
    py: Python<'_>,
    request: &str,
    out: PathBuf,
    python_agents: Vec<Bound<'_, PyAny>>,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, String, String)> {
    let python_agents = AgentSet::new(&python_agents)?;
    let bench: BenchConfig = config(py, request)?;
    let bench = bench.with_registry(&python_agents.registry(py)?);
    let out = OutConfig { out: Some(out), force: false };
    let card = watched(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
        play_kept(&bench, &working_folder(), &out, watch)?.whole()
    })?;
    Ok((card.to_json(), card.items(), card.cost().to_owned()))
}

/// The items of a suite with their answers, as lines of JSON.
#[pyfunction]
#[pyo3(signature = (request, threads, progress))]
pub(crate) fn bench_items(
    py: Python<'_>,
    request: &str,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let python_agents = AgentSet::new(&[])?;
    let bench: BenchConfig = config(py, request)?;
    let lines = watched(py, &RunOptions { threads, progress, python_agents: &python_agents }, |watch| {
        items(&bench, watch)
    })?;
    Ok(lines.iter().fold(String::new(), |text, item| text + &item.to_string() + "\n"))
}

/// Two results side by side: the table, the sentences, how it was compared, and in what the results differ.
#[pyfunction]
#[pyo3(signature = (a, b, agent))]
pub(crate) fn contrast(
    py: Python<'_>,
    a: PathBuf,
    b: PathBuf,
    agent: Vec<String>,
) -> PyResult<(Table, Vec<String>, String, Vec<String>)> {
    let config = CompareResultsConfig { a, b, agent };
    let comparison = abandoned_on_interrupt(py, move || overhear_lab::compare_results(&config))?;
    Ok((
        Table::new(&ResultDifference::frame(&comparison.rows))?,
        comparison.sentences,
        comparison.method,
        comparison.notes,
    ))
}
