//! A file that grows during a run and can be truncated to a checkpoint's length.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::error::{FileContext as _, LabError};
use crate::store::{FileChecksum, RunningSum, sum_up};
use crate::table::{counted, grouped};

const BUFFER: usize = 1 << 16;

/// A log file in the work area, with the checksum of its contents.
pub(crate) struct AppendFile {
    path: PathBuf,
    file: BufWriter<File>,
    sum: RunningSum,
}

impl AppendFile {
    /// Creates the file; an existing file is an error.
    pub(super) fn create(path: PathBuf) -> Result<AppendFile, LabError> {
        let file = File::create_new(&path).named(path.display())?;
        Ok(AppendFile { path, file: BufWriter::with_capacity(BUFFER, file), sum: RunningSum::default() })
    }

    /// Reopens the file and truncates it to the bytes that `sum` covers. Returns an error if those bytes have
    /// changed.
    pub(super) fn reopen(path: PathBuf, sum: &FileChecksum) -> Result<AppendFile, LabError> {
        if !fs::symlink_metadata(&path).named(path.display())?.is_file() {
            return Err(LabError::content(path.display(), "this is not a regular file"));
        }
        // Bytes after the checkpoint belong to games that will be replayed; only those before it are checked.
        let stored_sum = sum_up(&path, sum.bytes)?;
        if stored_sum.bytes() < sum.bytes {
            let (present, expected) = (grouped(stored_sum.bytes()), counted(sum.bytes, "byte"));
            let message =
                format_args!("it was cut short: {present} of the {expected} that the checkpoint counts");
            return Err(LabError::content(path.display(), message));
        }
        sum.agrees(&path, &stored_sum.sum(), "the checkpoint")?;
        let mut file = OpenOptions::new().write(true).open(&path).named(path.display())?;
        file.set_len(sum.bytes).and_then(|()| file.seek(SeekFrom::End(0))).named(path.display())?;
        Ok(AppendFile { path, file: BufWriter::with_capacity(BUFFER, file), sum: stored_sum })
    }

    /// Writes the header if the file is empty, and returns the file.
    pub(crate) fn headed(mut self, header: &str) -> Result<AppendFile, LabError> {
        if self.sum.bytes() == 0 {
            self.append(header.as_bytes())?;
        }
        Ok(self)
    }

    /// Appends the contents of another file without its first line.
    pub(crate) fn append_rows_of(&mut self, path: &Path) -> Result<(), LabError> {
        let mut from = BufReader::with_capacity(BUFFER, File::open(path).named(path.display())?);
        from.skip_until(b'\n').named(path.display())?;
        loop {
            let bytes = from.fill_buf().named(path.display())?;
            if bytes.is_empty() {
                return Ok(());
            }
            let length = bytes.len();
            self.append(bytes)?;
            from.consume(length);
        }
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends bytes.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), LabError> {
        self.sum.add(bytes);
        self.file.write_all(bytes).named(self.path.display())
    }

    /// Syncs the file to disk and returns its checksum.
    pub(crate) fn sync(&mut self) -> Result<FileChecksum, LabError> {
        self.file.flush().and_then(|()| self.file.get_ref().sync_all()).named(self.path.display())?;
        Ok(self.sum.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_goes_on_from_the_bytes_that_were_counted_and_from_no_others() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("games.csv");
        let good =
            |result: Result<AppendFile, LabError>| result.unwrap_or_else(|f| panic!("{}", f.to_string()));
        let mut log = good(AppendFile::create(path.clone()).and_then(|log| log.headed("a,b\n")));
        log.append(b"1,2\n").unwrap_or_else(|f| panic!("{}", f.to_string()));
        let sum = log.sync().unwrap_or_else(|f| panic!("{}", f.to_string()));
        log.append(b"3,4\n").and_then(|()| log.sync()).unwrap_or_else(|f| panic!("{}", f.to_string()));
        drop(log);
        let whole = fs::read(&path).expect("a file");
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            fs::write(&path, bytes).expect("written");
            let counted = (place as u64) < sum.bytes;
            assert_eq!(AppendFile::reopen(path.clone(), &sum).is_err(), counted, "byte {place}");
        }
        fs::write(&path, &whole[..6]).expect("written");
        let short = AppendFile::reopen(path.clone(), &sum).map(drop).expect_err("too short").to_string();
        assert!(short.contains("6 of the 8 bytes"), "{short}");
        fs::write(&path, &whole).expect("written");
        let mut log = good(AppendFile::reopen(path.clone(), &sum));
        log.append(b"3,4\n").unwrap_or_else(|f| panic!("{}", f.to_string()));
        assert_eq!(log.sync().ok(), Some(FileChecksum::new(&whole)));
        assert!(AppendFile::create(path).is_err(), "nothing is written over");
    }
}
