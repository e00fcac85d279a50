//! What is registered, and which rules have a name.

use overhear_lab::setup::{self, Field, RuleSet, RulesConfig, RulesSpec};
use overhear_lab::table::json;
use pyo3::prelude::*;

use crate::agents::AgentSet;
use crate::errors::{config, exception};
use crate::table::Table;

/// Every preset, clue giver and guesser.
#[pyfunction]
pub(crate) fn agents_list(py: Python<'_>, python_agents: Vec<Bound<'_, PyAny>>) -> PyResult<Table> {
    let registry = AgentSet::new(&python_agents)?.registry(py)?;
    Table::new(&overhear_lab::agents_list(&registry).map_err(|error| exception(py, &error))?)
}

/// What can be set on an agent, a clue giver or a guesser.
#[pyfunction]
pub(crate) fn agents_show(
    py: Python<'_>,
    name: &str,
    python_agents: Vec<Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let registry = AgentSet::new(&python_agents)?.registry(py)?;
    Table::new(&overhear_lab::agents_show(&registry, name).map_err(|error| exception(py, &error))?)
}

/// The SPECs of a standard set of opponents.
#[pyfunction]
pub(crate) fn agents_field(py: Python<'_>, name: &str) -> PyResult<Vec<&'static str>> {
    Field::named(name).map(Field::agents).map_err(|error| exception(py, &error))
}

/// The sets of rules that have a name.
#[pyfunction]
pub(crate) fn rules_list() -> PyResult<Table> {
    Table::new(&setup::rules_list())
}

/// Rules as a whole TOML file.
#[pyfunction]
pub(crate) fn rules_show(py: Python<'_>, name: &str) -> PyResult<String> {
    setup::rules_toml(name).map_err(|error| exception(py, &error))
}

/// In what rules differ from the official ones.
#[pyfunction]
pub(crate) fn rules_check(py: Python<'_>, rules: &str) -> PyResult<String> {
    let rules: RulesConfig = config(py, rules)?;
    RuleSet::from_config(&rules).map(|rules| rules.verdict()).map_err(|error| exception(py, &error))
}

/// The tables that the program writes, prints and reads, with their columns, as JSON.
#[pyfunction]
pub(crate) fn schema() -> String {
    json(&overhear_lab::table::schema())
}

/// The name or file of rules in one word, such as `official,round_limit=6`, and their switches.
#[pyfunction]
pub(crate) fn rules_parts(text: String) -> (String, Vec<String>) {
    let rules = RulesSpec::from(text);
    (rules.name().to_owned(), rules.set().map(str::to_owned).collect())
}
