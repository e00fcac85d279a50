//! The work area of a run: a hidden, locked and marked directory beside the result files.
//!
//! Without the mark nothing in the directory is touched. Only files that a run writes are removed.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::lock::{LockFile, is_marked};
use super::{RESULT_FILES, sync_directory, write_whole};
use crate::error::{FileContext as _, LabError};
use crate::input::is_there;
use crate::run_control::StopHandle;

const WORK: &str = ".overhear-run";
const LOCK: &str = "lock";
const CHECKPOINT: &str = "checkpoint";
const PUBLICATION: &str = "publication";
const EARLIER: &str = "earlier";

/// Contents of the lock file: the mark, with an explanation for users.
const MARK: &str = "overhear-run\nMade by sim-cli for a run that writes to the directory above, and removed when it is done.\n";

/// The hidden directory, while this process holds its lock.
pub struct WorkArea {
    path: PathBuf,
    /// `true` if all contents belong to this run. Dropping the work area then removes them, unless there is a
    /// checkpoint.
    fresh: bool,
    /// `None` once the work area is removed.
    lock: Option<LockFile>,
}

impl WorkArea {
    /// Returns `true` if the name is that of a work area.
    pub(super) fn is(name: &OsStr) -> bool {
        name == WORK
    }

    /// Returns `true` if a result directory has a work area of this program, in use or left behind. Anything
    /// else of that name is an error.
    pub(crate) fn exists_in(directory: &Path) -> Result<bool, LabError> {
        let path = directory.join(WORK);
        if !is_there(&path)? && !path.is_symlink() {
            return Ok(false);
        }
        check_mark(&path).map(|()| true)
    }

    /// Returns the path of the checkpoint of a result directory.
    pub fn checkpoint_in(directory: &Path) -> PathBuf {
        directory.join(WORK).join(CHECKPOINT)
    }

