//! The result of any of the experiments that can be played in parts.

use crate::balance::{BalanceResult, WordStatsResult};
use crate::error::LabError;
use crate::experiment::TabularResult;
use crate::paired::{DecksResult, RulesComparison, SweepResult};
use crate::setup::OutConfig;

/// Result of an experiment, by its kind.
#[derive(Debug)]
pub enum ExperimentResult {
    /// Report on one rule set.
    Balance(Box<BalanceResult>),
    /// Clue failures of each keyword, card or pair.
    WordStats(Box<WordStatsResult>),
    /// Sweep over a grid of rules.
    Sweep(Box<SweepResult>),
    /// Comparison of two decks.
    Decks(Box<DecksResult>),
    /// Comparison of two rule sets.
    Compare(Box<RulesComparison>),
}

/// Implements the conversion from the result of one experiment.
macro_rules! from {
    ($($variant:ident($result:ty)),+ $(,)?) => {$(
        impl From<$result> for ExperimentResult {
            fn from(result: $result) -> ExperimentResult {
                ExperimentResult::$variant(Box::new(result))
            }
        }
    )+};
}

from!(
    Balance(BalanceResult),
    WordStats(WordStatsResult),
    Sweep(SweepResult),
    Decks(DecksResult),
    Compare(RulesComparison),
);

impl ExperimentResult {
    /// Returns the findings as sentences.
    pub fn sentences(&self) -> Vec<String> {
        match self {
            ExperimentResult::Balance(result) => [&result.opening[..], &result.sentences].concat(),
            ExperimentResult::WordStats(result) => result.sentences.clone(),
            ExperimentResult::Sweep(result) => result.sentences.clone(),
            ExperimentResult::Decks(result) => result.sentences.clone(),
            ExperimentResult::Compare(result) => result.sentences.clone(),
        }
    }

    /// Returns the tables and files.
    pub fn tabled(&self) -> &dyn TabularResult {
        match self {
            ExperimentResult::Balance(result) => &**result,
            ExperimentResult::WordStats(result) => &**result,
            ExperimentResult::Sweep(result) => &**result,
            ExperimentResult::Decks(result) => &**result,
            ExperimentResult::Compare(result) => &**result,
        }
    }

    /// Writes the files of the result into a directory, as an uninterrupted run would have.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be written.
    pub fn save(&self, out: &OutConfig) -> Result<(), LabError> {
        self.tabled().save(out)
    }

    /// Checks that the experiment is complete, and decided if a decision was requested.
    ///
    /// # Errors
    /// Returns an error after an interruption, and for an `until` run that ends undecided.
    pub fn check(&self) -> Result<(), LabError> {
        self.tabled().check()
    }
}
