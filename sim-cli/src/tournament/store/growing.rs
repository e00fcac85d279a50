//! A file that grows during a run, and that can be cut back to where a checkpoint saw it.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Named as _};

/// A log in the work area.
pub(in crate::tournament) struct GrowingFile {
    path: PathBuf,
    file: BufWriter<File>,
    length: u64,
}

impl GrowingFile {
    /// Begins an empty file.
    pub(super) fn create(path: PathBuf) -> Result<GrowingFile, Failure> {
        let file = File::create(&path).named(path.display())?;
        Ok(GrowingFile { path, file: BufWriter::with_capacity(1 << 16, file), length: 0 })
    }

    /// Takes up a file where it was that long; what stands behind is cut off.
    pub(super) fn reopen(path: PathBuf, length: u64) -> Result<GrowingFile, Failure> {
        let mut file = OpenOptions::new().write(true).open(&path).named(path.display())?;
        let found = file.metadata().named(path.display())?.len();
        if found < length {
            let message =
                format_args!("{found} bytes are left of the {length} that the checkpoint counts on");
            return Err(Failure::content(path.display(), message));
        }
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).named(path.display())?;
        Ok(GrowingFile { path, file: BufWriter::with_capacity(1 << 16, file), length })
    }

    /// The file with its header, if it is empty yet.
    pub(in crate::tournament) fn headed(mut self, header: &str) -> Result<GrowingFile, Failure> {
        if self.length == 0 {
            self.append(header.as_bytes())?;
        }
        Ok(self)
    }

    /// Adds what another file holds behind its first line.
    pub(in crate::tournament) fn append_rows_of(&mut self, path: &Path) -> Result<(), Failure> {
        let mut from = BufReader::new(File::open(path).named(path.display())?);
        from.skip_until(b'\n').named(path.display())?;
        self.length += std::io::copy(&mut from, &mut self.file).named(self.path.display())?;
        Ok(())
    }

    /// Where it stands.
    pub(in crate::tournament) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds bytes at the end.
    pub(in crate::tournament) fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.length += bytes.len() as u64;
        self.file.write_all(bytes).named(self.path.display())
    }

    /// Sees that everything is on the disk, and tells how much that is.
    pub(in crate::tournament) fn sync(&mut self) -> Result<u64, Failure> {
        self.file.flush().and_then(|()| self.file.get_ref().sync_all()).named(self.path.display())?;
        Ok(self.length)
    }
}
