//! The directory of a result: checked before the first game, filled after the last.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::interrupt;
use super::work::WorkArea;
use crate::failure::{Failure, Named as _};
use crate::output::{sync_directory, write_whole};

const MANIFEST: &str = "manifest.json";

/// Every file that a result may consist of; the manifest is taken away first and comes last.
const FILES: [&str; 12] = [
    "standings.csv",
    "pairings.csv",
    "rounds.csv",
    "endings.csv",
    "running.csv",
    "games.csv",
    "halves.csv",
    "games.parquet",
    "halves.parquet",
    "timing.json",
    "shard.json",
    MANIFEST,
];

/// A directory that can be written to, and that no other run is using.
pub(super) struct ResultDir {
    pub(super) path: PathBuf,
    pub(super) work: WorkArea,
    _created: Created,
}

/// Removes a new directory again if nothing has come to stand in it. Declared last, it is dropped last.
struct Created(Option<PathBuf>);

impl Drop for Created {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            drop(fs::remove_dir(path));
        }
    }
}

/// Whatever stands in a directory but the work area is there to stay.
fn refuse_result(path: &Path, name: &str) -> Result<(), Failure> {
    for entry in fs::read_dir(path).named(name)? {
        if !WorkArea::is(&entry.named(name)?.file_name()) {
            let result = FILES.iter().find(|file| path.join(file).exists());
            let content = result.map_or("the directory is not empty".to_owned(), |file| {
                format!("it holds a result ({file})")
            });
            let message = format_args!("{content}; name another directory, or give --force");
            return Err(Failure::content(name, message));
        }
    }
    Ok(())
}

impl ResultDir {
    /// Makes the directory if there is none; has it hold no result, or one that may be replaced.
    pub(super) fn begin(path: &Path, force: bool) -> Result<ResultDir, Failure> {
        let name = format!("--out {}", path.display());
        if path.exists() && !path.is_dir() {
            return Err(Failure::content(name, "this is a file; name a directory"));
        }
        if path.exists() && !force {
            refuse_result(path, &name)?;
        }
        let created = Created((!path.exists()).then(|| path.to_owned()));
        if created.0.is_some() {
            interrupt::remember(path);
        }
        fs::create_dir_all(path).named(&name)?;
        let work = WorkArea::take(path)?;
        if work.has_checkpoint() && !force {
            let message =
                "it holds a run that can be resumed; give --resume DIR to go on with it, or --force";
            return Err(Failure::content(name, message));
        }
        work.clear()?;
        Ok(ResultDir { path: path.to_owned(), work, _created: created })
    }

    /// Takes up the directory of an interrupted run.
    pub(super) fn resume(path: &Path) -> Result<ResultDir, Failure> {
        let name = format!("--resume {}", path.display());
        if !WorkArea::exists_in(path) {
            let message = match FILES.iter().find(|file| path.join(file).exists()) {
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
        Ok(ResultDir { path: path.to_owned(), work, _created: Created(None) })
    }

    /// Takes back a log that had got its name already when a run ended in the midst of that.
    pub(super) fn take_back(&self, name: &str) -> Result<(), Failure> {
        let (work, published) = (self.work.file(name), self.path.join(name));
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
        for stale in FILES.iter().rev().filter(|&&name| name == MANIFEST || !is_new(name)) {
            let stale = self.path.join(stale);
            if stale.exists() {
                fs::remove_file(&stale).named(stale.display())?;
            }
        }
        for name in FILES.into_iter().filter(|name| is_new(name)) {
            let path = self.path.join(name);
            fs::rename(self.work.file(name), &path).named(path.display())?;
        }
        sync_directory(&self.path)?;
        self.work.clear()
    }
}
