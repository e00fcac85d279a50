//! A directory of result files: checked before the first game, written whole after the last.

use std::fs;
use std::path::{Path, PathBuf};

use super::{PendingFile, SyncedFile, sync_directory};
use crate::cli::OutArgs;
use crate::failure::{Failure, Named as _};

/// What is written last, and taken away first.
const MANIFEST: &str = "manifest.json";

/// A directory that can be written to, and has no result or one that may be replaced.
pub(crate) struct OutputDir {
    path: PathBuf,
    created: bool,
    complete: bool,
    known: &'static [&'static str],
}

impl OutputDir {
    /// The directory that was asked for, if one was.
    pub(crate) fn asked(
        args: &OutArgs,
        known: &'static [&'static str],
    ) -> Result<Option<OutputDir>, Failure> {
        args.out.as_deref().map(|path| OutputDir::open(path, args.force, known)).transpose()
    }

    /// Makes the directory if there is none, and sees that it can be written to. `known` are the files that a result
    /// may consist of; stale ones are taken away when a result is replaced.
    fn open(path: &Path, force: bool, known: &'static [&'static str]) -> Result<OutputDir, Failure> {
        let name = format!("--out {}", path.display());
        if path.exists() && !path.is_dir() {
            return Err(Failure::content(name, "this is a file; name a directory"));
        }
        let created = !path.exists();
        if !created && !force && fs::read_dir(path).named(&name)?.next().is_some() {
            let message = "the directory is not empty; name another directory, or give --force";
            return Err(Failure::content(name, message));
        }
        fs::create_dir_all(path).named(&name)?;
        let dir = OutputDir { path: path.to_owned(), created, complete: false, known };
        tempfile::tempfile_in(path).named(&name)?;
        Ok(dir)
    }

    /// Writes everything under temporary names, and renames it when all of it is on the disk; the manifest last.
    pub(crate) fn write(mut self, files: &[(String, String)], manifest: &str) -> Result<(), Failure> {
        let manifest = [(MANIFEST.to_owned(), manifest.to_owned())];
        let synced = files.iter().chain(&manifest).map(|(name, content)| {
            let mut file = PendingFile::begin(self.path.join(name))?;
            file.append(content.as_bytes())?;
            file.sync()
        });
        let synced = synced.collect::<Result<Vec<SyncedFile>, _>>()?;
        for stale in self.known.iter().rev().map(|name| self.path.join(name)).filter(|path| path.exists()) {
            fs::remove_file(&stale).named(stale.display())?;
        }
        self.complete = true;
        synced.into_iter().try_for_each(SyncedFile::publish)?;
        sync_directory(&self.path)
    }
}

impl Drop for OutputDir {
    /// A directory that was made for nothing goes away again.
    fn drop(&mut self) {
        if self.created && !self.complete {
            drop(fs::remove_dir(&self.path));
        }
    }
}
