//! The answer file that all bots of an experiment share.

use std::path::Path;
use std::sync::Arc;

use overhear_bots::AnswerFile;

use crate::error::LabError;
use crate::run_control::RunControl;
use crate::setting_ref::SettingRef;
use crate::store::check_name;
use crate::table::counted;

/// Opens the answer file that all bots of an experiment share.
pub(super) fn open(path: &Path, watch: &RunControl) -> Result<Arc<AnswerFile>, LabError> {
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
