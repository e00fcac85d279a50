//! Errors of the files of minds.

/// Error returned when a mind is not known, or its file is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MindError {
    /// No mind has this name.
    #[error("mind `{name}`: there is none of this name; name one of {known}")]
    UnknownName {
        /// The name that was asked for.
        name: String,
        /// The names there are, separated by commas.
        known: String,
    },
    /// The file is no file of a mind, or was changed.
    #[error("mind `{name}`: {problem}; write the file anew with data/build/minds.py")]
    Damaged {
        /// The name of the mind.
        name: String,
        /// What is wrong with the file.
        problem: &'static str,
    },
    /// A line of the words is not a word and a number.
    #[error(
        "words of minds, line {line}: not a word, a tab and a number from 0 to 65535; write the file anew with data/build/minds.py"
    )]
    Words {
        /// The number of the line, from 1.
        line: usize,
    },
}
