//! Cards in one table: the lines of their leaderboard.jsonl, best first.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::leak::BY_BEST;
use super::stored_card::StoredMeasure;
use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::table::{Cell, Frame, NamedRow};

/// The file of a card that has its line.
const FILE: &str = "leaderboard.jsonl";

/// Columns of the table, each a measure of a card by task and name.
const MEASURES: [(&str, &str, &str); 7] = [
    ("score", "play", "score against all"),
    ("decode_bits", "decode", "bits"),
    ("intercept_bits", "intercept", "bits"),
    ("understood", "leak", "understood by `bayes`"),
    ("exploited", "leak", BY_BEST),
    ("predict_skill", "predict", "skill of `bayes`"),
    ("survived", "team", "games that the team survived"),
];

/// A line of a leaderboard.
#[derive(Deserialize)]
struct Row {
    suite: String,
    suite_sha256: String,
    agent: String,
    validity: BTreeMap<String, Option<f64>>,
    measures: Vec<StoredMeasure>,
}

impl Row {
    fn measure(&self, task: &str, what: &str) -> Option<&StoredMeasure> {
        self.measures.iter().find(|measure| measure.task == task && measure.what == what)
    }

    /// Returns the share of questions without a valid answer; `None` for a built-in agent.
    fn invalid(&self) -> Option<f64> {
        let shares: Vec<f64> = self.validity.values().flatten().copied().collect();
        (!shares.is_empty()).then(|| shares.iter().sum())
    }
}

/// Returns a row for each card: of equal questions together, the best score in play, or else the most games survived, first.
///
/// ```
/// assert!(overhear_lab::leaderboard(&["no-such-card".into()]).is_err());
/// ```
///
/// # Errors
/// Returns an error for a file that cannot be read, and for a line that is no card's.
pub fn leaderboard(places: &[PathBuf]) -> Result<Frame, LabError> {
    let mut rows = Vec::new();
    for place in places {
        rows.extend(lines(place)?);
    }
    let strength = |row: &Row| {
        let found = row
            .measure("play", "score against all")
            .or_else(|| row.measure("team", "games that the team survived"));
        found.and_then(|measure| measure.value).unwrap_or(f64::NEG_INFINITY)
    };
    rows.sort_by(|a, b| {
        (&a.suite, &a.suite_sha256)
            .cmp(&(&b.suite, &b.suite_sha256))
            .then(strength(b).total_cmp(&strength(a)))
    });
    let mut frame = Frame::new("leaderboard.csv");
    rows.iter().for_each(|row| fill(&mut frame, row));
    Ok(frame)
}

/// Returns the lines of a card's directory, or of a file of joined lines.
fn lines(place: &Path) -> Result<Vec<Row>, LabError> {
    let path = if place.is_dir() { place.join(FILE) } else { place.to_owned() };
    let text = input::read_text(&path, SizeLimit::Table)?;
    let read = |(number, line): (usize, &str)| {
        let refused = |error| {
            let problem = format!(
                "line {}: it is no line of a card ({error}); write files {FILE} of cards",
                number + 1
            );
            LabError::content(path.display(), problem)
        };
        serde_json::from_str(line).map_err(refused)
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}

fn fill(frame: &mut Frame, row: &Row) {
    /// Digits of the hash that tell questions apart.
    const SHOWN: usize = 12;
    let mut cells = NamedRow::new(frame).put_all([
        ("suite", Cell::text(&row.suite)),
        ("questions", Cell::text(row.suite_sha256.get(..SHOWN).unwrap_or(&row.suite_sha256))),
        ("agent", Cell::text(&row.agent)),
        ("invalid", Cell::share(row.invalid())),
    ]);
    for (column, task, what) in MEASURES {
        let measure = row.measure(task, what);
        cells = cells.put(column, Cell::share(measure.and_then(|measure| measure.value))).put_ends(
            column,
            measure.and_then(StoredMeasure::interval),
            Cell::share,
        );
    }
    cells.end();
}
