//! The error type of the laboratory: one sentence, a category, and how to continue.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use overhear_agents::registry::SpecError;
use overhear_engine::arena::ArenaError;
use overhear_engine::game::GameSetupError;

use crate::message::{IntoMessage, Message};
use crate::setting_ref::SettingRef;
use crate::system;
use crate::table::printable;

/// Category of a [`LabError`]; the command line maps it to an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Failure of the machine: a file cannot be read or written.
    Runtime,
    /// Mistake of the user: in a configuration or in a file.
    Usage,
    /// Agents had too many faults.
    Faults,
    /// The games did not suffice for a decision.
    Undecided,
    /// Internal inconsistency: two things that must be equal differ.
    Mismatch,
    /// The run was stopped.
    Interrupted,
}

/// A run that can be resumed from a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedRun {
    /// Command of the run, as in `agents cross`.
    pub command: &'static str,
    /// Directory with its checkpoint.
    pub directory: PathBuf,
}

/// Error of an experiment.
#[derive(Clone, Debug)]
pub struct LabError {
    kind: ErrorKind,
    message: Box<Message>,
    unfinished: Option<UnfinishedRun>,
    /// The setting at the beginning of the message.
    setting: Option<&'static str>,
    /// `true` if resuming the run from its checkpoint may succeed.
    passing: bool,
    /// Underlying error.
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl From<ArenaError> for LabError {
    fn from(error: ArenaError) -> LabError {
        LabError::usage(&error).because(error)
    }
}

impl From<GameSetupError> for LabError {
    fn from(error: GameSetupError) -> LabError {
        LabError::usage(&error).because(error)
    }
}

impl From<SpecError> for LabError {
    fn from(error: SpecError) -> LabError {
        LabError::usage(&error).because(error)
    }
}

impl Error for LabError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.unfinished {
            Some(UnfinishedRun { directory, .. }) => {
                write!(f, "{} {}", self.message(), printable(&directory.display().to_string()))
            }
            None => f.write_str(&self.message()),
        }
    }
}

impl LabError {
    fn new(kind: ErrorKind, message: impl IntoMessage) -> LabError {
        LabError {
            kind,
            message: Box::new(message.into_message()),
            unfinished: None,
            setting: None,
            passing: false,
            source: None,
        }
    }

    /// Returns the error with its underlying error.
    fn because(self, source: impl Error + Send + Sync + 'static) -> LabError {
        LabError { source: Some(Arc::new(source)), ..self }
    }

    /// Returns an error for a request that makes no sense.
    pub fn usage(message: impl IntoMessage) -> LabError {
        LabError::new(ErrorKind::Usage, message)
    }

    /// Returns an error about a setting. The message begins with its key, and its value where that helps.
    ///
    /// ```
    /// use overhear_tournament::LabError;
    /// let error = LabError::setting(("games", 0), "it is at least 1");
    /// assert_eq!((error.about(), error.message().as_str()), (Some("games"), "games 0: it is at least 1"));
    /// ```
    pub fn setting(setting: impl Into<SettingRef>, message: impl IntoMessage) -> LabError {
        let setting = setting.into();
        LabError {
            setting: Some(setting.key()),
            ..LabError::usage(Message::of(setting).then(": ").then(message))
        }
    }

    /// Returns an error about a setting that names an agent; `error` becomes the underlying error.
    pub fn spec(setting: impl Into<SettingRef>, error: SpecError) -> LabError {
        LabError::setting(setting, &error).because(error)
    }

    /// Returns an error about a setting whose key and value begin a sentence that `clause` continues.
    ///
    /// ```
    /// use overhear_tournament::LabError;
    /// let error = LabError::clause("until", "decides one measure");
    /// assert_eq!((error.about(), error.message().as_str()), (Some("until"), "until decides one measure"));
    /// ```
    pub fn clause(setting: impl Into<SettingRef>, clause: impl IntoMessage) -> LabError {
        let setting = setting.into();
        LabError {
            setting: Some(setting.key()),
            ..LabError::usage(Message::of(setting).then(" ").then(clause))
        }
    }

    /// Returns an error about the contents of a file.
    pub fn content(name: impl Display, message: impl IntoMessage) -> LabError {
        LabError::usage(Message::new(name).then(": ").then(message))
    }

    /// Returns an error about a file that cannot be read or written.
    pub fn io(name: impl Display, error: io::Error) -> LabError {
        LabError::runtime(format_args!("{name}: {}", reason(&error))).because(error)
    }

    /// Returns an error about an operation that failed.
    pub fn runtime(message: impl IntoMessage) -> LabError {
        LabError::new(ErrorKind::Runtime, message)
    }

    /// Returns an error about agents with more faults than allowed.
    pub fn faults(message: impl IntoMessage) -> LabError {
        LabError::new(ErrorKind::Faults, message)
    }

    /// Returns an error about an external player that stopped answering. The run can be resumed once that is
    /// repaired.
    pub(crate) fn outage(message: impl IntoMessage) -> LabError {
        LabError { passing: true, ..LabError::faults(message) }
    }

    /// Returns the error of a sequential test that accepted nothing in all its games.
    pub fn undecided(message: impl IntoMessage) -> LabError {
        LabError::new(ErrorKind::Undecided, message)
    }

    /// Returns an error about things that must be equal and differ.
    pub fn mismatch(message: impl IntoMessage) -> LabError {
        LabError::new(ErrorKind::Mismatch, message)
    }