    /// Acquires the work area of a result directory, unless another run holds it.
    pub(super) fn acquire(directory: &Path, stop: &StopHandle) -> Result<WorkArea, LabError> {
        let path = directory.join(WORK);
        let name = directory.display();
        match fs::create_dir(&path) {
            Ok(()) => stop.remember(&path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => check_mark(&path)?,
            Err(error) => return Err(LabError::io(name, error)),
        }
        let place = path.join(LOCK);
        if !place.exists() {
            stop.remember(&place);
        }
        let lock = LockFile::acquire(&place, MARK).named(place.display())?;
        if lock.is_none() {
            return Err(LabError::runtime(format_args!("{name}: another run is using this directory")));
        }
        Ok(WorkArea { path, fresh: false, lock })
    }

    /// Returns the path of a file in the work area.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Returns the path of a file in the work area, after removing an existing one.
    pub(crate) fn new_file(&self, name: &str) -> Result<PathBuf, LabError> {
        let path = self.file(name);
        if fs::symlink_metadata(&path).is_ok() {
            fs::remove_file(&path).named(path.display())?;
        }
        Ok(path)
    }

    /// Returns `true` if there is a checkpoint.
    pub(crate) fn has_checkpoint(&self) -> bool {
        self.file(CHECKPOINT).exists()
    }

    /// Replaces the checkpoint atomically.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be written.
    pub fn save(&self, checkpoint: &[u8]) -> Result<(), LabError> {
        write_whole(&self.file(CHECKPOINT), checkpoint)
    }

    /// Returns the path of the record of files that a run has begun to replace.
    pub(super) fn publication(&self) -> PathBuf {
        self.file(PUBLICATION)
    }

    /// Returns the directory of the files of an earlier result, while a new one takes its place.
    pub(super) fn earlier(&self) -> PathBuf {
        self.file(EARLIER)
    }

    /// Removes the record of a replacement and the empty directory of the earlier files.
    pub(super) fn forget_publication(&self) -> Result<(), LabError> {
        drop(fs::remove_dir(self.earlier()));
        self.remove(|name| name == PUBLICATION)
    }

    /// Syncs the names in the work area to disk.
    pub(super) fn sync(&self) -> Result<(), LabError> {
        sync_directory(&self.path)
    }

    /// Removes the files of an earlier run and takes the work area over.
    pub(super) fn begin(&mut self) -> Result<(), LabError> {
        self.clear()?;
        self.fresh = true;
        Ok(())
    }

    /// Removes the run's files, the checkpoint first. The record of begun replacements stays.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be removed.
    pub fn clear(&self) -> Result<(), LabError> {
        // A checkpoint without its logs would promise a resume that must fail.
        self.remove(|name| name == CHECKPOINT)?;
        self.remove(|name| name != PUBLICATION)
    }

    fn remove(&self, which: impl Fn(&str) -> bool) -> Result<(), LabError> {
        for entry in fs::read_dir(&self.path).named(self.path.display())? {
            let entry = entry.named(self.path.display())?;
            let file = entry.file_name();
            let Some(name) = file.to_str().filter(|name| is_of_a_run(name) && which(name)) else { continue };
            if entry.file_type().named(name)?.is_file() {
                fs::remove_file(entry.path()).named(entry.path().display())?;
            }
        }
        Ok(())
    }
}

/// Returns `true` if a run writes files of this name, or temporary files for it.
fn is_of_a_run(name: &str) -> bool {
    is_file_of_a_run(name) || lasting_name(name).is_some_and(is_file_of_a_run)
}

fn is_file_of_a_run(name: &str) -> bool {
    name == CHECKPOINT || name == PUBLICATION || RESULT_FILES.contains(&name)
}

/// Returns the final name of a temporary file; `None` for any other file.
fn lasting_name(name: &str) -> Option<&str> {
    Some(name.strip_prefix('.')?.strip_suffix(".tmp")?.rsplit_once('-')?.0)
}

/// Refuses anything of a work area's name without its mark: a link, a file, a foreign directory. An empty
/// directory, or one with only an empty lock, belongs to a run that ended before it wrote the mark.
fn check_mark(path: &Path) -> Result<(), LabError> {
    if !fs::symlink_metadata(path).named(path.display())?.is_dir() {
        return Err(LabError::content(path.display(), "not the directory of a run; move it away"));
    }
    let lock = path.join(LOCK);
    let metadata = fs::symlink_metadata(&lock).ok();
    let marked = metadata.as_ref().is_some_and(|metadata| is_marked(&lock, metadata, MARK));
    let others = fs::read_dir(path).named(path.display())?.filter_map(Result::ok);
    let unmarked = metadata.is_none_or(|metadata| metadata.is_file() && metadata.len() == 0);
    if marked || (unmarked && others.filter(|entry| entry.file_name() != LOCK).count() == 0) {
        return Ok(());
    }
    Err(LabError::content(path.display(), "no run has made this directory; move it away"))
}

impl Drop for WorkArea {
    fn drop(&mut self) {
        if self.fresh && !self.has_checkpoint() {
            drop(self.clear());
        }
        let mut entries = fs::read_dir(&self.path).into_iter().flatten().filter_map(Result::ok);
        if entries.all(|entry| entry.file_name() == LOCK) {
            if let Some(lock) = self.lock.take() {
                lock.remove();
            }
            drop(fs::remove_dir(&self.path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().expect("a directory");
        let work = dir.path().join(WORK);
        (dir, work)
    }

    #[test]
    fn what_has_no_mark_is_refused_and_kept() {
        let (dir, work) = directory();
        fs::create_dir(&work).expect("made");
        fs::write(work.join("App.run.xml"), "mine").expect("written");
        for lock in [None, Some(""), Some("something else")] {
            if let Some(text) = lock {
                fs::write(work.join(LOCK), text).expect("written");
            }
            assert!(
                WorkArea::acquire(dir.path(), &StopHandle::default()).is_err()
                    && WorkArea::exists_in(dir.path()).is_err()
            );
            assert_eq!(fs::read_to_string(work.join("App.run.xml")).expect("kept"), "mine");
        }
        fs::remove_dir_all(&work).expect("removed");
        fs::write(&work, "a file").expect("written");
        assert!(WorkArea::acquire(dir.path(), &StopHandle::default()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let ((dir, work), (other, theirs)) = (directory(), directory());
        drop(
            WorkArea::acquire(other.path(), &StopHandle::default())
                .unwrap_or_else(|f| panic!("{}", f.to_string())),
        );
        fs::create_dir_all(&theirs).expect("made");
        fs::write(theirs.join(LOCK), MARK).expect("written");
        std::os::unix::fs::symlink(&theirs, &work).expect("a link");
        assert!(WorkArea::acquire(dir.path(), &StopHandle::default()).is_err());
    }

    #[test]
    fn a_fresh_one_goes_with_its_run_but_for_what_the_run_did_not_make() {
        let (dir, work) = directory();
        let begin = || {
            let mut area = WorkArea::acquire(dir.path(), &StopHandle::default())
                .unwrap_or_else(|f| panic!("{}", f.to_string()));
            assert!(area.begin().is_ok());
            fs::write(area.file("games.csv"), "rows").expect("written");
            area
        };
        drop(begin());
        assert!(!work.exists());
        let area = begin();
        fs::write(area.file("notes.txt"), "mine").expect("written");
        fs::create_dir(area.file("standings.csv")).expect("made");
        drop(area);
        assert!(work.join("notes.txt").exists() && work.join("standings.csv").is_dir());
        assert!(!work.join("games.csv").exists() && work.join(LOCK).exists());
    }

    #[test]
    fn one_that_was_left_behind_keeps_what_it_has() {
        let (dir, work) = directory();
        let mut area = WorkArea::acquire(dir.path(), &StopHandle::default())
            .unwrap_or_else(|f| panic!("{}", f.to_string()));
        assert!(area.begin().is_ok());
        fs::write(area.file("games.csv"), "rows").expect("written");
        drop(area.lock.take());
        std::mem::forget(area);
        assert!(work.join(LOCK).exists(), "a killed program leaves the file, and not the lock");
        drop(
            WorkArea::acquire(dir.path(), &StopHandle::default())
                .unwrap_or_else(|f| panic!("{}", f.to_string())),
        );
        assert!(work.join("games.csv").exists());
    }
}
