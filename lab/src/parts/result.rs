//! What an experiment has shown, whichever it is.

use crate::balance::{BalanceResult, WordStatsResult};
use crate::error::LabError;
use crate::experiment::TabularResult;
use crate::paired::{DecksResult, RulesComparison, SweepResult};
use crate::setup::OutConfig;

/// What an experiment has shown.
#[derive(Debug)]
pub enum ExperimentResult {
    /// The report on one set of rules.
    Balance(Box<BalanceResult>),
    /// What becomes of the clues for each keyword, card or pair.
    Census(Box<WordStatsResult>),
    /// A grid of rules.
    Sweep(Box<SweepResult>),
    /// Two decks.
    Decks(Box<DecksResult>),
    /// Two sets of rules.
    Compare(Box<RulesComparison>),
}

/// Makes a result of an experiment one of any experiment.
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
    Census(WordStatsResult),
    Sweep(SweepResult),
    Decks(DecksResult),
    Compare(RulesComparison),
);

impl ExperimentResult {
    /// What was found, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        match self {
            ExperimentResult::Balance(result) => [&result.opening[..], &result.sentences].concat(),
            ExperimentResult::Census(result) => result.sentences.clone(),
            ExperimentResult::Sweep(result) => result.sentences.clone(),
            ExperimentResult::Decks(result) => result.sentences.clone(),
            ExperimentResult::Compare(result) => result.sentences.clone(),
        }
    }

    /// Tables and files.
    pub fn tabled(&self) -> &dyn TabularResult {
        match self {
            ExperimentResult::Balance(result) => &**result,
            ExperimentResult::Census(result) => &**result,
            ExperimentResult::Sweep(result) => &**result,
            ExperimentResult::Decks(result) => &**result,
            ExperimentResult::Compare(result) => &**result,
        }
    }

    /// Writes the files of the result into a directory: those of a run in one piece.
    ///
    /// # Errors
    /// A directory that may not be written, a disk that fails.
    pub fn save(&self, out: &OutConfig) -> Result<(), LabError> {
        self.tabled().save(out)
    }

    /// Whether all of it was played, and decided if it was to be decided.
    ///
    /// # Errors
    /// An interruption, and with `until` games that do not suffice.
    pub fn check(&self) -> Result<(), LabError> {
        self.tabled().check()
    }
}
