//! Cards in one table: the lines of their leaderboard.jsonl, best first.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use overhear_bots::problem_in_line;
use serde::Deserialize;

use super::leak::BY_BEST;
use super::stored_card::StoredMeasure;
use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::table::{MeasuredValue, TableRow};

/// The file of a card that has its line.
const FILE: &str = "leaderboard.jsonl";

/// A row of leaderboard.csv: the card of an agent. A measure that the card lacks is `None`.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("leaderboard.csv")]
pub struct LeaderboardRow {
    /// The suite.
    pub suite: String,
    /// Beginning of the hash of all that decides the questions: cards can be compared where it is the same.
    pub questions: String,
    /// Label of the agent.
    pub agent: String,
    /// Share of the questions without a valid answer; `None` for a built-in agent.
    pub invalid: Option<f64>,
    /// Score against all opponents.
    pub score: Option<MeasuredValue>,
    /// Bits in decoding.
    pub decode_bits: Option<MeasuredValue>,
    /// Bits in intercepting.
    pub intercept_bits: Option<MeasuredValue>,
    /// Share of its clues from which `bayes` finds the code, knowing the keywords.
    pub understood: Option<MeasuredValue>,
    /// Share of its codes that the best guesser intercepts.
    pub exploited: Option<MeasuredValue>,
    /// Skill in predicting `bayes`.
    pub predict_skill: Option<MeasuredValue>,
    /// Games that the team survives.
    pub survived: Option<MeasuredValue>,
}

impl LeaderboardRow {
    fn new(card: &CardLine) -> LeaderboardRow {
        /// Digits of the hash that tell questions apart.
        const SHOWN: usize = 12;
        let questions = card.suite_sha256.get(..SHOWN).unwrap_or(&card.suite_sha256);
        LeaderboardRow {
            suite: card.suite.clone(),
            questions: questions.to_owned(),
            agent: card.agent.clone(),
            invalid: card.invalid(),
            score: card.measure(SCORE),
            decode_bits: card.measure(["decode", "bits"]),
            intercept_bits: card.measure(["intercept", "bits"]),
            understood: card.measure(["leak", "understood by `bayes`"]),
            exploited: card.measure(["leak", BY_BEST]),
            predict_skill: card.measure(["predict", "skill of `bayes`"]),
            survived: card.measure(SURVIVED),
        }
    }
}

/// Task and name of the score in play.
const SCORE: [&str; 2] = ["play", "score against all"];

/// Task and name of the games that a team survives.
const SURVIVED: [&str; 2] = ["team", "games that the team survived"];

/// A line of a leaderboard.
#[derive(Deserialize)]
struct CardLine {
    suite: String,
    suite_sha256: String,
    agent: String,
    validity: BTreeMap<String, Option<f64>>,
    measures: Vec<StoredMeasure>,
}

impl CardLine {
    fn measure(&self, [task, what]: [&str; 2]) -> Option<MeasuredValue> {
        let measure = self.measures.iter().find(|measure| measure.task == task && measure.what == what)?;
        Some(MeasuredValue { value: measure.value?, interval: measure.interval() })
    }

    /// Returns what cards of equal questions are sorted by: the score in play, or else the games survived.
    fn strength(&self) -> f64 {
        let strength = self.measure(SCORE).or_else(|| self.measure(SURVIVED));
        strength.map_or(f64::NEG_INFINITY, |measured| measured.value)
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
pub fn leaderboard(places: &[PathBuf]) -> Result<Vec<LeaderboardRow>, LabError> {
    let mut rows = Vec::new();
    for (n, place) in places.iter().enumerate() {
        if places[..n].contains(place) {
            return Err(LabError::content(place.display(), "it is given twice; give each card once"));
        }
        rows.extend(lines(place)?);
    }
    rows.sort_by(|a, b| {
        (&a.suite, &a.suite_sha256)
            .cmp(&(&b.suite, &b.suite_sha256))
            .then(b.strength().total_cmp(&a.strength()))
    });
    Ok(rows.iter().map(LeaderboardRow::new).collect())
}

/// Reads a line, and refuses one whose numbers are impossible.
fn card_line(line: &str) -> Result<CardLine, String> {
    let card: CardLine = serde_json::from_str(line).map_err(|error| problem_in_line(&error))?;
    check_measures(&card)?;
    Ok(card)
}

/// Refuses a number outside its interval.
fn check_measures(card: &CardLine) -> Result<(), String> {
    for StoredMeasure { task, what, value, low, high } in &card.measures {
        let (value, low) = (value.unwrap_or(0.0), low.unwrap_or(f64::NEG_INFINITY));
        let high = high.unwrap_or(f64::INFINITY);
        if !(low..=high).contains(&value) {
            return Err(format!("{task}, {what}: {value} lies outside its interval from {low} to {high}"));
        }
    }
    Ok(())
}

/// Returns the lines of a card's directory, or of a file of joined lines, each once.
///
/// # Errors
/// If there is none, and for a line that is no card's or whose numbers are impossible.
fn lines(place: &Path) -> Result<Vec<CardLine>, LabError> {
    let path = if place.is_dir() { place.join(FILE) } else { place.to_owned() };
    let text = input::read_text(&path, SizeLimit::Table)?;
    let mut cards = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let card = card_line(line).map_err(|problem| {
            let problem = format_args!(
                "line {number}: it is no line of a card ({problem}); write files {FILE} of cards"
            );
            LabError::content(path.display(), problem)
        })?;
        cards.push(card);
    }
    if cards.is_empty() {
        return Err(LabError::content(
            path.display(),
            format_args!("it has no line of a card; write files {FILE} of cards"),
        ));
    }
    Ok(cards)
}
