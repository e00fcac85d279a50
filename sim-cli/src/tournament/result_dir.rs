//! The directory of a result: checked before the first game, written whole after the last.

use std::fs;
use std::path::{Path, PathBuf};

use super::interrupt;
use super::log::LogFiles;
use super::manifest::{Manifest, Timing};
use super::summary::Summary;
use crate::failure::{Failure, Named as _};
use crate::output::{PendingFile, SyncedFile, json, sync_directory};

const MANIFEST: &str = "manifest.json";

/// Every file that a result may consist of; the manifest is written last and taken away first.
const FILES: [&str; 8] = [
    "standings.csv",
    "pairings.csv",
    "rounds.csv",
    "endings.csv",
    "games.csv",
    "halves.csv",
    "timing.json",
    MANIFEST,
];

/// A directory that can be written to, and has no result or one that may be replaced.
pub(super) struct ResultDir {
    path: PathBuf,
    created: bool,
    complete: bool,
}

impl ResultDir {
    /// Makes the directory if there is none, and sees that it can be written to.
    pub(super) fn open(path: &Path, force: bool) -> Result<ResultDir, Failure> {
        let name = format!("--out {}", path.display());
        if path.exists() && !path.is_dir() {
            return Err(Failure::content(name, "this is a file; name a directory"));
        }
        let created = !path.exists();
        if !created && !force && fs::read_dir(path).named(&name)?.next().is_some() {
            let result = FILES.iter().find(|file| path.join(file).exists());
            let content = result.map_or("the directory is not empty".to_owned(), |file| {
                format!("it holds a result ({file})")
            });
            return Err(Failure::content(
                name,
                format_args!("{content}; name another directory, or give --force"),
            ));
        }
        fs::create_dir_all(path).named(&name)?;
        if created {
            interrupt::remember(path);
        }
        let dir = ResultDir { path: path.to_owned(), created, complete: false };
        tempfile::tempfile_in(path).named(&name)?;
        Ok(dir)
    }

    /// Begins a file with its header; it bears its name only when the result is complete.
    pub(super) fn begin(&self, name: &str, header: &str) -> Result<PendingFile, Failure> {
        let mut file = PendingFile::begin(self.path.join(name))?;
        interrupt::remember(file.temporary());
        file.append(header.as_bytes())?;
        Ok(file)
    }

    /// Writes everything under temporary names, and renames it when all of it is on the disk.
    pub(super) fn write(
        mut self,
        summary: &Summary,
        log: LogFiles,
        manifest: &Manifest,
        timing: &Timing,
    ) -> Result<(), Failure> {
        let mut files: Vec<PendingFile> = log.games.into_iter().chain(log.halves).collect();
        for (name, table) in summary.tables() {
            files.push(self.begin(name, &table.to_csv())?);
        }
        files.push(self.begin("timing.json", &json(timing))?);
        files.push(self.begin(MANIFEST, &json(manifest))?);
        let files = files.into_iter().map(PendingFile::sync).collect::<Result<Vec<_>, _>>()?;
        for stale in FILES.iter().rev().map(|name| self.path.join(name)).filter(|path| path.exists()) {
            fs::remove_file(&stale).named(stale.display())?;
        }
        self.complete = true;
        files.into_iter().try_for_each(SyncedFile::publish)?;
        sync_directory(&self.path)
    }
}

impl Drop for ResultDir {
    /// A directory that was made for nothing goes away again.
    fn drop(&mut self) {
        if self.created && !self.complete {
            drop(fs::remove_dir(&self.path));
        }
    }
}
