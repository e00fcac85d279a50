//! What an agent owes the table, checked by asking.

use overhear_lab::setup::{RulesConfig, WordFiles};
use overhear_lab::{AgentCheck, CheckConfig};
use pyo3::prelude::*;

use crate::agents::AgentSet;
use crate::errors::config;
use crate::run_job::{RunOptions, watched};

/// Checks every duty of an agent: for each whether it is kept, and what was found.
#[pyfunction]
#[pyo3(signature = (agent, python_agents, games, seed, rules, words, threads))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the function in Python")]
pub(crate) fn check_agent(
    py: Python<'_>,
    agent: String,
    python_agents: Vec<Bound<'_, PyAny>>,
    games: u64,
    seed: Option<u64>,
    rules: &str,
    words: &str,
    threads: Option<u16>,
) -> PyResult<Vec<(bool, String)>> {
    let python_agents = AgentSet::new(&python_agents)?;
    let (rules, words): (RulesConfig, WordFiles) = (config(py, rules)?, config(py, words)?);
    let registry = python_agents.registry(py)?;
    let (bots, answers) = (Vec::new(), None);
    let config = CheckConfig { agent, games, seed, rules, words, bots, answers, registry };
    watched(py, &RunOptions { threads, python_agents: &python_agents, ..RunOptions::QUIET }, |watch| {
        let mut findings = Vec::new();
        AgentCheck::new(&config, watch)?.run(watch, &mut |finding| {
            findings.push((finding.is_ok(), finding.unwrap_or_else(|breach| breach)));
            Ok(())
        })?;
        Ok(findings)
    })
}
