//! Words as agents know them.

use std::sync::Arc;

use overhear_agents::model::{ModelKey, World as Known};
use overhear_engine::rules::Keyword;
use overhear_lab::setup::{WordFiles, Words};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::episode::masks::banned;
use crate::errors::config;
use crate::run_job::{RunOptions, abandoned_on_interrupt, warn, watched};

/// A deck, a word space and the clues that agents choose from.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct World(Arc<Known>);

impl World {
    /// What agents know of words, for Python.
    pub(crate) fn from_loaded(known: &Arc<Known>) -> World {
        World(Arc::clone(known))
    }

    /// What agents know of words.
    pub(crate) const fn loaded(&self) -> &Arc<Known> {
        &self.0
    }

    fn keyword(&self, place: usize) -> PyResult<Keyword> {
        let count = self.0.deck().len();
        (place < count)
            .then_some(Keyword(place as u16))
            .ok_or_else(|| PyIndexError::new_err(format!("{place}: there are {count} keywords")))
    }
}

#[pymethods]
impl World {
    #[new]
    fn new(py: Python<'_>, words: &str) -> PyResult<World> {
        let files: WordFiles = config(py, words)?;
        let words = abandoned_on_interrupt(py, move || Words::load(&files))?;
        warn(py, &words.warnings)?;
        Ok(World(words.world))
    }

    /// All words of the space.
    fn words(&self) -> Vec<&str> {
        self.0.space().words().iter().collect()
    }

    /// The words that may be clues, by their number.
    fn clues(&self) -> Vec<&str> {
        self.0.clue_texts().collect()
    }

    /// The keywords, by their number.
    fn keywords(&self) -> Vec<&str> {
        self.0.deck().keywords().iter().map(|keyword| keyword.text.as_str()).collect()
    }

    /// The keywords of each card, by their numbers.
    fn cards(&self) -> Vec<Vec<u16>> {
        self.0.deck().cards().iter().map(|card| card.iter().map(|keyword| keyword.0).collect()).collect()
    }

    /// How many numbers a direction has.
    #[getter]
    fn dims(&self) -> usize {
        self.0.space().dims()
    }

    /// The directions of words by their places in the space: signed bytes, row by row.
    fn directions<'py>(&self, py: Python<'py>, places: Vec<usize>) -> PyResult<Bound<'py, PyBytes>> {
        let space = self.0.space();
        if let Some(place) = places.iter().find(|place| **place >= space.words().len()) {
            return Err(PyIndexError::new_err(format!("{place}: there are {} words", space.words().len())));
        }
        let rows: Vec<u8> =
            py.detach(|| space.directions(&places).iter().map(|&value| value as u8).collect());
        Ok(PyBytes::new(py, &rows))
    }

    /// P(clue | keyword) for every clue: 32-bit floats in this machine's order of bytes.
    fn likelihoods<'py>(
        &self,
        py: Python<'py>,
        keyword: usize,
        beta: Option<f64>,
        alpha: Option<f64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (keyword, usual) = (self.keyword(keyword)?, ModelKey::default());
        let key = ModelKey { beta: beta.unwrap_or(usual.beta), alpha: alpha.unwrap_or(usual.alpha) };
        let row = watched(py, &RunOptions::QUIET, |_| {
            let row = self.0.association(key).likelihoods(&[keyword]);
            Ok(row.iter().flat_map(|likelihood| likelihood.to_ne_bytes()).collect::<Vec<u8>>())
        })?;
        Ok(PyBytes::new(py, &row))
    }

    /// Which clues the law forbids to a team that holds a keyword, or whatever it holds (R18, R19, R21): a byte for each.
    fn banned<'py>(&self, py: Python<'py>, keyword: usize) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &banned(&self.0, self.keyword(keyword)?)))
    }
}
