//! An earlier result in a directory. Only files that the earlier result lists may be replaced.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::checksums::{FileChecksum, Inventory};
use super::manifest::{MANIFEST, StoredManifest, TIMING};
use super::output_dir::setting;
use super::sealed::{seal, unseal};
use super::work::WorkArea;
use super::{FRONTIER, RESULT_FILES, SHARD_FILE};
use crate::error::{FileContext as _, LabError};
use crate::system;

const PUBLICATION: &str = "publication";

/// Files of an earlier result. Files that the result lists are identified by name; files of a run that ended
/// while publishing, by checksum.
pub(super) struct PreviousResult {
    dir: PathBuf,
    files: BTreeMap<String, Option<FileChecksum>>,
    /// Files that an interrupted run was publishing.
    new: Inventory,
}

/// Record that a run writes before it replaces anything.
#[derive(Serialize, Deserialize)]
struct Publication {
    earlier: BTreeMap<String, Option<FileChecksum>>,
    new: Inventory,
}

/// The logs of a shard.
#[derive(Deserialize)]
struct ShardLogs {
    logs: Inventory,
}

impl PreviousResult {
    /// Reads a directory. Returns an error for a file with a result's name that no result lists.
    pub(super) fn read(dir: &Path, work: &WorkArea) -> Result<PreviousResult, LabError> {
        let mut earlier =
            PreviousResult { dir: dir.to_owned(), files: BTreeMap::new(), new: Inventory::new() };
        if is_there(&work.publication()) {
            Publication { earlier: earlier.files, new: earlier.new } =
                unseal(PUBLICATION, &work.publication())?;
            // An interrupted publication: a file with a recorded checksum was put there by that run and may
            // be replaced.
            for (name, sum) in &earlier.new {
                earlier.files.entry(name.clone()).or_insert_with(|| Some(sum.clone()));
            }
        }
        let list = if is_there(&dir.join(MANIFEST)) && !earlier.owns(MANIFEST)? {
            earlier.plain(MANIFEST)?;
            Some((MANIFEST, StoredManifest::open(dir)?.files().clone()))
        } else if is_there(&dir.join(SHARD_FILE)) && !earlier.owns(SHARD_FILE)? {
            earlier.plain(SHARD_FILE)?;
            let shard: ShardLogs = unseal("shard", &dir.join(SHARD_FILE))?;
            Some((SHARD_FILE, shard.logs))
        } else {
            None
        };
        if let Some((name, listed)) = list {
            let names = listed.into_keys().chain([name.to_owned(), TIMING.to_owned()]);
            let known = names.filter(|name| RESULT_FILES.contains(&name.as_str()));
            earlier.files.extend(known.map(|name| (name, None)));
        }
        let ours = RESULT_FILES.iter().filter(|name| **name != FRONTIER);
        ours.copied().try_for_each(|name| earlier.refuse_foreign(name))?;
        earlier.check_removable().map(|()| earlier)
    }

    /// Checks that every file can be removed, before any of them is.
    pub(super) fn check_removable(&self) -> Result<(), LabError> {
        let paths = self.files.keys().map(|name| self.dir.join(name));
        paths
            .filter(|path| is_there(path))
            .try_for_each(|path| system::is_removable(&path).named(path.display()))
    }

    /// Returns an error if a file of this name exists that belongs to no result.
    pub(super) fn refuse_foreign(&self, name: &str) -> Result<(), LabError> {
        if !is_there(&self.dir.join(name)) {
            return Ok(());
        }
        self.plain(name)?;
        if self.owns(name)? {
            return Ok(());
        }
        let message = format_args!("`{name}` is in the directory, but no manifest lists it; move it away");
        Err(LabError::setting(setting(&self.dir), message))
    }

    /// Checks that a file of a result is a regular file.
    fn plain(&self, name: &str) -> Result<(), LabError> {
        let path = self.dir.join(name);
        if fs::symlink_metadata(&path).named(path.display())?.is_file() {
            return Ok(());
        }
        Err(LabError::content(path.display(), "this is not a regular file and is not replaced; move it away"))
    }

    /// Returns `true` if an existing file belongs to the earlier result.
    fn owns(&self, name: &str) -> Result<bool, LabError> {
        match self.files.get(name) {
            None => Ok(false),
            Some(None) => Ok(true),
            Some(Some(sum)) => Ok(FileChecksum::of_file(&self.dir.join(name))? == *sum),
        }
    }

    /// Writes the record of the files to remove and to publish, before either begins.
    pub(super) fn record(&self, new: &Inventory, work: &WorkArea) -> Result<(), LabError> {
        let publication = Publication { earlier: self.files.clone(), new: new.clone() };
        super::write_whole(&work.publication(), &seal(PUBLICATION, &publication))
    }

    /// Removes all files, beginning with the manifest, which makes them a result.
    pub(super) fn remove(&self) -> Result<(), LabError> {
        // `RESULT_FILES` ends with the files that mark a result, so the reverse order removes the mark first.
        for name in RESULT_FILES.iter().rev().filter(|name| self.files.contains_key(**name)) {
            let path = self.dir.join(name);
            if is_there(&path) {
                self.refuse_foreign(name)?;
                fs::remove_file(&path).named(path.display())?;
            }
        }
        Ok(())
    }

    /// Returns a log to the work area if an interrupted run had already published it.
    pub(super) fn take_back(&self, name: &str, work: &WorkArea) -> Result<(), LabError> {
        let (to, from) = (work.file(name), self.dir.join(name));
        let Some(sum) = self.new.get(name) else { return Ok(()) };
        if is_there(&to) || !is_there(&from) || FileChecksum::of_file(&from)? != *sum {
            return Ok(());
        }
        super::file::rename_new(&from, &to)
    }
}

fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}
