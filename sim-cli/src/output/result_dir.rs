//! The directory of a result: checked before the first game, filled after the last.

use std::path::Path;

use super::earlier::Earlier;
use super::file::rename_new;
use super::place::{Place, flag};
use super::sums::{FileSum, Inventory};
use super::work::WorkArea;
use super::{MANIFEST, RESULT_FILES, SHARD_FILE, TIMING, sealed_manifest, sync_directory, write_whole};
use crate::cli::OutArgs;
use crate::failure::{Failure, Named as _};
use crate::tournament::interrupt;

/// A directory that can be written to, and that no other run is using.
pub(crate) struct ResultDir {
    /// Where a run keeps its files until all are there.
    pub(crate) work: WorkArea,
    earlier: Earlier,
    /// Declared last, it is dropped last: the work area is gone from it by then.
    place: Place,
}

impl ResultDir {
    /// The directory that was asked for, if one was.
    pub(crate) fn asked(args: &OutArgs) -> Result<Option<ResultDir>, Failure> {
        args.check()?;
        args.out.as_deref().map(|path| ResultDir::begin(path, args.force)).transpose()
    }

    /// Makes the directory if there is none; has it hold no result, or one that may be replaced.
    pub(crate) fn begin(path: &Path, force: bool) -> Result<ResultDir, Failure> {
        let path = std::path::absolute(path).named(flag(path))?;
        let place = Place::out(&path, force)?;
        if place.is_new() {
            interrupt::remember(&path);
        }
        let mut work = WorkArea::take(&path)?;
        if work.has_checkpoint() && !force {
            let message =
                "it holds a run that can be resumed; give --resume DIR to go on with it, or --force";
            return Err(Failure::content(flag(&path), message));
        }
        let earlier = Earlier::of(&path, &work)?;
        work.begin()?;
        Ok(ResultDir { work, earlier, place })
    }

    /// Takes up the directory of an interrupted run.
    pub(crate) fn resume(path: &Path) -> Result<ResultDir, Failure> {
        let name = format!("--resume {}", path.display());
        if !WorkArea::exists_in(path)? {
            let message = match [MANIFEST, SHARD_FILE].iter().find(|file| path.join(file).exists()) {
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
        let earlier = Earlier::of(path, &work)?;
        Ok(ResultDir { work, earlier, place: Place::existing(path) })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        self.place.path()
    }

    /// Takes back a log that had got its name already when a run ended in the midst of that.
    pub(crate) fn take_back(&self, name: &str) -> Result<(), Failure> {
        self.earlier.take_back(name, &self.work)
    }

    /// Puts whole files in the place of an earlier result: `texts`, the logs that stand in the work area, and a manifest
    /// that lists all of them. The earlier result is there until all of the new one is on the disk.
    pub(crate) fn publish(
        self,
        texts: Vec<(String, Vec<u8>)>,
        logs: Inventory,
        manifest: &impl serde::Serialize,
    ) -> Result<(), Failure> {
        let mut files = logs.clone();
        let listed = texts.iter().filter(|(name, _)| name != TIMING);
        files.extend(listed.map(|(name, text)| (name.clone(), FileSum::of(text))));
        let manifest = sealed_manifest(manifest, &files).into_bytes();
        self.replace(texts, logs, (MANIFEST, manifest))
    }

    /// The same with a last file of another kind, which makes the directory what it is.
    pub(crate) fn replace(
        self,
        mut texts: Vec<(String, Vec<u8>)>,
        mut files: Inventory,
        (last, content): (&str, Vec<u8>),
    ) -> Result<(), Failure> {
        texts.push((last.to_owned(), content));
        for (name, text) in texts {
            write_whole(&self.work.file(&name), &text)?;
            files.insert(name, FileSum::of(&text));
        }
        self.work.sync()?;
        RESULT_FILES.iter().try_for_each(|name| self.earlier.refuse_foreign(name))?;
        self.earlier.record(&files, &self.work)?;
        self.earlier.remove()?;
        for name in RESULT_FILES.into_iter().filter(|name| files.contains_key(*name)) {
            rename_new(&self.work.file(name), &self.path().join(name))?;
        }
        sync_directory(self.path())?;
        self.work.done()
    }
}
