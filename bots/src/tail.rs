//! Standard error of a bot: its last lines in memory, and a log file.

use std::collections::VecDeque;
use std::fmt::Display;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// Number of lines kept.
const LINES: usize = 20;

/// Maximum length of a kept line, in bytes.
const LINE: u64 = 1 << 12;

/// Maximum size of the log file, in bytes.
const FILE: usize = 16 << 20;

/// Time to wait for the last lines of a process that has ended.
const LAST: Duration = Duration::from_millis(500);

/// The last lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct StderrTail(Arc<(Mutex<Lines>, Condvar)>);

#[derive(Debug, Default)]
struct Lines {
    last: VecDeque<String>,
    is_over: bool,
}

impl StderrTail {
    /// Reads until the end on a thread of its own. A slow log file delays only the bot that writes.
    pub(crate) fn follow(&self, stderr: impl Read + Send + 'static, mut log: Option<File>) -> io::Result<()> {
        let tail = self.clone();
        let thread = Builder::new().spawn(move || {
            let (mut reader, mut room, mut line) = (BufReader::new(stderr), FILE, Vec::new());
            while (&mut reader).take(LINE).read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
                if let Some(file) = &mut log {
                    let length = line.len().min(room);
                    room -= length;
                    let _ = file.write_all(&line[..length]);
                }
                tail.push(String::from_utf8_lossy(&line).trim_end().to_owned());
                line.clear();
            }
            tail.lines().is_over = true;
            tail.0.1.notify_all();
        });
        thread.map(drop)
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, line: String) {
        let mut lines = self.lines();
        if lines.last.len() == LINES {
            lines.last.pop_front();
        }
        lines.last.push_back(line);
    }

    /// Returns the last lines, each after a line break; empty if there are none. After the process has ended,
    /// waits briefly for its last lines.
    pub(crate) fn sentence(&self, has_ended: bool) -> String {
        let mut lines = self.lines();
        if has_ended {
            lines = self
                .0
                .1
                .wait_timeout_while(lines, LAST, |lines| !lines.is_over)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        lines.last.iter().map(|line| format!("\n  | {line}")).collect()
    }
}

fn refusal(path: &Path, what: &dyn Display) -> String {
    format!("`log = {}`: {what}", path.display())
}

/// Opens the log file for appending.
///
/// # Errors
/// Returns an error if it cannot be written, or is a pipe or socket, which would wait for a reader.
pub(crate) fn opened(path: &Path) -> Result<File, String> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Err(refusal(path, &"this is a directory; name a file")),
        Ok(metadata) if !metadata.is_file() && !is_device(&metadata) => {
            return Err(refusal(path, &"this is not a regular file; name one"));
        }
        _ => {}
    }
    OpenOptions::new().create(true).append(true).open(path).map_err(|error| refusal(path, &error))
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    metadata.file_type().is_char_device()
}

#[cfg(not(unix))]
const fn is_device(_: &Metadata) -> bool {
    false
}
