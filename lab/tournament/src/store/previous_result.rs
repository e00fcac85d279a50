//! An earlier result in a directory. Only files that the earlier result lists may be replaced.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::checksums::Inventory;
use super::file::has_entry;
use super::manifest::{MANIFEST, StoredManifest, TIMING};
use super::output_dir::setting;
use super::replacement::Move;
use super::sealed::unseal;
use super::work::WorkArea;
use super::{FRONTIER, RESULT_FILES, SHARD_FILE};
use crate::error::{FileContext as _, LabError};
use crate::system;

/// Files of an earlier result, by name.
pub(super) struct PreviousResult {
    dir: PathBuf,
    files: BTreeSet<&'static str>,
}

/// The logs of a shard.
#[derive(Deserialize)]
struct ShardLogs {
    logs: Inventory,
}

impl PreviousResult {
    /// Reads a directory. Returns an error for a file with a result's name that no result lists.
    pub(super) fn read(dir: &Path) -> Result<PreviousResult, LabError> {
        let mut earlier = PreviousResult { dir: dir.to_owned(), files: BTreeSet::new() };
        let list = if has_entry(&dir.join(MANIFEST)) {
            earlier.plain(MANIFEST)?;
            Some((MANIFEST, StoredManifest::open(dir)?.files().clone()))
        } else if has_entry(&dir.join(SHARD_FILE)) {
            earlier.plain(SHARD_FILE)?;
            let shard: ShardLogs = unseal("shard", &dir.join(SHARD_FILE))?;
            Some((SHARD_FILE, shard.logs))
        } else {
            None
        };
        if let Some((mark, listed)) = list {
            let names = RESULT_FILES.into_iter();
            earlier.files =
                names.filter(|name| listed.contains_key(*name) || [mark, TIMING].contains(name)).collect();
        }
        let ours = RESULT_FILES.iter().filter(|name| **name != FRONTIER);
        ours.copied().try_for_each(|name| earlier.refuse_foreign(name))?;
        earlier.check_removable().map(|()| earlier)
    }

    /// Checks that every file can be removed, before any of them is.
    pub(super) fn check_removable(&self) -> Result<(), LabError> {
        let paths = self.files.iter().map(|name| self.dir.join(name));
        paths
            .filter(|path| has_entry(path))
            .try_for_each(|path| system::is_removable(&path).named(path.display()))
    }

    /// Returns an error if a file of this name exists that belongs to no result.
    pub(super) fn refuse_foreign(&self, name: &str) -> Result<(), LabError> {
        if !has_entry(&self.dir.join(name)) {
            return Ok(());
        }
        self.plain(name)?;
        if self.files.contains(name) {
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

    /// Returns the moves that set all files aside, beginning with the manifest, which makes them a result.
    pub(super) fn set_aside<'a>(&'a self, work: &'a WorkArea) -> impl Iterator<Item = Move> + 'a {
        // `RESULT_FILES` ends with the files that mark a result, so the reverse order moves the mark first.
        let names = RESULT_FILES.iter().rev().filter(|name| self.files.contains(**name));
        let moves = names.map(|name| Move { from: self.dir.join(name), to: work.earlier().join(name) });
        moves.filter(|step| has_entry(&step.from))
    }
}
