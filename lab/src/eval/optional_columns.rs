//! Columns that a file of recorded clues may have.

use std::collections::HashMap;

use super::coded_clues::{CodedClues, RecordedGuess};
use super::layout::{POOL, QuestionOptions, RECORDED_GUESS};
use crate::csv_records::{CsvSource, Records};
use crate::error::LabError;

/// Pools of rows, and what was guessed when the clues were given.
pub(super) struct OptionalColumns {
    pools: Option<Records<1>>,
    numbers: NumberedNames,
    guesses: Option<Records<1>>,
}

impl OptionalColumns {
    pub(super) fn read(file: &CsvSource, options: QuestionOptions) -> Result<OptionalColumns, LabError> {
        let pools = Records::read_optional(file, POOL)?;
        if let (Some(pools), false) = (&pools, options.missing_as_words) {
            pools.refuse_missing(0..1)?;
        }
        let guesses = Records::read_optional(file, RECORDED_GUESS)?;
        Ok(OptionalColumns { pools, numbers: NumberedNames::default(), guesses })
    }

    /// Returns `true` if the file says what was guessed.
    pub(super) const fn has_guesses(&self) -> bool {
        self.guesses.is_some()
    }

    /// Returns the number of the pool of a row that continues a game, if the file has pools.
    pub(super) fn pool(&mut self, row: usize, game: &[CodedClues]) -> Result<Option<usize>, LabError> {
        let Some(pools) = &self.pools else { return Ok(None) };
        let record = &pools.rows()[row];
        let name = &record.fields[0];
        if name.is_empty() {
            return Err(pools.wrong(record, 0, "the field is empty; write the name of the pool"));
        }
        let number = self.numbers.number(name);
        match game.first() {
            Some(first) if first.pool != Some(number) => {
                let message = format!("game `{}` began in another pool; a game is in one", first.name);
                Err(pools.wrong(record, 0, message))
            }
            _ => Ok(Some(number)),
        }
    }

    /// Returns the recorded guess of a row.
    pub(super) fn recorded_guess(&self, row: usize) -> Result<RecordedGuess, LabError> {
        let Some(guesses) = &self.guesses else { return Ok(RecordedGuess::Unknown) };
        let record = &guesses.rows()[row];
        RecordedGuess::parse(&record.fields[0]).map_err(|problem| guesses.wrong(record, 0, problem))
    }
}

/// Numbers of names, in the order in which they come first.
#[derive(Default)]
pub(super) struct NumberedNames(HashMap<String, usize>);

impl NumberedNames {
    pub(super) fn number(&mut self, name: &str) -> usize {
        let next = self.0.len();
        *self.0.entry(name.to_owned()).or_insert(next)
    }
}
