//! The balance of rules: one set, two sets, a grid; and of words: one deck, two decks.

use std::path::PathBuf;

use overhear_lab::balance::{CensusResult, Cut, DecksResult, SweepAxis, SweepResult};
use overhear_lab::setup::OutConfig;
use overhear_lab::{BalanceConfig, BalanceResult, CompareConfig, CompareResult};
use pyo3::prelude::*;

use crate::errors::{config, exception, usage};
use crate::guests::Guests;
use crate::table::Table;
use crate::watched::{Way, watched};

/// What games by one set of rules have shown.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct Balance(pub(crate) BalanceResult);

/// What clues have shown about the words.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct Census(CensusResult);

/// What two decks have shown.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct Decks(DecksResult);

/// What a grid of rules has shown.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct Sweep(pub(crate) SweepResult);

/// Plays populations by one set of rules.
#[pyfunction]
#[pyo3(signature = (asked, guests, out, force, threads, progress))]
pub(crate) fn balance(
    py: Python<'_>,
    asked: &str,
    guests: Vec<Bound<'_, PyAny>>,
    out: Option<PathBuf>,
    force: bool,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Balance> {
    let guests = Guests::new(&guests)?;
    let mut config = BalanceConfig { out: OutConfig { out, force }, ..config(py, asked)? };
    config.population.players.registry = guests.registry(py)?;
    let job = |watch: &_| {
        let result = overhear_lab::balance(&config, watch)?;
        result.sound()?;
        Ok(result)
    };
    watched(py, &Way { threads, progress, guests }, job).map(Balance)
}

/// Counts what becomes of the clues for each keyword, card or pair.
#[pyfunction]
#[pyo3(signature = (asked, guests, by, out, force, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the function in Python")]
pub(crate) fn census(
    py: Python<'_>,
    asked: &str,
    guests: Vec<Bound<'_, PyAny>>,
    by: &str,
    out: Option<PathBuf>,
    force: bool,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Census> {
    let guests = Guests::new(&guests)?;
    let mut config = BalanceConfig { out: OutConfig { out, force }, ..config(py, asked)? };
    config.population.players.registry = guests.registry(py)?;
    let known = || Cut::ALL.map(Cut::name).join(", ");
    let cut = Cut::ALL.into_iter().find(|cut| cut.name() == by);
    let cut = cut.ok_or_else(|| usage(py, format_args!("by: no `{by}`; there are {}", known())))?;
    let job = |watch: &_| {
        let result = overhear_lab::balance::census(&config, cut, watch)?;
        result.sound()?;
        Ok(result)
    };
    watched(py, &Way { threads, progress, guests }, job).map(Census)
}

/// Plays with two decks.
#[pyfunction]
#[pyo3(signature = (asked, guests, deck_b, out, force, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the function in Python")]
pub(crate) fn decks(
    py: Python<'_>,
    asked: &str,
    guests: Vec<Bound<'_, PyAny>>,
    deck_b: PathBuf,
    out: Option<PathBuf>,
    force: bool,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Decks> {
    let guests = Guests::new(&guests)?;
    let mut config = BalanceConfig { out: OutConfig { out, force }, ..config(py, asked)? };
    config.population.players.registry = guests.registry(py)?;
    let job = |watch: &_| {
        let result = overhear_lab::balance::decks(&config, &deck_b, watch)?;
        result.sound()?;
        Ok(result)
    };
    watched(py, &Way { threads, progress, guests }, job).map(Decks)
}

/// Plays a grid of rules; an axis is `KEY=VALUES`.
#[pyfunction]
#[pyo3(signature = (asked, guests, axes, out, force, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the function in Python")]
pub(crate) fn sweep(
    py: Python<'_>,
    asked: &str,
    guests: Vec<Bound<'_, PyAny>>,
    axes: Vec<String>,
    out: Option<PathBuf>,
    force: bool,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Sweep> {
    let guests = Guests::new(&guests)?;
    let mut config = BalanceConfig { out: OutConfig { out, force }, ..config(py, asked)? };
    config.population.players.registry = guests.registry(py)?;
    let read = |text: &String| text.parse().map_err(|error| usage(py, format_args!("{text}: {error}")));
    let axes: Vec<SweepAxis> = axes.iter().map(read).collect::<PyResult<_>>()?;
    let job = |watch: &_| {
        let result = overhear_lab::sweep(&config, &axes, watch)?;
        result.sound()?;
        Ok(result)
    };
    watched(py, &Way { threads, progress, guests }, job).map(Sweep)
}

/// Compares two sets of rules; the exception that says why the table is no decision, if it is none, beside it.
#[pyfunction]
#[pyo3(signature = (asked, guests, threads, progress))]
pub(crate) fn compare(
    py: Python<'_>,
    asked: &str,
    guests: Vec<Bound<'_, PyAny>>,
    threads: Option<u16>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(Table, Option<PyErr>)> {
    let guests = Guests::new(&guests)?;
    let mut config: CompareConfig = config(py, asked)?;
    config.population.players.registry = guests.registry(py)?;
    let result =
        watched(py, &Way { threads, progress, guests }, |watch| overhear_lab::compare(&config, watch))?;
    compared(py, &result)
}

/// What two sets of rules have shown, and why it is no decision, if it is none.
pub(crate) fn compared(py: Python<'_>, result: &CompareResult) -> PyResult<(Table, Option<PyErr>)> {
    let unsound = result.sound().err().map(|error| exception(py, &error));
    Ok((Table::new(&result.frame)?, unsound))
}

#[pymethods]
impl Balance {
    /// Every table.
    fn tables(&self) -> PyResult<Vec<Table>> {
        self.0.tables.all().into_iter().map(Table::new).collect()
    }

    /// Manifest and tables as JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Writes the files of the result.
    fn save(&self, py: Python<'_>, directory: PathBuf, force: bool) -> PyResult<()> {
        let out = OutConfig { out: Some(directory), force };
        py.detach(|| self.0.save(&out)).map_err(|error| exception(py, &error))
    }
}

#[pymethods]
impl Census {
    /// The one table.
    fn tables(&self) -> PyResult<Vec<Table>> {
        Ok(vec![Table::new(&self.0.frame)?])
    }

    /// Manifest and table as JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Writes the files of the result.
    fn save(&self, py: Python<'_>, directory: PathBuf, force: bool) -> PyResult<()> {
        let out = OutConfig { out: Some(directory), force };
        py.detach(|| self.0.save(&out)).map_err(|error| exception(py, &error))
    }
}

#[pymethods]
impl Decks {
    /// The one table.
    fn tables(&self) -> PyResult<Vec<Table>> {
        Ok(vec![Table::new(&self.0.frame)?])
    }

    /// Manifest and table as JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Writes the files of the result.
    fn save(&self, py: Python<'_>, directory: PathBuf, force: bool) -> PyResult<()> {
        let out = OutConfig { out: Some(directory), force };
        py.detach(|| self.0.save(&out)).map_err(|error| exception(py, &error))
    }
}

#[pymethods]
impl Sweep {
    /// The one table.
    fn tables(&self) -> PyResult<Vec<Table>> {
        Ok(vec![Table::new(&self.0.frame)?])
    }

    /// Manifest and table as JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Writes the files of the result.
    fn save(&self, py: Python<'_>, directory: PathBuf, force: bool) -> PyResult<()> {
        let out = OutConfig { out: Some(directory), force };
        py.detach(|| self.0.save(&out)).map_err(|error| exception(py, &error))
    }
}
