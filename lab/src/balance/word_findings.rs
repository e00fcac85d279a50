//! The words of a deck that go wrong more often than the others.

use overhear_engine::rules::{Keyword, Rules};
use serde::Serialize;

use super::group_by::Subject;
use super::rates::Rates;
use super::word_stats::{play, subject};
use crate::error::LabError;
use crate::experiment::{ExperimentSetup, GroupBy};
use crate::paired::ClueFailure;
use crate::run_control::RunControl;
use crate::tournament::Shard;

/// A word that goes wrong more often than the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WordFinding {
    /// The keyword.
    pub keyword: String,
    /// What goes wrong with its clues: `missed` or `overheard`.
    pub problem: &'static str,
    /// The share of its clues with which it does, shrunk towards the mean.
    pub rate: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The mean share of all words.
    pub mean: f64,
}

/// Plays every game of a setup; what is said of its words, and those that go wrong more often than the others, all of them
/// counted together.
///
/// # Errors
/// An agent that breaks down.
pub fn words_that_stand_out(
    lab: &ExperimentSetup,
    rules: Rules,
    watch: &RunControl,
) -> Result<(Vec<String>, Vec<WordFinding>), LabError> {
    let cut = GroupBy::Keyword;
    let ratios = play(lab, rules, cut, Shard::WHOLE, watch)?;
    let subjects: Vec<Subject> = ratios.keys().filter_map(subject).collect();
    let deck = lab.words.world.deck();
    let (mut sentences, mut found) = (Vec::new(), Vec::new());
    for failure in ClueFailure::ALL {
        let rates = Rates::new(&ratios, failure, &subjects);
        sentences.push(rates.sentence(cut));
        let Some(mean) = rates.mean() else { continue };
        let finding = |row: usize| {
            let rate = rates.shrunk(row)?;
            Some(WordFinding {
                keyword: deck.text(Keyword(subjects[row][0])).to_owned(),
                problem: problem(failure),
                rate: rate.value,
                low: rate.interval.low,
                high: rate.interval.high,
                mean,
            })
        };
        found.extend(rates.standing_out(true).into_iter().filter_map(finding));
    }
    Ok((sentences, found))
}

/// Returns the name of a failure for people.
const fn problem(failure: ClueFailure) -> &'static str {
    match failure {
        ClueFailure::Missed => "missed",
        ClueFailure::Overheard => "overheard",
    }
}
