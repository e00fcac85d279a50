//! Why a file is no word space or lexicon.

use super::FileFormat;

/// What is wrong with a file of words. Lines count from 1; the caller knows the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A line is not as the others promise.
    #[error("line {line}: {reason}")]
    Line {
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A binary file is torn or of another kind.
    #[error("byte {at}: {reason}")]
    Byte {
        /// How far it could be read.
        at: usize,
        /// What is wrong there.
        reason: String,
    },
    /// The file is of a format that is known and not read.
    #[error("{0}")]
    Format(FileFormat),
    /// There is not a single word in it.
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