    /// Returns the error of a stopped run.
    pub fn interrupted(message: impl IntoMessage) -> LabError {
        LabError::new(ErrorKind::Interrupted, message)
    }

    /// Returns the error of a run that was stopped where it cannot write a checkpoint. It resumes from the
    /// last one.
    pub fn cut_short() -> LabError {
        LabError { passing: true, ..LabError::interrupted("interrupted") }
    }

    /// Returns the error of a run that can be resumed from a directory. The message ends before the command
    /// to do so.
    #[must_use]
    pub fn with_unfinished(self, command: &'static str, directory: &Path) -> LabError {
        LabError { unfinished: Some(UnfinishedRun { command, directory: directory.to_owned() }), ..self }
    }

    /// Returns the category.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the key of the setting at the beginning of the message: `games`, `log-format`.
    pub const fn about(&self) -> Option<&'static str> {
        self.setting
    }

    /// Returns the run that can be resumed, if there is one. The message then ends before the command to do
    /// so.
    pub const fn unfinished(&self) -> Option<&UnfinishedRun> {
        self.unfinished.as_ref()
    }

    /// Returns the message in one line, without the word "error"; settings appear by their keys.
    pub fn message(&self) -> String {
        self.message_with(&|setting| setting.to_string())
    }

    /// Returns the message with settings named by `call`.
    ///
    /// ```
    /// use overhear_tournament::LabError;
    /// let error = LabError::setting(("log-format", "parquet"), "there are no rows to write");
    /// let flags = error.message_with(&|setting| format!("--{setting}"));
    /// assert_eq!(flags, "--log-format parquet: there are no rows to write");
    /// ```
    pub fn message_with(&self, call: &dyn Fn(&SettingRef) -> String) -> String {
        self.message.shown(call)
    }

    /// Returns the error with another category.
    pub(crate) fn of_kind(self, kind: ErrorKind) -> LabError {
        LabError { kind, ..self }
    }

    /// Returns `true` if resuming the run from its checkpoint may succeed.
    pub const fn is_passing(&self) -> bool {
        self.passing
    }

    /// Returns the error with an addition.
    #[must_use]
    pub fn and(self, more: &str) -> LabError {
        LabError { message: Box::new(self.message.then("; ").then(more)), ..self }
    }

    /// Returns `true` if resuming from a checkpoint would end in the same error.
    pub(crate) fn is_final(&self) -> bool {
        self.kind == ErrorKind::Faults && !self.passing
    }
}

/// Returns the message of an I/O error.
fn reason(error: &io::Error) -> String {
    if system::is_open_elsewhere(error) {
        return "another program has it open; close it there".to_owned();
    }
    system::explain(error).map_or_else(
        || error.to_string(),
        |words| match error.raw_os_error() {
            Some(code) => format!("{words} (os error {code})"),
            None => words.to_owned(),
        },
    )
}

/// Adds the name of a file to an I/O error.
pub trait FileContext<T> {
    /// Turns the error into one about a setting.
    ///
    /// # Errors
    /// Returns the error that it was given, about the setting.
    fn of_setting(self, setting: &SettingRef) -> Result<T, LabError>;

    /// Adds the name of the file to the error.
    ///
    /// # Errors
    /// Returns the error that it was given, with the name.
    fn named(self, name: impl Display) -> Result<T, LabError>;
}

impl<T> FileContext<T> for io::Result<T> {
    fn of_setting(self, setting: &SettingRef) -> Result<T, LabError> {
        self.map_err(|error| {
            LabError::setting(setting.clone(), reason(&error)).of_kind(ErrorKind::Runtime).because(error)
        })
    }

    fn named(self, name: impl Display) -> Result<T, LabError> {
        self.map_err(|error| LabError::io(name, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_that_shows() {
        let error = LabError::content("x.toml", "a\u{1b}[2J\n  b\n");
        assert_eq!((error.kind(), error.message().as_str()), (ErrorKind::Usage, "x.toml: a\\u{1b}[2J b"));
        assert!(!error.to_string().contains(char::is_control));
    }

    #[test]
    fn a_very_long_message_loses_its_middle() {
        let long =
            |text: &str| LabError::content("x.toml", format_args!("`{text}` is none; give one")).message();
        let whole = long(&"é".repeat(1900));
        assert_eq!(whole.chars().count(), 1900 + 28, "{whole}");
        let cut = long(&"é".repeat(1_000_000));
        assert!(cut.starts_with("x.toml: `éé") && cut.ends_with("éé` is none; give one"), "{cut}");
        assert!(cut.len() < 4100 && cut.contains(" … "), "{}", cut.len());
    }

    #[test]
    fn what_can_go_on_says_where() {
        let error = LabError::interrupted("interrupted; resume with").with_unfinished("tune", Path::new("t"));
        assert_eq!(error.to_string(), "interrupted; resume with t");
        assert_eq!(error.unfinished().map(|run| run.command), Some("tune"));
    }

    #[test]
    fn what_it_was_made_of_stays_with_it() {
        let missing = io::Error::from(io::ErrorKind::NotFound);
        let error = Err::<(), _>(missing).named("x.csv").expect_err("missing").clone();
        let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::NotFound));
        let unknown = overhear_agents::registry::Spec::parse("margn").expect_err("no such agent");
        let error = LabError::spec(("agent", "margn"), unknown);
        assert!(error.source().and_then(|source| source.downcast_ref::<SpecError>()).is_some());
        assert!(LabError::usage("no").source().is_none());
    }
}
