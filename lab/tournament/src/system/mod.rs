//! Differences between file systems: names, open files, and syncing to disk.

/// Kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A file on a disk.
    Plain,
    /// A directory.
    Directory,
    /// A device: it may never end.
    Device,
    /// A pipe or socket.
    Pipe,
}

#[cfg(not(windows))]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(not(windows))]
pub(crate) use unix::*;
#[cfg(windows)]
pub(crate) use windows::*;
