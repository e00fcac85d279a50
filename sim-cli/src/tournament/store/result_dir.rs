//! The directory of a result: checked before the first game, filled after the last.

use std::fs;
use std::path::Path;

use super::super::interrupt;
use super::work::WorkArea;
use crate::failure::{Failure, Named as _};
use crate::output::{Place, RESULT_FILES, sync_directory, write_whole};

/// A directory that can be written to, and that no other run is using.
pub(super) struct ResultDir {
    pub(super) work: WorkArea,
    /// Declared last, it is dropped last: the work area is gone from it by then.
    place: Place,
}

impl ResultDir {
    /// Makes the directory if there is none; has it hold no result, or one that may be replaced.
    pub(super) fn begin(path: &Path, force: bool) -> Result<ResultDir, Failure> {
        let place = Place::out(path, force, WorkArea::is)?;
        if place.is_new() {
            interrupt::remember(path);
        }
        place.make()?;
        let work = WorkArea::take(path)?;
        if work.has_checkpoint() && !force {
            let message =
                "it holds a run that can be resumed; give --resume DIR to go on with it, or --force";
            return Err(Failure::content(format_args!("--out {}", path.display()), message));
        }
        work.clear()?;
        Ok(ResultDir { work, place })
    }

    /// Takes up the directory of an interrupted run.
    pub(super) fn resume(path: &Path) -> Result<ResultDir, Failure> {
        let name = format!("--resume {}", path.display());
        if !WorkArea::exists_in(path) {
            let message = match RESULT_FILES.iter().find(|file| path.join(file).exists()) {
                Some(file) => format!("nothing to go on with: the run is complete ({file})"),
                None if path.is_dir() => "nothing to go on with: no run was interrupted here".to_owned(),
                None => "there is no such directory".to_owned(),
            };
            return Err(Failure::content(name, message));
        }
        let work = WorkArea::take(path)?;
        if !work.has_checkpoint() {
            return Err(Failure::content(name, "nothing to go on with: there is no checkpoint"));
        }
        Ok(ResultDir { work, place: Place::existing(path) })
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        self.place.path()
    }

    /// Takes back a log that had got its name already when a run ended in the midst of that.
    pub(super) fn take_back(&self, name: &str) -> Result<(), Failure> {
        let (work, published) = (self.work.file(name), self.path().join(name));
        if !work.exists() && published.exists() {
            fs::rename(&published, &work).named(published.display())?;
        }
        Ok(())
    }

    /// Puts whole files in the place of an earlier result: `texts`, and the `logs` that stand in the work area. The
    /// earlier result is there until all of the new one is on the disk.
    pub(super) fn publish(&self, texts: &[(&'static str, Vec<u8>)], logs: &[&str]) -> Result<(), Failure> {
        for (name, text) in texts {
            write_whole(&self.work.file(name), text)?;
        }
        self.work.sync()?;
        let is_new = |name: &str| logs.contains(&name) || texts.iter().any(|(text, _)| *text == name);
        self.place.vacate(is_new)?;
        for name in RESULT_FILES.into_iter().filter(|name| is_new(name)) {
            let path = self.path().join(name);
            fs::rename(self.work.file(name), &path).named(path.display())?;
        }
        sync_directory(self.path())?;
        self.work.clear()
    }
}
