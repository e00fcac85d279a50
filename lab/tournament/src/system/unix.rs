//! Unix, and the browser, which has no files.

use std::borrow::Cow;
use std::fs::{self, File, FileType, OpenOptions};
use std::io;
use std::path::Path;

use super::FileKind;

/// Opens a file without waiting for a program that writes to it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options.open(path)
}

/// Returns the kind of an open file, and its size in bytes.
pub(crate) fn kind_and_size(file: &File) -> io::Result<(FileKind, u64)> {
    let metadata = file.metadata()?;
    let kind = match metadata.file_type() {
        kind if kind.is_file() => FileKind::Plain,
        kind if kind.is_dir() => FileKind::Directory,
        kind if is_device(kind) => FileKind::Device,
        _ => FileKind::Pipe,
    };
    Ok((kind, metadata.len()))
}

#[cfg(unix)]
fn is_device(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

/// Syncs the names in a directory to disk.
pub(crate) fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path).and_then(|directory| directory.sync_all())
}

/// Returns the path in a form without a length limit: unchanged.
#[expect(clippy::unnecessary_wraps, reason = "on Windows it may fail")]
pub(crate) fn unlimited(path: &Path) -> io::Result<Cow<'_, Path>> {
    Ok(Cow::Borrowed(path))
}

/// Returns the reason why a name cannot be a file's: none on Unix.
pub(crate) const fn name_problem(_: &Path) -> Option<String> {
    None
}

/// Returns `true` if another process's open file prevents access: never on Unix.
pub(crate) const fn is_open_elsewhere(_: &io::Error) -> bool {
    false
}

/// Checks that a file can be removed: on Unix this depends on the directory only.
#[expect(clippy::unnecessary_wraps, reason = "on Windows it may fail")]
pub(crate) const fn is_removable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns `true` if two paths refer to one file.
#[cfg(unix)]
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let [one, other] =
        [one, other].map(|path| fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino())));
    one.is_some() && one == other
}

/// Returns `false`: without a file system no file has two names.
#[cfg(not(unix))]
pub(crate) const fn is_same_file(_: &Path, _: &Path) -> bool {
    false
}

/// Performs an action on a file once.
pub(crate) fn patiently<F, T>(
    file: F,
    act: impl Fn(F) -> Result<T, (F, io::Error)>,
) -> Result<T, (F, io::Error)> {
    act(file)
}

/// Returns `None`: Unix messages are in English.
pub(crate) const fn explain(_: &io::Error) -> Option<&'static str> {
    None
}

/// Removes a locked file and releases the lock.
pub(crate) fn remove_locked(path: &Path, lock: File) {
    drop(fs::remove_file(path));
    drop(lock);
}
