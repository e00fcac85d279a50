//! Windows: open files keep their names, some names are devices, and plain paths have at most 260 characters.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::windows::fs::OpenOptionsExt as _;
use std::path::{self, Component, Path, PathBuf, Prefix};
use std::thread;
use std::time::Duration;

use super::FileKind;
use windows_sys::Win32::Foundation::{ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION};
use windows_sys::Win32::Storage::FileSystem::{DELETE, FILE_FLAG_DELETE_ON_CLOSE};

/// Names of devices in every directory, with any extension.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// Names of devices when followed by a digit.
const PORTS: [&str; 2] = ["COM", "LPT"];

/// Characters that no name may contain.
const NO_LETTERS: &str = "<>:\"|?*";

/// Milliseconds to wait for another program between attempts.
const PAUSES: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 300, 500];

/// Errors with fixed English messages.
const WORDS: [(ErrorKind, &str); 7] = [
    (ErrorKind::NotFound, "No such file or directory"),
    (ErrorKind::PermissionDenied, "Permission denied"),
    (ErrorKind::AlreadyExists, "File exists"),
    (ErrorKind::NotADirectory, "Not a directory"),
    (ErrorKind::StorageFull, "No space left on device"),
    (ErrorKind::ReadOnlyFilesystem, "Read-only file system"),
    (ErrorKind::InvalidFilename, "This is not a file name"),
];

/// Opens a file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Returns the kind of an open file, and its size in bytes. Windows gives no metadata for a device.
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
pub(crate) fn kind_and_size(file: &File) -> io::Result<(FileKind, u64)> {
    Ok(match file.metadata() {
        Ok(metadata) if metadata.is_file() => (FileKind::Plain, metadata.len()),
        Ok(metadata) if metadata.is_dir() => (FileKind::Directory, 0),
        _ => (FileKind::Device, 0),
    })
}

/// Does nothing: Windows journals names, and cannot open a directory for writing.
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
pub(crate) const fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns the path in a form without a length limit: `\\?\C:\results`.
pub(crate) fn unlimited(path: &Path) -> io::Result<Cow<'_, Path>> {
    let absolute = path::absolute(path)?;
    let mut parts = absolute.components();
    let Some(Component::Prefix(prefix)) = parts.next() else { return Ok(Cow::Owned(absolute)) };
    let mut start = OsString::from(r"\\?\");
    match prefix.kind() {
        Prefix::Disk(_) => start.push(prefix.as_os_str()),
        Prefix::UNC(server, share) => {
            start.push(r"UNC\");
            start.push(server);
            start.push(r"\");
            start.push(share);
        }
        _ => return Ok(Cow::Owned(absolute)),
    }
    Ok(Cow::Owned(PathBuf::from(start).join(parts.as_path())))
}

/// Returns the reason why a path cannot be that of a file or directory.
pub(crate) fn name_problem(path: &Path) -> Option<String> {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    names.into_iter().find_map(|name| {
        if is_device(&name) {
            return Some(format!("`{name}` is the name of a device on Windows"));
        }
        let letter = name.chars().find(|&letter| NO_LETTERS.contains(letter))?;
        Some(format!("`{letter}` is in no name on Windows"))
    })
}

fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device))
        || PORTS.iter().any(|port| is_port(stem, port))
}

/// Returns `true` for the name of a port followed by a digit.
fn is_port(name: &str, port: &str) -> bool {
    let digit = name.get(port.len()..).map(|rest| rest.chars().collect::<Vec<_>>());
    let is_digit = matches!(digit.as_deref(), Some(['0'..='9' | '¹' | '²' | '³']));
    is_digit && name[..port.len()].eq_ignore_ascii_case(port)
}

/// Returns `true` if another program has the file, or a part of it, open or locked in a way that prevents
/// access.
pub(crate) fn is_open_elsewhere(error: &io::Error) -> bool {
    let codes = [ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION];
    error.raw_os_error().is_some_and(|code| codes.contains(&code.cast_unsigned()))
}

/// Returns an error if a file cannot be removed while another program has it open.
pub(crate) fn is_removable(path: &Path) -> io::Result<()> {
    OpenOptions::new().access_mode(DELETE).open(path).map(drop)
}

/// Returns `true` if two paths refer to one file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    same_file::is_same_file(one, other).unwrap_or(false)
}

/// Repeats an action on a file for about a second while another program prevents it. Virus scanners and
/// indexers open new files briefly.
pub(crate) fn patiently<F, T>(
    mut file: F,
    act: impl Fn(F) -> Result<T, (F, io::Error)>,
) -> Result<T, (F, io::Error)> {
    for pause in PAUSES {
        match act(file) {
            Err((given_back, error)) if may_pass(&error) => file = given_back,
            done => return done,
        }
        thread::sleep(Duration::from_millis(pause));
    }
    act(file)
}

/// Returns an error's message in English; Windows would use the user's language.
pub(crate) fn explain(error: &io::Error) -> Option<&'static str> {
    error.raw_os_error()?;
    WORDS.iter().find(|(kind, _)| *kind == error.kind()).map(|(_, words)| *words)
}

/// Returns `true` for errors that may pass. Windows reports the name of an open file as a permission problem.
fn may_pass(error: &io::Error) -> bool {
    is_open_elsewhere(error) || error.kind() == ErrorKind::PermissionDenied
}

/// Releases a lock and removes its file, unless another program has opened it meanwhile. The file is opened
/// exclusively and removed on close.
pub(crate) fn remove_locked(path: &Path, lock: File) {
    drop(lock);
    let mut alone = OpenOptions::new();
    drop(alone.access_mode(DELETE).share_mode(0).custom_flags(FILE_FLAG_DELETE_ON_CLOSE).open(path));
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_path_of_any_length_is_taken() {
        let dir = tempfile::tempdir().expect("a directory");
        let mut long = dir.path().to_owned();
        (0..12).for_each(|_| long.push("a long name of a directory"));
        assert!(long.as_os_str().len() > 260);
        let long = unlimited(&long).expect("a path");
        assert!(long.as_os_str().to_string_lossy().starts_with(r"\\?\"));
        fs::create_dir_all(&long).expect("made");
        assert_eq!(unlimited(&long).expect("a path"), long, "it stays as it is");
        let share = Path::new(r"\\server\share\results");
        assert_eq!(unlimited(share).expect("a path"), Path::new(r"\\?\UNC\server\share\results"));
    }

    #[test]
    fn a_file_that_another_program_has_open_is_not_removable() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("standings.csv");
        fs::write(&path, "rows").expect("written");
        is_removable(&path).expect("no handle is open");
        let alone = OpenOptions::new().read(true).share_mode(0).open(&path).expect("a file");
        assert!(is_open_elsewhere(&is_removable(&path).expect_err("it is open")));
        drop(alone);
        is_removable(&path).expect("no handle is open");
    }

    #[test]
    fn what_passes_is_waited_for() {
        let open = || io::Error::from_raw_os_error(ERROR_SHARING_VIOLATION.cast_signed());
        let times = std::cell::Cell::new(0);
        let done = patiently("file", |file| {
            times.set(times.get() + 1);
            if times.get() < 4 { Err((file, open())) } else { Ok(file) }
        });
        assert_eq!((done.ok(), times.get()), (Some("file"), 4));
        let absent = patiently("file", |file| Err::<(), _>((file, io::Error::from(ErrorKind::NotFound))));
        assert_eq!(absent.expect_err("it does not pass").1.kind(), ErrorKind::NotFound);
    }
}
