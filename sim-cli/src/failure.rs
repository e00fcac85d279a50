//! Failures of a command: one line on standard error and an exit code.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use overhear_agents::model::OutOfMemory;
use overhear_agents::registry::SpecError;
use overhear_engine::game::{NoAnswer, catches_panics};
use overhear_engine::rules::{Switch, spelling_hint, whole_number_hint};
use overhear_lab::table::{grouped, printable};
use overhear_lab::{ErrorKind, LabError, SettingRef};

use crate::own_command::resumption;
use crate::stderr::{end_at_once, write_line};

/// Reason why the program ends without a result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Help or version text. Exit code 0 on standard output, 2 on standard error.
    Help {
        /// The text.
        text: String,
        /// `true` if the text was requested.
        asked_for: bool,
    },
    /// An error.
    Error {
        /// The laboratory's error.
        error: LabError,
        /// Origin of the flag that the error is about, if not the command line.
        origin: Option<String>,
    },
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Failure {
        Failure::Error { error, origin: None }
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::usage(error)
    }
}

/// Returns the exit code of a category.
const fn exit_code(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::Runtime => 1,
        ErrorKind::Usage => 2,
        ErrorKind::Faults => 3,
        ErrorKind::Undecided => 4,
        ErrorKind::Mismatch => 5,
        ErrorKind::Interrupted => 130,
    }
}

impl Failure {
    /// Returns a failure of a request that makes no sense.
    pub(crate) fn usage(message: impl Display) -> Failure {
        LabError::usage(message).into()
    }

    /// Returns a failure about a flag.
    pub(crate) fn flag(about: impl Into<SettingRef>, message: impl Display) -> Failure {
        LabError::setting(about, message).into()
    }

    /// Returns a failure about the contents of a file.
    pub(crate) fn content(name: impl Display, message: impl Display) -> Failure {
        LabError::content(name, message).into()
    }

    /// Returns a failure about a file that cannot be read or written.
    pub(crate) fn io(name: impl Display, error: io::Error) -> Failure {
        LabError::io(name, error).into()
    }

    /// Returns a failure of an operation.
    pub(crate) fn runtime(message: impl Display) -> Failure {
        LabError::runtime(message).into()
    }

    /// Returns a failure about things that must be equal and differ.
    pub(crate) fn mismatch(message: impl Display) -> Failure {
        LabError::mismatch(message).into()
    }

    /// Adds the origin of the flag that the failure is about, if not the command line.
    pub(crate) fn traced(self, origins: &FlagOrigins) -> Failure {
        let Failure::Error { error, .. } = self else { return self };
        let origin = error.about().and_then(|flag| origins.origin(flag)).map(str::to_owned);
        Failure::Error { error, origin }
    }

    /// Converts a clap error: help and version unchanged, errors in one line.
    pub(crate) fn of_clap(error: &clap::Error) -> Failure {
        use clap::error::ErrorKind;
        let asked_for = match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => false,
            _ => return Failure::usage(one_line_of_clap(error)),
        };
        let text = error.render();
        let text = if asked_for && color_for_help() { text.ansi().to_string() } else { text.to_string() };
        Failure::Help { text, asked_for }
    }

    /// Returns the message in one line, without the word "error", and ending with the command to resume if
    /// there is one.
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Help { text, .. } => text.clone(),
            Failure::Error { error, origin } => {
                let origin =
                    origin.as_ref().map_or_else(String::new, |origin| format!("{}: ", printable(origin)));
                let on = error.unfinished().map_or_else(String::new, |run| {
                    format!(" {}", printable(&resumption(run.command, &run.directory)))
                });
                format!("{origin}{}{on}", error.message_with(&|setting| format!("--{setting}")))
            }
        }
    }

    /// Prints the failure and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (written, code) = match self {
            Failure::Help { text, asked_for: true } => return help(text),
            Failure::Help { text, asked_for: false } => (write!(io::stderr().lock(), "{text}"), 2),
            Failure::Error { error, .. } => {
                let mark = match error.kind() {
                    ErrorKind::Interrupted | ErrorKind::Undecided => "",
                    _ => "error: ",
                };
                let written = writeln!(io::stderr().lock(), "{mark}{}", self.message());
                (written, exit_code(error.kind()))
            }
        };
        drop(written);
        ExitCode::from(code)
    }
}

/// Prints help that was asked for, and returns the exit code. Its own colours are kept.
fn help(text: &str) -> ExitCode {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        // A reader that stops early (`| head`) is no error.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Failure::io("standard output", error).report()
        }
        _ => ExitCode::SUCCESS,
    }
}

