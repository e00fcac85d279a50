//! What can go wrong in the laboratory: one sentence, whose fault it is, and where to go on.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use overhear_agents::registry::SpecError;
use overhear_engine::arena::ArenaError;
use overhear_engine::game::GameSetupError;

use crate::mention::{SettingMention, expand_mentions, mention, sentence};
use crate::setting_ref::SettingRef;
use crate::system;
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
pub struct UnfinishedRun {
    /// What was run: `tournament` or `tune`.
    pub command: &'static str,
    /// Where its checkpoint stands.
    pub directory: PathBuf,
}

/// Why there is no result.
#[derive(Clone, Debug)]
pub struct LabError {
    kind: ErrorKind,
    /// What is said, with settings marked.
    sentence: Box<str>,
    unfinished: Option<UnfinishedRun>,
    /// The setting that the message begins with.
    setting: Option<&'static str>,
    /// `true` if a run that goes on from its checkpoint may get further.
    passing: bool,
    /// What it was made of.
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
    fn new(kind: ErrorKind, message: impl Display) -> LabError {
        LabError {
            kind,
            sentence: sentence(&shortened(message.to_string())).into(),
            unfinished: None,
            setting: None,
            passing: false,
            source: None,
        }
    }

    /// Returns the same, with the error that it was made of.
    fn because(self, source: impl Error + Send + Sync + 'static) -> LabError {
        LabError { source: Some(Arc::new(source)), ..self }
    }

    /// Something that was asked for makes no sense.
    pub fn usage(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Usage, message)
    }

    /// Returns a setting makes no sense; the message begins with its key, and with its value where that says
    /// more.
    ///
    /// ```
    /// use overhear_lab::LabError;
    /// let error = LabError::setting(("games", 0), "it is at least 1");
    /// assert_eq!((error.about(), error.message().as_str()), (Some("games"), "games 0: it is at least 1"));
    /// ```
    pub fn setting(setting: impl Into<SettingRef>, message: impl Display) -> LabError {
        let setting = setting.into();
        LabError { setting: Some(setting.key()), ..LabError::content(mention(setting), message) }
    }

    /// Returns the same of a setting that names an agent, with what is wrong with it as the source.
    pub(crate) fn spec(setting: impl Into<SettingRef>, error: SpecError) -> LabError {
        LabError::setting(setting, &error).because(error)
    }

    /// Returns the same, where the key and the value go on into a sentence.
    ///
    /// ```
    /// use overhear_lab::LabError;
    /// let error = LabError::clause("until", "decides one measure");
    /// assert_eq!((error.about(), error.message().as_str()), (Some("until"), "until decides one measure"));
    /// ```
    pub fn clause(setting: impl Into<SettingRef>, clause: impl Display) -> LabError {
        let setting = setting.into();
        LabError {
            setting: Some(setting.key()),
            ..LabError::usage(format_args!("{} {clause}", mention(setting)))
        }
    }

    /// Returns the content of a file makes no sense.
    pub fn content(name: impl Display, message: impl Display) -> LabError {
        LabError::usage(format_args!("{name}: {message}"))
    }

    /// Returns a file cannot be read or written.
    pub fn io(name: impl Display, error: io::Error) -> LabError {
        LabError::runtime(format_args!("{name}: {}", reason(&error))).because(error)
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

    /// Returns all games are played, and a sequential test has accepted nothing.
    pub fn undecided(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Undecided, message)
    }

    /// What must be alike is not.
    pub fn mismatch(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Mismatch, message)
    }

    /// Returns the run was told to stop.
    pub fn interrupted(message: impl Display) -> LabError {
        LabError::new(ErrorKind::Interrupted, message)
    }

    /// Returns the run was told to stop where it cannot write a checkpoint: it goes on from the last one.
    pub(crate) fn cut_short() -> LabError {
        LabError { passing: true, ..LabError::interrupted("interrupted") }
    }

    /// Returns the same of a run that can go on from a directory; the message ends in the words before that.
    pub(crate) fn with_unfinished(self, command: &'static str, directory: &Path) -> LabError {
        LabError { unfinished: Some(UnfinishedRun { command, directory: directory.to_owned() }), ..self }
    }

    /// Whose fault it is.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the key of the setting that it is about, with which the message begins: `games`, `log-format`.
    pub const fn about(&self) -> Option<&'static str> {
        self.setting
    }

    /// Returns the run that can go on, if one can: the message ends in the words before how.
    pub const fn unfinished(&self) -> Option<&UnfinishedRun> {
        self.unfinished.as_ref()
    }

    /// Returns the message in one line, without the word "error"; settings by their keys.
    pub fn message(&self) -> String {
        self.message_with(&|setting| setting.to_string())
    }

    /// Returns the message with its settings called as they are where it is shown.
    ///
    /// ```
    /// use overhear_lab::LabError;
    /// let error = LabError::setting(("log-format", "parquet"), "there are no rows to write");
    /// let flags = error.message_with(&|setting| format!("--{setting}"));
    /// assert_eq!(flags, "--log-format parquet: there are no rows to write");
    /// ```
    pub fn message_with(&self, call: &dyn Fn(SettingMention<'_>) -> String) -> String {
        expand_mentions(&self.sentence, call)
    }

    /// Returns the same error, but somebody else's fault.
    pub(crate) fn of_kind(self, kind: ErrorKind) -> LabError {
        LabError { kind, ..self }
    }

    /// Returns `true` if a run that goes on from its checkpoint may get further.
    pub(crate) const fn is_passing(&self) -> bool {
        self.passing
    }

    /// Returns the same, with more to say.
    pub(crate) fn and(self, more: &str) -> LabError {
        LabError { sentence: format!("{}; {more}", self.sentence).into(), ..self }
    }

    /// Returns `true` if to go on from a checkpoint would end in the same.
    pub(crate) fn is_final(&self) -> bool {
        self.kind == ErrorKind::Faults && !self.passing
    }
}

/// Returns what is said of an I/O error.
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

/// The most bytes of a message that stay at its beginning, and at its end: files and bots can hold a text of
/// a megabyte, and what is wrong with it shall be found.
const KEPT: usize = 2000;

/// Returns the message without its middle if it is very long.
fn shortened(message: String) -> String {
    if message.len() <= 2 * KEPT {
        return message;
    }
    let near = |place: usize| (place..=message.len()).find(|&place| message.is_char_boundary(place));
    let [begin, end] = [KEPT, message.len() - KEPT].map(|place| near(place).expect("the end is a boundary"));
    format!("{} … {}", &message[..begin], &message[end..])
}

/// Names the file that an I/O error is about.
pub(crate) trait FileContext<T> {
    /// Returns the error is about a setting.
    fn of_setting(self, setting: &SettingRef) -> Result<T, LabError>;

    /// Returns the error says what it was about.
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
        let kept = long(&"é".repeat(1900));
        assert_eq!(kept.chars().count(), 1900 + 28, "{kept}");
        let cut = long(&"é".repeat(1_000_000));
        assert!(cut.starts_with("x.toml: `éé") && cut.ends_with("éé` is none; give one"), "{cut}");
        assert!(cut.len() < 4100 && cut.contains(" … "), "{}", cut.len());
    }

    #[test]
    fn what_can_go_on_says_where() {
        let error = LabError::interrupted("interrupted; go on with").with_unfinished("tune", Path::new("t"));
        assert_eq!(error.to_string(), "interrupted; go on with t");
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
