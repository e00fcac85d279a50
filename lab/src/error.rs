//! What can go wrong in the laboratory: one sentence, whose fault it is, and where to go on.

use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

use overhear_agents::registry::SpecError;
use overhear_engine::arena::ArenaError;
use overhear_engine::table::TableError;

use crate::about::About;
use crate::table::printable;

/// Whose fault it is that there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The machine's: a file that cannot be read or written.
    Runtime,
    /// The user's: a configuration, or what stands in a file.
    Usage,
    /// The agents': they broke down too often.
    Faults,
    /// Nobody's: the games did not suffice for a decision.
    Undecided,
    /// The program's own: two things that must be alike are not.
    Mismatch,
    /// Nobody's: the run was told to stop.
    Interrupted,
}

/// A run that can go on from a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// What was run: `tournament` or `tune`.
    pub command: &'static str,
    /// Where its checkpoint stands.
    pub directory: PathBuf,
}

/// Why there is no result.
#[derive(Clone, Debug)]
pub struct LabError {
    kind: ErrorKind,
    message: String,
    unfinished: Option<Unfinished>,
    /// The setting that the message begins with.
    setting: Option<&'static str>,
    /// Whether a run that goes on from its checkpoint may get further.
    passing: bool,
}

impl From<ArenaError> for LabError {
    fn from(error: ArenaError) -> LabError {
        LabError::usage(error)
    }
}

impl From<TableError> for LabError {
    fn from(error: TableError) -> LabError {
        LabError::usage(error)
    }
}

impl From<SpecError> for LabError {
    fn from(error: SpecError) -> LabError {
        LabError::usage(error)
    }
}

impl std::error::Error for LabError {}

impl Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.unfinished {
            Some(Unfinished { directory, .. }) => {
                write!(f, "{} {}", self.message, printable(&directory.display().to_string()))
            }
            None => f.write_str(&self.message),
        }
    }
}

impl LabError {
    fn new(kind: ErrorKind, message: impl Display) -> LabError {
        let text = message.to_string();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        LabError {
            kind,
            message: printable(&lines.collect::<Vec<_>>().join(" ")),
            unfinished: None,
            setting: None,
            passing: false,
        }
    }

    /// Something that was asked for makes no sense.
    pub fn usage(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Usage, message)
    }

    /// A setting makes no sense; the message begins with its key, and with its value where that says more.
    ///
    /// ```
    /// use overhear_lab::LabError;
    /// let error = LabError::setting(("games", 0), "it is at least 1");
    /// assert_eq!((error.about(), error.message()), (Some("games"), "games 0: it is at least 1"));
    /// ```
    pub fn setting(setting: impl Into<About>, message: impl Display) -> LabError {
        let setting = setting.into();
        LabError { setting: Some(setting.key()), ..LabError::content(&setting, message) }
    }

    /// The same, where the key and the value go on into a sentence.
    ///
    /// ```
    /// use overhear_lab::LabError;
    /// let error = LabError::clause("until", "decides one measure");
    /// assert_eq!((error.about(), error.message()), (Some("until"), "until decides one measure"));
    /// ```
    pub fn clause(setting: impl Into<About>, clause: impl Display) -> LabError {
        let setting = setting.into();
        LabError { setting: Some(setting.key()), ..LabError::usage(format_args!("{setting} {clause}")) }
    }

    /// The content of a file makes no sense.
    pub fn content(name: impl Display, message: impl Display) -> LabError {
        LabError::usage(format_args!("{name}: {message}"))
    }

    /// A file cannot be read or written.
    pub fn io(name: impl Display, error: &io::Error) -> LabError {
        LabError::runtime(format_args!("{name}: {error}"))
    }

    /// Something that should have worked has not.
    pub fn runtime(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Runtime, message)
    }

    /// Agents broke down more often than is allowed.
    pub fn faults(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Faults, message)
    }

    /// Somebody who plays from outside of the program answers no more: it may be mended, and the run goes on.
    pub(crate) fn outage(message: impl Display) -> LabError {
        LabError { passing: true, ..LabError::faults(message) }
    }

    /// All games are played, and a sequential test has accepted nothing.
    pub fn undecided(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Undecided, message)
    }

    /// What must be alike is not.
    pub fn mismatch(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Mismatch, message)
    }

    /// The run was told to stop.
    pub fn interrupted(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Interrupted, message)
    }

    /// The same of a run that can go on from a directory; the message ends in the words before that.
    pub(crate) fn with_unfinished(self, command: &'static str, directory: &Path) -> LabError {
        LabError { unfinished: Some(Unfinished { command, directory: directory.to_owned() }), ..self }
    }

    /// Whose fault it is.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The key of the setting that it is about, with which the message begins: `games`, `log-format`.
    pub const fn about(&self) -> Option<&'static str> {
        self.setting
    }

    /// The run that can go on, if one can: the message ends in the words before how.
    pub const fn unfinished(&self) -> Option<&Unfinished> {
        self.unfinished.as_ref()
    }

    /// The message in one line, without the word "error".
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same error, but somebody else's fault.
    pub(crate) fn of_kind(self, kind: ErrorKind) -> LabError {
        LabError { kind, ..self }
    }

    /// Whether a run that goes on from its checkpoint may get further.
    pub(crate) const fn is_passing(&self) -> bool {
        self.passing
    }

    /// The same, with more to say.
    pub(crate) fn and(self, more: &str) -> LabError {
        LabError { message: format!("{}; {more}", self.message), ..self }
    }

    /// Whether to go on from a checkpoint would end in the same.
    pub(crate) fn is_final(&self) -> bool {
        self.kind == ErrorKind::Faults && !self.passing
    }
}

/// Names the file that an I/O error is about.
pub(crate) trait Named<T> {
    /// The error is about a setting.
    fn of_setting(self, setting: &About) -> Result<T, LabError>;

    /// The error says what it was about.
    fn named(self, name: impl Display) -> Result<T, LabError>;
}

impl<T> Named<T> for io::Result<T> {
    fn of_setting(self, setting: &About) -> Result<T, LabError> {
        self.map_err(|error| LabError::setting(setting.clone(), error).of_kind(ErrorKind::Runtime))
    }

    fn named(self, name: impl Display) -> Result<T, LabError> {
        self.map_err(|error| LabError::io(name, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_that_shows() {
        let error = LabError::content("x.toml", "a\u{1b}[2J\n  b\n");
        assert_eq!((error.kind(), error.message()), (ErrorKind::Usage, "x.toml: a\\u{1b}[2J b"));
        assert!(!error.to_string().contains(char::is_control));
    }

    #[test]
    fn what_can_go_on_says_where() {
        let error = LabError::interrupted("interrupted; go on with").with_unfinished("tune", Path::new("t"));
        assert_eq!(error.to_string(), "interrupted; go on with t");
        assert_eq!(error.unfinished().map(|run| run.command), Some("tune"));
    }
}
