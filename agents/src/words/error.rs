//! Error of reading word files.

use super::FileFormat;

/// Error returned for an invalid word file. Lines count from 1; the caller adds the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A line does not fit the format.
    #[error("line {line}: {reason}")]
    Line {
        /// The line.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// A binary file is damaged or of another format.
    #[error("byte {at}: {reason}")]
    Byte {
        /// Position of the problem.
        at: usize,
        /// The reason.
        reason: String,
    },
    /// The format is known but not supported.
    #[error("{0}")]
    Format(FileFormat),
    /// The file has no words.
    #[error("no words in it")]
    Empty,
}

impl SpaceError {
    pub(super) fn line(line: usize, reason: impl Into<String>) -> SpaceError {
        SpaceError::Line { line, reason: reason.into() }
    }

    pub(super) fn byte(at: usize, reason: impl Into<String>) -> SpaceError {
        SpaceError::Byte { at, reason: reason.into() }
    }
}
