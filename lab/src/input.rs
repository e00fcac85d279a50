//! The one door through which files come in: regular files, and pipes into which somebody writes, up to a
//! stated size.
//!
//! A device that never ends, a FIFO that nobody writes to and a file beyond reason are refused with a
//! sentence instead of read until the memory is gone or waited for until somebody presses Ctrl-C.

mod decoding;

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;
use std::time::{Duration, Instant};

use overhear_engine::rules::is_printable;

use crate::error::{FileContext as _, LabError};
use crate::system::{self, FileKind};
use crate::table::{FileEntry, grouped};
pub use decoding::text;

/// The most bytes that a file may have, by what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeLimit {
    /// A text that people write: settings, rules, agents, the sheet of a game.
    Settings,
    /// A table: a deck, recorded clues, the tables of a result.
    Table,
    /// Vectors of words.
    Space,
}

impl SizeLimit {
    /// Returns the limit in bytes.
    const fn limit(self) -> u64 {
        match self {
            SizeLimit::Settings => 1 << 20,
            SizeLimit::Table => 1 << 28,
            SizeLimit::Space => 1 << 33,
        }
    }
}

/// What a device is read to: `/dev/null` is an empty file, a terminal is typed into, `/dev/zero` never ends.
const DEVICE: u64 = 1 << 20;

/// How long a pipe is waited for that nobody has opened for writing.
const NOBODY: Duration = Duration::from_secs(3);

/// How long a pipe is waited for whose writer does not write.
const SILENCE: Duration = Duration::from_secs(60);

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// Reads a file, or a pipe to its end.
///
/// # Errors
/// A runtime failure if it cannot be read, a usage failure if it is larger than a file of this kind may be.
pub fn read(path: &Path, size: SizeLimit) -> Result<Vec<u8>, LabError> {
    let file = opened(path)?;
    let (kind, bytes) = system::kind_and_size(&file).named(path.display())?;
    let limit = if kind == FileKind::Device { DEVICE } else { size.limit() };
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

/// Reads a text.
///
/// # Errors
/// As [`read`] and [`text`].
pub fn read_text(path: &Path, size: SizeLimit) -> Result<String, LabError> {
    text(path, read(path, size)?)
}

/// Returns the rows of a log, which may be longer than memory: of a plain file, for it is read more than
/// once.
///
/// # Errors
/// A runtime failure if it cannot be opened, a usage failure if it is no plain file.
pub fn rows(path: &Path) -> Result<csv::Reader<File>, LabError> {
    let file = opened(path)?;
    if system::kind_and_size(&file).named(path.display())?.0 == FileKind::Plain {
        Ok(csv::Reader::from_reader(file))
    } else {
        Err(LabError::content(path.display(), "this is no plain file"))
    }
}

/// Returns the rows of a table that this program writes.
///
/// # Errors
/// As [`rows`]; a usage failure if a column is missing.
pub fn rows_of(table: &FileEntry, path: &Path) -> Result<csv::Reader<File>, LabError> {
    let mut reader = rows(path)?;
    let header = reader.headers().map_err(|error| LabError::content(path.display(), error))?;
    table.complete(header.iter()).map_err(|message| LabError::content(path.display(), message))?;
    Ok(reader)
}

/// The most characters of a clue or keyword that people wrote: a sentence or two (R18).
pub const LONGEST_TEXT: usize = 1000;

/// What is wrong with a text that people wrote, if anything is: it is too long, or does not show.
///
/// # Errors
/// The reason in a sentence.
pub fn check_text(text: &str) -> Result<(), String> {
    brief(text)?;
    match text.chars().find(|&c| !is_printable(c)) {
        Some(c) => Err(format!("it holds the control character {}", c.escape_unicode())),
        None => Ok(()),
    }
}

/// Returns `true` if a text that people wrote is short enough to be judged; what does not show is for the law
/// to refuse.
///
/// # Errors
/// The reason in a sentence.
pub fn brief(text: &str) -> Result<(), String> {
    let characters = text.chars().count();
    if characters <= LONGEST_TEXT {
        return Ok(());
    }
    let [characters, most] = [characters, LONGEST_TEXT].map(|count| grouped(count as u64));
    Err(format!("{characters} characters; at most {most} are read"))
}

fn too_large(path: &Path, bytes: u64, limit: u64) -> LabError {
    let [bytes, limit] = [bytes, limit].map(grouped);
    LabError::content(
        path.display(),
        format_args!("at least {bytes} bytes; at most {limit} are read of such a file"),
    )
}

fn no_memory(path: &Path, bytes: u64) -> LabError {
    LabError::runtime(format_args!("{}: there is no memory for its {} bytes", path.display(), grouped(bytes)))
}

/// Opens a file, and says of a directory that it is one, which some systems call a lack of access and some
/// find out when it is read.
fn opened(path: &Path) -> Result<File, LabError> {
    let file = system::open(path);
    if path.is_dir() {
        return Err(LabError::runtime(format_args!("{}: this is a directory; name a file", path.display())));
    }
    file.named(path.display())
}

/// Reads to the end, or until it is more than the limit.
fn fill(mut file: File, content: &mut Vec<u8>, limit: u64, kind: FileKind) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    let mut heard = Instant::now();
    let mut nobody = kind == FileKind::Pipe;
    while content.len() as u64 <= limit {
        match file.read(&mut chunk) {
            // A FIFO ends for whoever opens it before its first writer does.
            Ok(0) if nobody && heard.elapsed() < NOBODY => std::thread::sleep(Duration::from_millis(5)),
            Ok(0) if nobody => {
                return Err(io::Error::new(ErrorKind::TimedOut, "a pipe that nobody writes to"));
            }
            Ok(0) => return Ok(()),
            Ok(bytes) => {
                (nobody, heard) = (false, Instant::now());
                content.try_reserve(bytes).map_err(|_| io::Error::from(ErrorKind::OutOfMemory))?;
                content.extend_from_slice(&chunk[..bytes]);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock && heard.elapsed() < SILENCE => {
                nobody = false;
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
        assert_eq!(read(Path::new("NUL"), Size::Settings).map_err(|f| f.to_string()), Ok(Vec::new()));
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
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(made.success());
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
        assert!(refused(&fifo(dir.path())).contains("a pipe that nobody writes to"));
        assert!(refused(Path::new("/dev/zero")).contains("at most 1,048,576 are read"));
        assert_eq!(
            read(Path::new("/dev/null"), SizeLimit::Settings).map_err(|f| f.to_string()),
            Ok(Vec::new())
        );
        assert!(refused(dir.path()).contains("directory"));
        for path in [Path::new("/dev/zero"), &dir.path().join("fifo")] {
            let failure = rows(path).map(drop).expect_err("no log");
            assert!(failure.to_string().ends_with("this is no plain file"), "{}", failure.message());
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
        assert_eq!(check_text("a\u{1b}b"), Err("it holds the control character \\u{1b}".to_owned()));
    }
}
