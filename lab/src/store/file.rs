//! Files that are there whole or not at all.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::error::{LabError, Named as _};

/// A file that has not got its name yet; dropped, it is gone.
pub(super) struct PendingFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// Where it is until then. `tempfile` would add this name, which nobody knows, to the error of each write.
    place: TempPath,
}

impl PendingFile {
    /// Begins a file under a temporary name in the directory where it will stand.
    pub(super) fn begin(path: PathBuf) -> Result<PendingFile, LabError> {
        let mut builder = tempfile::Builder::new();
        let name = path.file_name().map(|name| format!(".{}-", name.display())).unwrap_or_default();
        builder.prefix(&name).suffix(".tmp");
        let made =
            builder.make_in(directory(&path), |place| File::create_new(place)).named(path.display())?;
        let (file, place) = made.into_parts();
        Ok(PendingFile { path, file: BufWriter::with_capacity(1 << 16, file), place })
    }

    /// Adds bytes at the end.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), LabError> {
        self.file.write_all(bytes).named(self.path.display())
    }

    /// Sees that everything is on the disk.
    pub(super) fn sync(self) -> Result<SyncedFile, LabError> {
        let PendingFile { path, file, place } = self;
        let file = file.into_inner().map_err(|error| LabError::io(path.display(), error.into_error()))?;
        file.sync_all().named(path.display())?;
        Ok(SyncedFile { path, file: NamedTempFile::from_parts(file, place) })
    }
}

/// A whole file that waits for its name.
pub(super) struct SyncedFile {
    path: PathBuf,
    file: NamedTempFile,
}

impl SyncedFile {
    /// Gives the file its name.
    pub(super) fn publish(self) -> Result<(), LabError> {
        self.file.persist(&self.path).map_err(|error| LabError::io(self.path.display(), error.error))?;
        Ok(())
    }

    /// Gives the file its name, if nothing else has it.
    pub(super) fn publish_new(self) -> Result<(), LabError> {
        let published = self.file.persist_noclobber(&self.path);
        published.map_err(|error| LabError::io(self.path.display(), error.error)).map(drop)
    }
}

/// Gives a file another name, if nothing else has it.
pub(super) fn rename_new(from: &Path, to: &Path) -> Result<(), LabError> {
    let file = TempPath::try_from_path(from).named(from.display())?;
    file.persist_noclobber(to).map_err(|error| {
        drop(error.path.keep());
        LabError::io(to.display(), error.error)
    })
}

/// Sees that the names in a directory are on the disk.
pub(crate) fn sync_directory(path: &Path) -> Result<(), LabError> {
    File::open(path).and_then(|directory| directory.sync_all()).named(path.display())
}

/// Writes a file whole.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), LabError> {
    let mut file = PendingFile::begin(path.to_owned())?;
    file.append(content)?;
    file.sync()?.publish()?;
    sync_directory(directory(path))
}

pub(super) fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
