//! Checksums of files: length and SHA-256.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::error::{FileContext as _, LabError};
use crate::input;
use crate::table::{counted, grouped};

/// Length and SHA-256 of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChecksum {
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// Checksums of files, by name.
pub type Inventory = BTreeMap<String, FileChecksum>;

/// Checksum of a stream of bytes.
#[derive(Clone, Default)]
pub(crate) struct RunningSum {
    bytes: u64,
    hasher: Sha256,
}

impl RunningSum {
    /// Adds bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.hasher.update(bytes);
    }

    /// Returns the number of bytes so far.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the checksum so far.
    pub(crate) fn sum(&self) -> FileChecksum {
        FileChecksum { bytes: self.bytes, sha256: hexadecimal(&self.hasher.clone().finalize()) }
    }
}

impl FileChecksum {
    /// Returns the checksum of bytes.
    pub fn new(bytes: &[u8]) -> FileChecksum {
        FileChecksum { bytes: bytes.len() as u64, sha256: sha256(bytes) }
    }

    /// Returns the checksum of a file.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be read.
    pub fn of_file(path: &Path) -> Result<FileChecksum, LabError> {
        Ok(sum_up(path, u64::MAX)?.sum())
    }

    /// Returns an error if the file `path`, whose checksum is `actual`, differs from this entry of `list`.
    ///
    /// # Errors
    /// Returns an error for a file that differs.
    pub fn agrees(&self, path: &Path, actual: &FileChecksum, list: &str) -> Result<(), LabError> {
        if actual.bytes != self.bytes {
            let (now, before) = (counted(actual.bytes, "byte"), grouped(self.bytes));
            let message = format_args!("it was changed: {now}, not the {before} of {list}");
            return Err(LabError::content(path.display(), message));
        }
        if actual.sha256 != self.sha256 {
            let message = format_args!("it was changed: its SHA-256 is not that of {list}");
            return Err(LabError::content(path.display(), message));
        }
        Ok(())
    }
}

/// Returns the checksum of at most the first `most` bytes of a file.
///
/// # Errors
/// Returns an error for a file that cannot be read.
pub(crate) fn sum_up(path: &Path, most: u64) -> Result<RunningSum, LabError> {
    let mut file = BufReader::with_capacity(1 << 16, input::regular(path)?);
    let mut sum = RunningSum::default();
    while sum.bytes < most {
        let bytes = file.fill_buf().named(path.display())?;
        let taken = bytes.len().min(usize::try_from(most - sum.bytes).unwrap_or(usize::MAX));
        if taken == 0 {
            break;
        }
        sum.add(&bytes[..taken]);
        file.consume(taken);
    }
    Ok(sum)
}

/// Returns the SHA-256 of bytes in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_a_file_is_that_of_its_bytes_however_they_came() {
        let dir = tempfile::tempdir().expect("a directory");
        let (path, bytes) = (dir.path().join("x"), vec![7u8; 200_000]);
        std::fs::write(&path, &bytes).expect("written");
        let whole = FileChecksum::new(&bytes);
        assert_eq!(FileChecksum::of_file(&path).ok(), Some(whole.clone()));
        let mut running = RunningSum::default();
        bytes.chunks(999).for_each(|part| running.add(part));
        assert_eq!(running.sum(), whole);
        let first = sum_up(&path, 100_001).unwrap_or_else(|f| panic!("{}", f.to_string()));
        assert_eq!(first.sum(), FileChecksum::new(&bytes[..100_001]));
    }

    #[test]
    fn what_differs_is_refused_by_name() {
        let list = FileChecksum::new(b"abc");
        let agrees =
            |bytes: &[u8]| list.agrees(Path::new("x.csv"), &FileChecksum::new(bytes), "the manifest");
        assert!(agrees(b"abc").is_ok());
        for (bytes, why) in [(&b"abd"[..], "its SHA-256"), (b"ab", "2 bytes, not the 3")] {
            let message = agrees(bytes).expect_err("changed").to_string();
            assert!(message.starts_with("x.csv: it was changed: ") && message.contains(why), "{message}");
        }
    }
}
