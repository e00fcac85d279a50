//! Reading of all input files: regular files and pipes, up to a size limit.
//!
//! A device without end, a FIFO without a writer and an excessively large file give an error, instead of
//! filling memory or waiting forever.

mod decoding;

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use overhear_engine::rules::is_printable;

use crate::error::{FileContext as _, LabError};
use crate::system::{self, FileKind};
use crate::table::{FileEntry, counted, grouped};
pub use decoding::text;

/// Maximum size of a file, by its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeLimit {
    /// Text that people write: settings, rules, agents, note sheets.
    Settings,
    /// A table: a deck, recorded clues, result tables.
    Table,
    /// Word vectors.
    Space,
}

impl SizeLimit {
    /// Returns the limit in bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            SizeLimit::Settings => 1 << 20,
            SizeLimit::Table => 1 << 28,
            SizeLimit::Space => 1 << 33,
        }
    }
}

/// Limit for devices: `/dev/null` is an empty file, a terminal is typed into, `/dev/zero` never ends.
const DEVICE: u64 = 1 << 20;

/// Time to wait for a pipe to be opened for writing.
const NO_WRITER: Duration = Duration::from_secs(3);

/// Time to wait for a pipe's writer to write.
const SILENCE: Duration = Duration::from_secs(60);

/// Number of bytes to read at once.
const CHUNK: usize = 1 << 16;

/// Path that stands for standard input. A file of this name is `./-`.
const STANDARD_INPUT: &str = "-";

/// Reads standard input to its end. Later calls return the same bytes, for it can be read only once.
fn standard_input(limit: u64) -> Result<Vec<u8>, LabError> {
    static READ: Mutex<Option<Vec<u8>>> = Mutex::new(None);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let content = if let Some(content) = read.take() {
        content
    } else {
        let mut content = Vec::new();
        io::stdin().lock().take(limit + 1).read_to_end(&mut content).named("standard input")?;
        content
    };
    if content.len() as u64 > limit {
        return Err(too_large(Path::new("standard input"), content.len() as u64, limit));
    }
    *read = Some(content.clone());
    Ok(content)
}

/// Reads a file, or a pipe to its end. The path `-` is standard input.
///
/// # Errors
/// Returns a runtime error if it cannot be read, and a usage error if it exceeds the size limit.
pub fn read(path: &Path, size: SizeLimit) -> Result<Vec<u8>, LabError> {
    if path.as_os_str() == STANDARD_INPUT {
        return standard_input(size.bytes());
    }
    let file = opened(path)?;
    let (kind, bytes) = system::kind_and_size(&file).named(path.display())?;
    let limit = if kind == FileKind::Device { DEVICE } else { size.bytes() };
    if bytes > limit {
        return Err(too_large(path, bytes, limit));
    }
    let mut content = Vec::new();
    content.try_reserve_exact(bytes as usize).map_err(|_| no_memory(path, bytes))?;
    fill(file, &mut content, limit, kind).named(path.display())?;
    if content.len() as u64 > limit {
        return Err(too_large(path, content.len() as u64, limit));
    }
    Ok(content)
}

/// Returns a path with the home folder in the place of a leading `~`, which shells expand only where no quote, `=` or
/// variable stands before it.
///
/// ```
/// use overhear_tournament::input::at_home;
/// assert_eq!(at_home("results/~/x".as_ref()), std::path::Path::new("results/~/x"));
/// assert!(at_home("~/x".as_ref()).ends_with("x") && !at_home("~/x".as_ref()).starts_with("~"));
/// ```
pub fn at_home(path: &Path) -> PathBuf {
    let Ok(rest) = path.strip_prefix("~") else { return path.to_owned() };
    let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    home.map_or_else(
        || path.to_owned(),
        |home| if rest.as_os_str().is_empty() { home } else { home.join(rest) },
    )
}

/// Returns a text that may name a file, with the home folder in the place of a leading `~`.
pub fn text_at_home(text: &str) -> String {
    if text.starts_with('~') { at_home(Path::new(text)).display().to_string() } else { text.to_owned() }
}

