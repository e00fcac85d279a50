//! A card that was written with `bench --out`, as input of a comparison.

use std::path::Path;

use overhear_bots::problem_in_line;
use overhear_stats::Interval;
use serde::Deserialize;
use serde_json::Value;

use super::card_items::Observation;
use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::store::StoredManifest;

/// The command of cards in their manifests.
const COMMAND: &str = "bench";

/// A finished card.
pub(super) struct StoredCard {
    pub(super) name: String,
    pub(super) agent: String,
    pub(super) suite: String,
    /// Hash of all that decides the questions.
    pub(super) suite_sha256: String,
    /// Measures of the agent, without the built-in players.
    pub(super) measures: Vec<StoredMeasure>,
    pub(super) observations: Vec<Observation>,
}

/// A measure of a card.
#[derive(Clone, Deserialize)]
pub(super) struct StoredMeasure {
    pub(super) task: String,
    #[serde(rename = "measure")]
    pub(super) what: String,
    pub(super) value: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

impl StoredMeasure {
    /// Returns the interval; `None` for a number without one.
    pub(super) fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.low?, high: self.high? })
    }
}

/// The line of a card in `leaderboard.jsonl`, as far as a comparison needs it.
#[derive(Deserialize)]
struct Row {
    suite: String,
    suite_sha256: String,
    agent: String,
    measures: Vec<StoredMeasure>,
}

impl StoredCard {
    /// Returns `true` if a directory has a finished card.
    pub(super) fn is_card(dir: &Path) -> bool {
        StoredManifest::open(dir).is_ok_and(|stored| stored.manifest["command"].as_str() == Some(COMMAND))
    }

    /// Reads the files of a card and checks that they are unchanged.
    pub(super) fn read(dir: &Path) -> Result<StoredCard, LabError> {
        let stored = StoredManifest::open(dir)?;
        if stored.manifest["command"].as_str() != Some(COMMAND) {
            return Err(stored.refuse("this is no card; compare two cards, or two tournaments"));
        }
        let row: Vec<Row> = lines(&stored, "leaderboard.jsonl")?;
        let Some(Row { suite, suite_sha256, agent, measures }) = row.into_iter().next() else {
            return Err(stored.refuse("leaderboard.jsonl has no line; make the card again"));
        };
        let items: Vec<Value> = lines(&stored, "items.jsonl")?;
        let observations = items.iter().flat_map(Observation::of_item).collect();
        Ok(StoredCard { name: dir.display().to_string(), agent, suite, suite_sha256, measures, observations })
    }

    /// Returns the measure of another card.
    pub(super) fn measure(&self, like: &StoredMeasure) -> Option<&StoredMeasure> {
        self.measures.iter().find(|measure| measure.task == like.task && measure.what == like.what)
    }
}

/// Returns the values in the lines of a file of a card.
fn lines<T: for<'de> Deserialize<'de>>(stored: &StoredManifest, name: &str) -> Result<Vec<T>, LabError> {
    let Some(path) = stored.verified(name)? else {
        return Err(
            stored.refuse(format_args!("it has no {name}; make the card again and keep all its files"))
        );
    };
    let text = input::read_text(&path, SizeLimit::Table)?;
    let values = (1..).zip(text.lines()).map(|(number, line)| {
        serde_json::from_str(line).map_err(|error| {
            let problem = problem_in_line(&error);
            LabError::content(path.display(), format_args!("line {number}: {problem}"))
        })
    });
    values.collect()
}
