//! The replacement of an earlier result by a new one, by renaming alone.
//!
//! The earlier files move into the work area, the new ones take their places, and the earlier ones are deleted last. A
//! failure in between undoes the moves. After a power cut the next run in the directory undoes them: a record in the work
//! area lists the new files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::checksums::{FileChecksum, Inventory};
use super::file::{has_entry, rename_new, sync_directory};
use super::sealed::{seal, unseal};
use super::work::WorkArea;
use super::{MANIFEST, RESULT_FILES, SHARD_FILE, write_whole};
use crate::error::LabError;

const PUBLICATION: &str = "publication";

/// A file that gets another name.
pub(super) struct Move {
    pub(super) from: PathBuf,
    pub(super) to: PathBuf,
}

/// Record that a run writes before it replaces anything.
#[derive(Serialize, Deserialize)]
struct Publication {
    new: Inventory,
}

/// Writes the record of the files to publish, and makes room for the earlier ones.
pub(super) fn record(new: &Inventory, work: &WorkArea) -> Result<(), LabError> {
    write_whole(&work.publication(), &seal(PUBLICATION, &Publication { new: new.clone() }))?;
    let earlier = work.earlier();
    match fs::create_dir(&earlier) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(LabError::io(earlier.display(), error))
        }
        _ => work.sync(),
    }
}

/// Performs all moves, or none of them.
pub(super) fn perform(moves: &[Move], work: &WorkArea) -> Result<(), LabError> {
    for (done, step) in moves.iter().enumerate() {
        if let Err(error) = rename_new(&step.from, &step.to) {
            let undone = moves[..done].iter().rev().try_for_each(|step| rename_new(&step.to, &step.from));
            return Err(match undone.and_then(|()| work.forget_publication()) {
                Ok(()) => error,
                Err(undo) => LabError::runtime(format_args!(
                    "{}; the earlier result is in {}: {}",
                    error.message(),
                    work.earlier().display(),
                    undo.message()
                )),
            });
        }
    }
    Ok(())
}

/// Undoes a replacement that was cut off, so that the earlier result is back and the new files are in the work area.
pub(super) fn undo(dir: &Path, work: &WorkArea) -> Result<(), LabError> {
    let Some(new) = recorded(work)? else { return Ok(()) };
    for name in RESULT_FILES.iter().rev() {
        let (place, new_place) = (dir.join(name), work.file(name));
        if !has_entry(&new_place) && is_published(&new, name, &place)? {
            rename_new(&place, &new_place)?;
        }
    }
    let set_aside = work.earlier();
    for name in RESULT_FILES {
        let (earlier, place) = (set_aside.join(name), dir.join(name));
        if has_entry(&earlier) && has_entry(&place) {
            let message = format_args!(
                "it is in the way of the earlier result, which a run that was cut off has left in {}; move it away",
                set_aside.display()
            );
            return Err(LabError::content(place.display(), message));
        }
        if has_entry(&earlier) {
            rename_new(&earlier, &place)?;
        }
    }
    sync_directory(dir)?;
    work.forget_publication()
}

/// Deletes what a complete replacement has set aside; undoes one that was cut off.
pub(super) fn settle(dir: &Path, work: &WorkArea) -> Result<(), LabError> {
    let Some(new) = recorded(work)? else { return Ok(()) };
    let mark = if new.contains_key(MANIFEST) { MANIFEST } else { SHARD_FILE };
    if is_published(&new, mark, &dir.join(mark))? { delete_earlier(work) } else { undo(dir, work) }
}

/// Returns `true` if a new file stands in its place.
fn is_published(new: &Inventory, name: &str, place: &Path) -> Result<bool, LabError> {
    match new.get(name) {
        Some(sum) if has_entry(place) => Ok(FileChecksum::of_file(place)? == *sum),
        _ => Ok(false),
    }
}

/// Deletes the files that were set aside, and then the record of the replacement.
pub(super) fn delete_earlier(work: &WorkArea) -> Result<(), LabError> {
    let place = work.earlier();
    delete_files(&place).map_err(|error| {
        LabError::runtime(format_args!(
            "{}: the new result is complete, but the earlier one cannot be deleted here ({error}); delete it",
            place.display()
        ))
    })?;
    work.forget_publication()
}

/// Deletes the files of a result in a directory, and the directory, if they exist.
fn delete_files(place: &Path) -> io::Result<()> {
    for path in RESULT_FILES.iter().rev().map(|name| place.join(name)).filter(|path| has_entry(path)) {
        fs::remove_file(path)?;
    }
    if has_entry(place) { fs::remove_dir(place) } else { Ok(()) }
}

/// Returns the files of a replacement that has begun.
fn recorded(work: &WorkArea) -> Result<Option<Inventory>, LabError> {
    let path = work.publication();
    if !has_entry(&path) {
        return Ok(None);
    }
    let publication: Publication = unseal(PUBLICATION, &path)?;
    Ok(Some(publication.new))
}

/// Moves that publish complete files of the work area; the file that makes the directory a result is last.
pub(super) fn publish(files: &Inventory, work: &WorkArea, dir: &Path) -> impl Iterator<Item = Move> {
    let names = RESULT_FILES.into_iter().filter(|name| files.contains_key(*name));
    names.map(|name| Move { from: work.file(name), to: dir.join(name) })
}
