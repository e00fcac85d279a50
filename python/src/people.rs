//! What is asked about people's games, single games and single clues, and pages of results.

use std::path::PathBuf;

use overhear_agents::registry::Registry;
use overhear_engine::rules::{ClueVerdict, Slot};
use overhear_lab::eval::Task;
use overhear_lab::setup::PlayersConfig;
use overhear_lab::table::json;
use overhear_lab::{ClueConfig, EvalConfig, ReplayConfig, ReplayRun, TournamentConfig};
use overhear_report::AdviseConfig;
use pyo3::prelude::*;

use crate::agents::AgentSet;
use crate::errors::{config, usage};
use crate::pool::pooled;
use crate::run_job::{RunOptions, abandoned_on_interrupt, permitting, watched};
use crate::table::Table;

/// Lets agents guess recorded codes, and scores them.
#[pyfunction]
#[pyo3(signature = (task, file, agents, missing_as_words, seed, fit_temperature, words, threads))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the function in Python")]
pub(crate) fn evaluate(
    py: Python<'_>,
    task: &str,
    file: PathBuf,
    agents: Vec<String>,
    missing_as_words: bool,
    seed: u64,
    fit_temperature: bool,
    words: &str,
    threads: Option<u16>,
) -> PyResult<Table> {
    let task = [Task::Decode, Task::Intercept].into_iter().find(|known| known.name() == task);
    let task = task.ok_or_else(|| usage(py, "task: there are `decode` and `intercept`"))?;
    let config = EvalConfig {
        task,
        file,
        players: PlayersConfig::from_specs(agents.iter().map(String::as_str)),
        missing_as_words,
        seed,
        max_fault_rate: EvalConfig::default().max_fault_rate,
        fit_temperature,
        predictions: None,
        calibration: None,
        force: false,
        words: config(py, words)?,
    };
    let result = watched(py, &RunOptions { threads, ..RunOptions::QUIET }, |watch| {
        overhear_lab::evaluate(&config, watch)
    })?;
    Table::new(&result.found.frame())
}

/// What the computer makes of a note sheet, as JSON.
#[pyfunction]
#[pyo3(signature = (sheet, agent, top, space, deck, associations))]
pub(crate) fn advise(
    py: Python<'_>,
    sheet: PathBuf,
    agent: String,
    top: usize,
    space: Option<PathBuf>,
    deck: Option<PathBuf>,
    associations: &str,
) -> PyResult<String> {
    let (bots, answers, registry) = (Vec::new(), None, Registry::standard());
    let associations = config(py, associations)?;
    let config = AdviseConfig { sheet, agent, top, space, deck, associations, bots, answers, registry };
    watched(py, &RunOptions::QUIET, |watch| overhear_report::advise(&config, watch))
        .map(|advice| json(&advice))
}

/// The law's verdict on a clue: `legal`, `illegal` or `doubtful`, and the reason.
#[pyfunction]
#[pyo3(signature = (text, keywords, meant, given, code, lemma, lang))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the function in Python")]
pub(crate) fn clue_verdict(
    py: Python<'_>,
    text: String,
    keywords: Vec<String>,
    meant: Option<u8>,
    given: Vec<String>,
    code: Option<String>,
    lemma: bool,
    lang: &str,
) -> PyResult<(&'static str, Option<String>)> {
    let code = code.map(|code| code.parse().map_err(|error| usage(py, format_args!("code: {error}"))));
    let lang = lang.parse().map_err(|error| usage(py, format_args!("lang: {error}")))?;
    let meant = meant
        .map(|position| {
            Slot::from_digit(char::from(b'0'.saturating_add(position)))
                .ok_or_else(|| usage(py, format_args!("meant: {position} is not a position; takes 1 to 4")))
        })
        .transpose()?;
    let config =
        ClueConfig { text, keywords, meant, given, code: code.transpose()?, lemma, lang, deck: None };
    let verdict = pooled(py, || overhear_lab::clue_verdict(&config))?;
    Ok(match verdict {
        ClueVerdict::Legal => ("legal", None),
        ClueVerdict::Illegal(reason) => ("illegal", Some(reason.to_string())),
        ClueVerdict::Doubtful(reason) => ("doubtful", Some(reason.to_string())),
    })
}

/// A game of a result again, as JSON; compared with the rows that were logged if `verify` is set.
#[pyfunction]
#[pyo3(signature = (directory, python_agents, game, verify, run_bots))]
pub(crate) fn replay_of(
    py: Python<'_>,
    directory: PathBuf,
    python_agents: Vec<Bound<'_, PyAny>>,
    game: u64,
    verify: bool,
    run_bots: bool,
) -> PyResult<String> {
    let python_agents = AgentSet::new(&python_agents)?;
    let config = ReplayConfig {
        game,
        run: ReplayRun::Stored { from: directory, verify },
        registry: python_agents.registry(py)?,
    };
    watched(py, &RunOptions { python_agents: &python_agents, ..RunOptions::QUIET }, |watch| {
        overhear_lab::replay(&config, &permitting(watch, run_bots))
    })
    .map(|replay| json(&replay))
}

/// A game of a run that would be long enough, as JSON.
#[pyfunction]
#[pyo3(signature = (request, python_agents, game, seed))]
pub(crate) fn replay(
    py: Python<'_>,
    request: &str,
    python_agents: Vec<Bound<'_, PyAny>>,
    game: u64,
    seed: u64,
) -> PyResult<String> {
    let python_agents = AgentSet::new(&python_agents)?;
    let tournament: TournamentConfig = config(py, request)?;
    let run = ReplayRun::Asked(Box::new(TournamentConfig { seed: Some(seed), ..tournament }.into()));
    let config = ReplayConfig { game, run, registry: python_agents.registry(py)? };
    watched(py, &RunOptions { python_agents: &python_agents, ..RunOptions::QUIET }, |watch| {
        overhear_lab::replay(&config, watch)
    })
    .map(|replay| json(&replay))
}

/// The page of the result in a directory, as HTML.
#[pyfunction]
pub(crate) fn report(py: Python<'_>, directory: PathBuf) -> PyResult<String> {
    abandoned_on_interrupt(py, move || overhear_report::report::page(&directory))
}
