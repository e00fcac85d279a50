//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::error::{FileContext as _, LabError};
use crate::system;

/// A file that has not got its name yet; dropped, it is gone.
pub(super) struct PendingFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// Where it is until then. `tempfile` would add this name, which nobody knows, to the error of each
    /// write.
    place: TempPath,
}

impl PendingFile {
    /// Begins a file under a temporary name in the directory where it will stand.
    pub(super) fn begin(path: PathBuf) -> Result<PendingFile, LabError> {
        let mut builder = tempfile::Builder::new();
        let name = path.file_name().map(|name| format!(".{}-", name.display())).unwrap_or_default();
        builder.prefix(&name).suffix(".tmp");
        let place = system::unlimited(directory(&path)).named(path.display())?;
        let made = builder.make_in(place, |place| File::create_new(place)).named(path.display())?;
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
        // `tempfile` replaces no file on Windows that a third program is reading.
        self.named_by(|mut file, to| match fs::rename(file.path(), to) {
            Ok(()) => {
                file.disable_cleanup(true);
                Ok(())
            }
            Err(error) => Err((file, error)),
        })
    }

    /// Gives the file its name, if nothing else has it.
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

/// Gives a file another name, if nothing else has it.
pub(super) fn rename_new(from: &Path, to: &Path) -> Result<(), LabError> {
    let file = system::unlimited(from).and_then(TempPath::try_from_path).named(from.display())?;
    let place = system::unlimited(to).named(to.display())?;
    let give = |file: TempPath| file.persist_noclobber(&place).map_err(|error| (error.path, error.error));
    system::patiently(file, give).map_err(|(file, error)| {
        drop(file.keep());
        LabError::io(to.display(), error)
    })
}

/// Sees that the names in a directory are on the disk.
pub(crate) fn sync_directory(path: &Path) -> Result<(), LabError> {
    system::sync_directory(path).named(path.display())
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
