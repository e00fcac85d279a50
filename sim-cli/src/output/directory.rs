//! A directory of result files: checked before the first game, written whole after the last.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::{PendingFile, SyncedFile, sync_directory};
use crate::cli::OutArgs;
use crate::failure::{Failure, Named as _};

/// What is written last, and taken away first.
pub(crate) const MANIFEST: &str = "manifest.json";

/// Every file that a result may consist of, whichever command wrote it: who replaces a result takes all of these away,
/// and nothing else.
pub(crate) const RESULT_FILES: [&str; 20] = [
    "standings.csv",
    "pairings.csv",
    "rounds.csv",
    "endings.csv",
    "running.csv",
    "games.csv",
    "halves.csv",
    "games.parquet",
    "halves.parquet",
    "ladder.csv",
    "seats.csv",
    "lengths.csv",
    "skill.csv",
    "comebacks.csv",
    "drama.csv",
    "whatifs.csv",
    "sweep.csv",
    "timing.json",
    "shard.json",
    MANIFEST,
];

/// Where a result will stand. Dropped with nothing in it, a directory that was not there before is gone again.
pub(crate) struct Place {
    path: PathBuf,
    is_new: bool,
}

impl Place {
    /// A directory that is there already.
    pub(crate) fn existing(path: &Path) -> Place {
        Place { path: path.to_owned(), is_new: false }
    }

    /// What --out names, if it may: no file, and without `force` nothing in it but what is `ours`.
    pub(crate) fn out(path: &Path, force: bool, ours: fn(&OsStr) -> bool) -> Result<Place, Failure> {
        let name = flag(path);
        if path.exists() && !path.is_dir() {
            return Err(Failure::content(name, "this is a file; name a directory"));
        }
        if path.exists() && !force {
            for entry in fs::read_dir(path).named(&name)? {
                if !ours(&entry.named(&name)?.file_name()) {
                    return Err(Failure::content(name, occupied(path)));
                }
            }
        }
        Ok(Place { path: path.to_owned(), is_new: !path.exists() })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it was not there before.
    pub(crate) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Makes it, unless it is there.
    pub(crate) fn make(&self) -> Result<(), Failure> {
        fs::create_dir_all(&self.path).named(flag(&self.path))
    }

    /// Takes away what there is of an earlier result, the manifest first and in any case, other files unless new ones are
    /// to take their places.
    pub(crate) fn vacate(&self, takes_place: impl Fn(&str) -> bool) -> Result<(), Failure> {
        for stale in RESULT_FILES.iter().rev().filter(|&&name| name == MANIFEST || !takes_place(name)) {
            let stale = self.path.join(stale);
            if stale.exists() {
                fs::remove_file(&stale).named(stale.display())?;
            }
        }
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.is_new {
            drop(fs::remove_dir(&self.path));
        }
    }
}

fn flag(path: &Path) -> String {
    format!("--out {}", path.display())
}

/// What is said of a directory with something in it.
fn occupied(path: &Path) -> String {
    let result = RESULT_FILES.iter().find(|file| path.join(file).exists());
    let content =
        result.map_or("the directory is not empty".to_owned(), |file| format!("it holds a result ({file})"));
    format!("{content}; name another directory, or give --force")
}

/// A directory that can be written to, for files that are all made at once.
pub(crate) struct OutputDir {
    place: Place,
}

impl OutputDir {
    /// The directory that was asked for, if one was: made if there is none, and found to take files.
    pub(crate) fn asked(args: &OutArgs) -> Result<Option<OutputDir>, Failure> {
        let Some(path) = &args.out else { return Ok(None) };
        let place = Place::out(path, args.force, |_| false)?;
        place.make()?;
        tempfile::tempfile_in(path).named(flag(path))?;
        Ok(Some(OutputDir { place }))
    }

    /// Writes everything under temporary names, and renames it when all of it is on the disk; the manifest last.
    pub(crate) fn write(self, files: &[(String, String)], manifest: &str) -> Result<(), Failure> {
        let manifest = [(MANIFEST.to_owned(), manifest.to_owned())];
        let path = self.place.path();
        let synced = files.iter().chain(&manifest).map(|(name, content)| {
            let mut file = PendingFile::begin(path.join(name))?;
            file.append(content.as_bytes())?;
            file.sync()
        });
        let synced = synced.collect::<Result<Vec<SyncedFile>, _>>()?;
        self.place.vacate(|name| files.iter().any(|(new, _)| new == name))?;
        synced.into_iter().try_for_each(SyncedFile::publish)?;
        sync_directory(path)
    }
}