/// Returns `true` if there is something at a path.
///
/// # Errors
/// Returns a runtime error where that cannot be seen, as in a folder of others.
pub fn is_there(path: &Path) -> Result<bool, LabError> {
    match std::fs::metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(error) => Err(LabError::io(path.display(), error)),
    }
}

/// Reads a text file.
///
/// # Errors
/// Returns the errors of [`read`] and [`text`].
pub fn read_text(path: &Path, size: SizeLimit) -> Result<String, LabError> {
    text(path, read(path, size)?)
}

/// Opens the rows of a log, which may exceed memory. The file must be regular, because it is read more than
/// once.
///
/// # Errors
/// Returns a runtime error if it cannot be opened, and a usage error if it is not a regular file.
pub fn rows(path: &Path) -> Result<csv::Reader<File>, LabError> {
    regular(path).map(csv::Reader::from_reader)
}

/// Opens a regular file.
///
/// # Errors
/// Returns a runtime error if it cannot be opened, and a usage error if it is not a regular file.
pub(crate) fn regular(path: &Path) -> Result<File, LabError> {
    let file = opened(path)?;
    if system::kind_and_size(&file).named(path.display())?.0 == FileKind::Plain {
        Ok(file)
    } else {
        Err(LabError::content(path.display(), "this is not a regular file"))
    }
}

/// Opens the rows of a table that this program writes.
///
/// # Errors
/// Returns the errors of [`rows`], and a usage error for a missing column.
pub fn rows_of(table: &FileEntry, path: &Path) -> Result<csv::Reader<File>, LabError> {
    let mut reader = rows(path)?;
    let header = reader.headers().map_err(|error| LabError::content(path.display(), error))?;
    table.complete(header.iter()).map_err(|message| LabError::content(path.display(), message))?;
    Ok(reader)
}

/// Maximum number of characters of a clue or keyword: a sentence or two (R18).
pub const LONGEST_TEXT: usize = 1000;

/// Checks that a text is short and printable.
///
/// # Errors
/// Returns the reason in a sentence.
pub fn check_text(text: &str) -> Result<(), String> {
    brief(text)?;
    match text.chars().find(|&c| !is_printable(c)) {
        Some(c) => Err(format!("it holds {}, which does not show", c.escape_unicode())),
        None => Ok(()),
    }
}

/// Checks that a text is short enough to be judged. Unprintable characters are left to the clue law.
///
/// # Errors
/// Returns the reason in a sentence.
pub fn brief(text: &str) -> Result<(), String> {
    let characters = text.chars().count();
    if characters <= LONGEST_TEXT {
        return Ok(());
    }
    let (characters, most) = (counted(characters as u64, "character"), grouped(LONGEST_TEXT as u64));
    Err(format!("{characters}; at most {most} are read"))
}

fn too_large(path: &Path, bytes: u64, limit: u64) -> LabError {
    let (bytes, limit) = (counted(bytes, "byte"), grouped(limit));
    LabError::content(
        path.display(),
        format_args!("at least {bytes}; at most {limit} are read of such a file"),
    )
}

fn no_memory(path: &Path, bytes: u64) -> LabError {
    LabError::runtime(format_args!(
        "{}: not enough memory for its {}",
        path.display(),
        counted(bytes, "byte")
    ))
}

/// Opens a file. Directories get their own message: some systems report them as an access problem, some only
/// on reading.
fn opened(path: &Path) -> Result<File, LabError> {
    let file = system::open(path);
    if path.is_dir() {
        return Err(LabError::runtime(format_args!("{}: this is a directory; name a file", path.display())));
    }
    file.named(path.display())
}