fn color_for_help() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Returns the paragraphs of clap's message about the problem and its solution.
fn one_line_of_clap(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraphs = text.split("\n\n").map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
    let useful = paragraphs.filter(|p| !p.starts_with("Usage:") && !p.starts_with("For more information"));
    let useful: Vec<String> =
        useful.map(|p| p.trim_start_matches("error: ").trim_start_matches("tip: ").to_owned()).collect();
    let hint = as_switch(error).map(|setting| format!("a switch of the rules takes --set {setting}"));
    let clauses: Vec<String> = useful.into_iter().filter(|p| !p.is_empty()).chain(hint).collect();
    let message = clauses.join("; ").replace(" tip: ", "; ");
    if error.kind() == clap::error::ErrorKind::ValueValidation {
        let hint = number_hint(&message, &value_of(error));
        format!("{}{hint}", in_words(&message))
    } else {
        message
    }
}

/// Returns the value that clap refused.
fn value_of(error: &clap::Error) -> String {
    use clap::error::{ContextKind, ContextValue};
    match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) => value.clone(),
        _ => String::new(),
    }
}

/// Returns the addition to the message about a number that is written as people write it, if the message is about one.
fn number_hint(message: &str, value: &str) -> String {
    if message.ends_with(NO_DIGITS) || message.contains("a whole number") {
        whole_number_hint(value, |text| text.parse::<i128>().is_ok())
    } else if message.ends_with(NO_FLOAT) || message.contains("takes a number") {
        spelling_hint(value, |text| text.parse::<f64>().is_ok())
    } else {
        String::new()
    }
}

/// Rust's words for a text that is no whole number.
const NO_DIGITS: &str = "invalid digit found in string";

/// Rust's words for a text that is no number.
const NO_FLOAT: &str = "invalid float literal";

/// Returns clap's message about a number with its range in words: `0 is not in 1..=8`.
fn in_words(message: &str) -> String {
    match message.rsplit_once(" is not in ") {
        Some((before, range)) if range.contains("..=") => {
            format!("{before} is out of range; takes {}", range.replacen("..=", " to ", 1))
        }
        _ => message.replace(NO_DIGITS, "not a whole number").replace(NO_FLOAT, "not a number"),
    }
}

/// Returns the unknown argument if it would set a switch of the rules.
fn as_switch(error: &clap::Error) -> Option<&str> {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let unknown = error.get(ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::UnknownArgument);
    let Some(ContextValue::String(word)) = unknown else { return None };
    let (key, _) = word.split_once('=')?;
    Switch::find(key).map(|_| word.as_str())
}

/// Reports panics in one line without a backtrace, with exit code 1. Faults of players are not reported here.
pub(crate) fn report_defects_in_one_line() {
    std::panic::set_hook(Box::new(|panic| {
        if let Some(OutOfMemory { bytes }) = panic.payload().downcast_ref() {
            write_line(&format!("error: not enough memory for a table of {} bytes", grouped(*bytes as u64)));
            end_at_once(1);
        }
        if catches_panics() {
            return;
        }
        let place = panic.location().map_or_else(String::new, |l| format!("{}:{}: ", l.file(), l.line()));
        if let Some(NoAnswer(reason)) = panic.payload().downcast_ref() {
            write_line(&format!("error: {}", printable(reason)));
            end_at_once(1);
        }
        let payload = panic.payload();
        let what = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let what = what.unwrap_or("no message");
        let line = format!("{place}{what}").split_whitespace().collect::<Vec<_>>().join(" ");
        write_line(&format!("error: a defect of sim-cli, please report it: {line}"));
        end_at_once(1);
    }));
}

/// Origins of flags that are not on the command line: a line of a file, or a variable, for each of these flags.
#[derive(Debug, Default)]
pub(crate) struct FlagOrigins(Vec<(String, String)>);

impl FlagOrigins {
    /// Adds the origin of a flag.
    pub(crate) fn add(&mut self, flag: String, origin: String) {
        self.0.push((flag, origin));
    }

    /// Returns the origin of a flag.
    pub(crate) fn origin(&self, flag: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == flag).map(|(_, origin)| origin.as_str())
    }
}

/// Adds the name of a file to an I/O error.
pub(crate) trait Named<T> {
    /// Adds the name of the file to the failure.
    fn named(self, name: impl Display) -> Result<T, Failure>;
}

impl<T> Named<T> for io::Result<T> {
    fn named(self, name: impl Display) -> Result<T, Failure> {
        self.map_err(|error| Failure::io(name, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_told_in_words() {
        let message = in_words("invalid value '0' for '--threads <N>': 0 is not in 1..=1024");
        assert!(message.ends_with("'--threads <N>': 0 is out of range; takes 1 to 1024"), "{message}");
        assert_eq!(in_words("`a is not in b`"), "`a is not in b`");
        assert_eq!(
            in_words("invalid value '1.5': invalid digit found in string"),
            "invalid value '1.5': not a whole number"
        );
    }

    #[test]
    fn every_kind_has_the_exit_code_that_scripts_know() {
        use ErrorKind::{Faults, Interrupted, Mismatch, Runtime, Undecided, Usage};
        let kinds = [Runtime, Usage, Faults, Undecided, Mismatch, Interrupted];
        assert_eq!(kinds.map(exit_code), [1, 2, 3, 4, 5, 130]);
    }
}
