//! Files that are there whole or not at all.

use std::fs::{File, Permissions};
use std::io::Write as _;
use std::path::Path;

use crate::failure::{Failure, Named as _};

/// Writes a file whole: under a temporary name in the directory where it will stand, onto the disk, then renamed.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let mut builder = tempfile::Builder::new();
    let name = path.file_name().map(|name| format!(".{}-", name.display())).unwrap_or_default();
    builder.prefix(&name).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    let mut file = builder.tempfile_in(directory(path)).named(path.display())?;
    file.write_all(content).and_then(|()| file.as_file().sync_all()).named(path.display())?;
    file.persist(path).map_err(|error| Failure::io(path.display(), error.error))?;
    sync_directory(directory(path))
}

/// Sees that the names in a directory are on the disk.
pub(crate) fn sync_directory(path: &Path) -> Result<(), Failure> {
    File::open(path).and_then(|directory| directory.sync_all()).named(path.display())
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
