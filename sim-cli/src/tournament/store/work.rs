//! The work area of a run: a hidden directory beside the result files, under a lock.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::super::interrupt;
use crate::failure::{Failure, Named as _};
use crate::output::{sync_directory, write_whole};

const WORK: &str = ".run";
const LOCK: &str = "lock";
const CHECKPOINT: &str = "checkpoint";

/// The hidden directory while this program holds its lock. Dropped without a checkpoint in it, it is gone.
pub(super) struct WorkArea {
    path: PathBuf,
    /// Held, not used.
    _lock: File,
}

impl WorkArea {
    /// Whether a file of this name is a work area.
    pub(super) fn is(name: &OsStr) -> bool {
        name == WORK
    }

    /// Whether a result directory has a work area, in use or left behind.
    pub(super) fn exists_in(directory: &Path) -> bool {
        directory.join(WORK).exists()
    }

    /// Where the checkpoint of a result directory stands.
    pub(super) fn checkpoint_in(directory: &Path) -> PathBuf {
        directory.join(WORK).join(CHECKPOINT)
    }

    /// Takes the work area of a result directory, unless another run has it.
    pub(super) fn take(directory: &Path) -> Result<WorkArea, Failure> {
        let path = directory.join(WORK);
        let name = directory.display();
        if !path.exists() {
            interrupt::remember(&path);
        }
        fs::create_dir_all(&path).named(&name)?;
        let place = path.join(LOCK);
        if !place.exists() {
            interrupt::remember(&place);
        }
        let lock = File::options().create(true).append(true).open(&place).named(place.display())?;
        let taken = match lock.try_lock() {
            Ok(()) => !place.exists(),
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => false,
            Err(TryLockError::Error(error)) => return Err(Failure::io(place.display(), error)),
        };
        if taken {
            return Err(Failure::runtime(format_args!("{name}: another run is using this directory")));
        }
        Ok(WorkArea { path, _lock: lock })
    }

    /// The path of a file in it.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Whether there is anything to go on from.
    pub(super) fn has_checkpoint(&self) -> bool {
        self.file(CHECKPOINT).exists()
    }

    /// Replaces the checkpoint.
    pub(super) fn save(&self, checkpoint: &[u8]) -> Result<(), Failure> {
        write_whole(&self.file(CHECKPOINT), checkpoint)
    }

    /// Sees that the names of its files are on the disk.
    pub(super) fn sync(&self) -> Result<(), Failure> {
        sync_directory(&self.path)
    }

    /// Removes everything but the lock, the checkpoint first.
    pub(super) fn clear(&self) -> Result<(), Failure> {
        let checkpoint = self.file(CHECKPOINT);
        if checkpoint.exists() {
            fs::remove_file(&checkpoint).named(checkpoint.display())?;
        }
        for entry in fs::read_dir(&self.path).named(self.path.display())? {
            let entry = entry.named(self.path.display())?;
            if entry.file_name() != LOCK {
                fs::remove_file(entry.path()).named(entry.path().display())?;
            }
        }
        Ok(())
    }
}

impl Drop for WorkArea {
    fn drop(&mut self) {
        if !self.has_checkpoint() {
            drop(self.clear());
            drop(fs::remove_file(self.file(LOCK)));
            drop(fs::remove_dir(&self.path));
        }
    }
}
