//! Files that appear complete or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::error::{FileContext as _, LabError};
use crate::system;

/// A file under a temporary name. Dropping it deletes the file.
pub(crate) struct PendingFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// Temporary path. It is kept apart because `tempfile` adds this meaningless name to write errors.
    place: TempPath,
}

impl PendingFile {
    /// Creates a file under a temporary name in its final directory.
    pub(crate) fn begin(path: PathBuf) -> Result<PendingFile, LabError> {
        let mut builder = tempfile::Builder::new();
        let name = path.file_name().map(|name| format!(".{}-", name.display())).unwrap_or_default();
        builder.prefix(&name).suffix(".tmp");
        let place = system::unlimited(directory(&path)).named(path.display())?;
        let temporary = builder.make_in(place, |place| File::create_new(place)).named(path.display())?;
        let (file, place) = temporary.into_parts();
        Ok(PendingFile { path, file: BufWriter::with_capacity(1 << 16, file), place })
    }

    /// Appends bytes.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), LabError> {
        self.file.write_all(bytes).named(self.path.display())
    }

    /// Syncs the contents to disk.
    pub(crate) fn sync(self) -> Result<SyncedFile, LabError> {
        let PendingFile { path, file, place } = self;
        let file = file.into_inner().map_err(|error| LabError::io(path.display(), error.into_error()))?;
        file.sync_all().named(path.display())?;
        Ok(SyncedFile { path, file: NamedTempFile::from_parts(file, place) })
    }
}

/// A complete file without its final name.
pub(crate) struct SyncedFile {
    path: PathBuf,
    file: NamedTempFile,
}

impl SyncedFile {
    /// Gives the file its name, replacing an existing file.
    pub(crate) fn publish(self) -> Result<(), LabError> {
        // On Windows `tempfile` cannot replace a file that another program is reading.
        self.named_by(|mut file, to| match fs::rename(file.path(), to) {
            Ok(()) => {
                file.disable_cleanup(true);
                Ok(())
            }
            Err(error) => Err((file, error)),
        })
    }

    /// Gives the file its name, unless another file has it.
    pub(super) fn publish_new(self) -> Result<(), LabError> {
        self.named_by(|file, to| {
            file.persist_noclobber(to).map(drop).map_err(|error| (error.file, error.error))
        })
    }

    fn named_by(
        self,
        give: impl Fn(NamedTempFile, &Path) -> Result<(), (NamedTempFile, io::Error)>,
    ) -> Result<(), LabError> {
        let to = system::unlimited(&self.path).named(self.path.display())?;
        let named = system::patiently(self.file, |file| give(file, &to)).map_err(|(_, error)| error);
        named.named(self.path.display())
    }
}

/// Renames a file, unless another file has the new name.
pub(super) fn rename_new(from: &Path, to: &Path) -> Result<(), LabError> {
    let file = system::unlimited(from).and_then(TempPath::try_from_path).named(from.display())?;
    let place = system::unlimited(to).named(to.display())?;
    let renamed = system::patiently(file, |file: TempPath| {
        file.persist_noclobber(&place).map_err(|error| (error.path, error.error))
    });
    renamed.map_err(|(file, error)| {
        drop(file.keep());
        LabError::io(to.display(), error)
    })
}

/// Syncs the names in a directory to disk.
///
/// # Errors
/// Returns an error for a directory that cannot be opened or synced.
pub(crate) fn sync_directory(path: &Path) -> Result<(), LabError> {
    system::sync_directory(path).named(path.display())
}

/// Writes a file atomically.
///
/// # Errors
/// Returns an error for a file that cannot be written.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), LabError> {
    let mut file = PendingFile::begin(path.to_owned())?;
    file.append(content)?;
    file.sync()?.publish()?;
    sync_directory(directory(path))
}

/// Returns `true` if a directory has an entry of this path, a link to nothing included.
pub(super) fn has_entry(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

pub(super) fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