/// Reads to the end of the file, or until the limit is exceeded.
fn fill(mut file: File, content: &mut Vec<u8>, limit: u64, kind: FileKind) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    let mut heard = Instant::now();
    let mut no_writer = kind == FileKind::Pipe;
    while content.len() as u64 <= limit {
        match file.read(&mut chunk) {
            // A FIFO opened before its first writer reports an end of file at once.
            Ok(0) if no_writer && heard.elapsed() < NO_WRITER => std::thread::sleep(Duration::from_millis(5)),
            Ok(0) if no_writer => {
                return Err(io::Error::new(ErrorKind::TimedOut, "a pipe without a writer"));
            }
            Ok(0) => return Ok(()),
            Ok(bytes) => {
                (no_writer, heard) = (false, Instant::now());
                content.try_reserve(bytes).map_err(|_| io::Error::from(ErrorKind::OutOfMemory))?;
                content.extend_from_slice(&chunk[..bytes]);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock && heard.elapsed() < SILENCE => {
                no_writer = false;
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                let seconds = SILENCE.as_secs();
                let message = format!("nothing has come through the pipe for {seconds} seconds");
                return Err(io::Error::new(ErrorKind::TimedOut, message));
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(all(test, windows))]
mod windows_tests {
    use super::*;

    #[test]
    fn a_device_is_read_to_its_end_and_a_directory_is_refused() {
        assert_eq!(read(Path::new("NUL"), SizeLimit::Settings).map_err(|f| f.to_string()), Ok(Vec::new()));
        let dir = tempfile::tempdir().expect("a directory");
        let failure = read(dir.path(), SizeLimit::Settings).expect_err("refused").to_string();
        assert!(failure.ends_with("this is a directory; name a file"), "{failure}");
        assert!(rows(Path::new("NUL")).is_err());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs::OpenOptions;
    use std::io::Write as _;
    use std::os::unix::net::UnixListener;

    fn fifo(dir: &Path) -> std::path::PathBuf {
        let path = dir.join("fifo");
        let status = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(status.success());
        path
    }

    fn refused(path: &Path) -> String {
        read(path, SizeLimit::Settings).expect_err("refused").to_string()
    }

    #[test]
    fn files_and_pipes_are_read_to_their_end() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("plain");
        std::fs::write(&path, "\u{feff}some\ntext").expect("written");
        assert_eq!(
            read_text(&path, SizeLimit::Settings).map_err(|f| f.to_string()),
            Ok("some\ntext".to_owned())
        );
        let path = fifo(dir.path());
        let writer = std::thread::spawn({
            let path = path.clone();
            move || {
                std::thread::sleep(Duration::from_millis(100));
                let mut file = OpenOptions::new().write(true).open(path).expect("a reader");
                for _ in 0..3 {
                    file.write_all(&b"x".repeat(50_000)).expect("written");
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
        });
        assert_eq!(
            read(&path, SizeLimit::Settings).map(|content| content.len()).map_err(|f| f.to_string()),
            Ok(150_000)
        );
        writer.join().expect("it has written");
    }

    #[test]
    fn what_does_not_end_or_never_begins_is_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        assert!(refused(&fifo(dir.path())).contains("a pipe without a writer"));
        assert!(refused(Path::new("/dev/zero")).contains("at most 1,048,576 are read"));
        assert_eq!(
            read(Path::new("/dev/null"), SizeLimit::Settings).map_err(|f| f.to_string()),
            Ok(Vec::new())
        );
        assert!(refused(dir.path()).contains("directory"));
        for path in [Path::new("/dev/zero"), &dir.path().join("fifo")] {
            let failure = rows(path).map(drop).expect_err("no log");
            assert!(failure.to_string().ends_with("this is not a regular file"), "{}", failure.message());
        }
        let socket = dir.path().join("socket");
        let _listener = UnixListener::bind(&socket).expect("a socket");
        assert!(read(&socket, SizeLimit::Settings).is_err());
    }

    #[test]
    fn what_is_too_large_is_refused_before_it_is_read() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("large");
        File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("a hole");
        for size in [SizeLimit::Settings, SizeLimit::Table, SizeLimit::Space] {
            let message = read(&path, size).expect_err("too large").to_string();
            assert!(message.contains("at least 1,099,511,627,776 bytes; at most"), "{message}");
        }
    }

    #[test]
    fn a_text_of_people_is_short_and_shows() {
        assert_eq!(check_text(&"é".repeat(LONGEST_TEXT)), Ok(()));
        assert_eq!(check_text(&"é".repeat(1001)), Err("1,001 characters; at most 1,000 are read".to_owned()));
        assert_eq!(check_text("a\u{1b}b"), Err("it holds \\u{1b}, which does not show".to_owned()));
    }
}
