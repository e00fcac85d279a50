//! Lock file of a work area.
//!
//! Unix can remove a locked file, so the name is removed before the lock is released. Windows keeps the name
//! of an open file, and lets no other handle read a locked one. There the lock is released first, and the
//! file is removed only if no other run has opened it meanwhile.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use overhear_bots::lock_within_a_second;

use crate::system;

/// A lock file held by this process.
#[derive(Debug)]
pub(super) struct LockFile {
    path: PathBuf,
    file: File,
}

impl LockFile {
    /// Takes the lock and writes the mark; `None` if another process holds the lock.
    pub(super) fn acquire(path: &Path, mark: &str) -> io::Result<Option<LockFile>> {
        // Windows cannot lock a file that is opened for appending only.
        let opened = File::options().read(true).append(true).create(true).open(path);
        let mut file = match opened {
            Err(error) if system::is_open_elsewhere(&error) => return Ok(None),
            opened => opened?,
        };
        match lock_within_a_second(&file) {
            // The previous holder may have removed the name of the file that was just locked.
            Ok(()) if !path.exists() => return Ok(None),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        if file.metadata()?.len() == 0 {
            file.write_all(mark.as_bytes())?;
            file.sync_all()?;
        }
        Ok(Some(LockFile { path: path.to_owned(), file }))
    }

    /// Removes the file and releases the lock.
    pub(super) fn remove(self) {
        system::remove_locked(&self.path, self.file);
    }
}

/// Returns `true` if a file has the mark. If the lock's holder prevents reading, the length decides.
pub(super) fn is_marked(path: &Path, metadata: &Metadata, mark: &str) -> bool {
    if !metadata.is_file() || metadata.len() != mark.len() as u64 {
        return false;
    }
    match fs::read(path) {
        Ok(text) => text == mark.as_bytes(),
        Err(error) => system::is_open_elsewhere(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &str = "a mark";

    #[test]
    fn a_lock_is_held_once_marked_throughout_and_gone_with_its_holder() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("lock");
        let is_marked = || is_marked(&path, &fs::metadata(&path).expect("a file"), MARK);
        let take = || LockFile::acquire(&path, MARK).expect("a file");
        let first = take().expect("it is free");
        assert!(take().is_none() && is_marked());
        drop(first);
        assert!(is_marked(), "it stays when its holder is killed");
        take().expect("it is free again").remove();
        assert!(!path.exists());
        fs::write(&path, "another").expect("written");
        assert!(!is_marked());
    }
}
