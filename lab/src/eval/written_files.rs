//! The files that an evaluation of one agent writes when they are asked for: its guesses, and how often those of each probability are right.

use std::path::Path;

use super::answers::{ScoredRow, predictions};
use super::calibration::{self, CalibrationRow};
use super::config::{EvalConfig, files};
use super::questions::Questions;
use crate::error::LabError;
use crate::store::Target;
use crate::table::TableRow as _;

/// The optional output files.
pub(super) struct EvalFiles {
    predictions: Option<Target>,
    calibration: Option<Target>,
}

impl EvalFiles {
    /// Checks before the evaluation that the files can be written.
    pub(super) fn from_config(args: &EvalConfig) -> Result<EvalFiles, LabError> {
        let [predictions, calibration] = files(args).map(|(key, path)| {
            let other = files(args).into_iter().filter(|(other, _)| *other != key);
            let other = other.filter_map(|(_, path)| path.as_deref());
            let inputs: Vec<&Path> = args.words.files().chain([args.file.as_path()]).chain(other).collect();
            path.as_deref().map(|path| Target::from_config(key, path, args.force, &inputs)).transpose()
        });
        Ok(EvalFiles { predictions: predictions?, calibration: calibration? })
    }

    /// Writes the files, and returns a sentence on the calibration if that is one of them.
    pub(super) fn write(
        &self,
        questions: &Questions,
        answers: &[ScoredRow],
        seed: u64,
    ) -> Result<Option<String>, LabError> {
        if let Some(file) = &self.predictions {
            file.write(predictions(questions.task, answers, seed).to_csv().as_bytes())?;
        }
        let Some(file) = &self.calibration else { return Ok(None) };
        let rows = calibration::rows(answers, seed);
        file.write(CalibrationRow::frame(&rows).to_csv().as_bytes())?;
        Ok(calibration::sentence(&rows))
    }
}
