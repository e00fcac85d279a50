//! The answer file that all bots of an experiment share.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use overhear_bots::AnswerFile;

use crate::error::LabError;
use crate::run_control::RunControl;
use crate::setting_ref::SettingRef;
use crate::store::check_name;
use crate::table::counted;

/// The answer file that all bots of an experiment share, if there is one. It is opened when the first of them starts.
#[derive(Clone, Default)]
pub(super) struct SharedAnswers {
    path: Option<PathBuf>,
    file: Arc<OnceLock<Arc<AnswerFile>>>,
}

impl SharedAnswers {
    pub(super) fn new(path: Option<PathBuf>) -> SharedAnswers {
        SharedAnswers { path, file: Arc::default() }
    }

    /// Returns the file, opened once.
    pub(super) fn open(&self, watch: &RunControl) -> Result<Option<Arc<AnswerFile>>, LabError> {
        let Some(path) = &self.path else { return Ok(None) };
        let file = self.file.get().map_or_else(|| open(path, watch), |file| Ok(Arc::clone(file)))?;
        Ok(Some(Arc::clone(self.file.get_or_init(|| file))))
    }
}

fn open(path: &Path, watch: &RunControl) -> Result<Arc<AnswerFile>, LabError> {
    check_name(&SettingRef::from(("answers", path.display())), path)?;
    let answers = AnswerFile::open(path).map_err(|error| LabError::setting("answers", error))?;
    if answers.unsealed() > 0 {
        watch.progress.warn(&format!(
            "{}: {} of an earlier version without a checksum: a change would not be noticed",
            path.display(),
            counted(answers.unsealed() as u64, "line")
        ));
    }
    if !watch.requests.ask_again.is_empty() {
        let count = answers.forget(&watch.requests.ask_again);
        let count = counted(count as u64, "question");
        watch.progress.note(&format!("asked again: {count} without an answer"));
    }
    Ok(Arc::new(answers))
}
