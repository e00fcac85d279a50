//! Builder of commands that repeat a run, flag by flag.

use std::path::PathBuf;

use crate::table::{Shell, quoted};

/// The words of a command, quoted for the shell.
#[derive(Debug)]
pub struct CommandLine(Vec<String>);

impl CommandLine {
    /// Begins with `sim-cli` and one of its commands.
    pub fn new(command: &str) -> CommandLine {
        CommandLine(vec!["sim-cli".to_owned(), command.to_owned()])
    }

    /// Adds a flag with its value.
    pub fn flag(&mut self, name: &str, value: &str) {
        // A value that begins with a dash would be read as a flag of its own.
        if value.starts_with('-') {
            self.0.push(quoted(&format!("--{name}={value}")));
        } else {
            self.0.extend([format!("--{name}"), quoted(value)]);
        }
    }

    /// Adds a word without a flag.
    pub fn word(&mut self, word: &str) {
        self.0.push(quoted(word));
    }

    /// Adds a flag without a value.
    pub fn switch(&mut self, name: &str) {
        self.0.push(format!("--{name}"));
    }

    /// Adds a flag if it has a value.
    pub fn given<T: ToString>(&mut self, name: &str, value: Option<T>) {
        value.into_iter().for_each(|value| self.flag(name, &value.to_string()));
    }

    /// Adds a flag with a file, if there is one.
    pub(crate) fn file(&mut self, name: &str, path: Option<&PathBuf>) {
        self.given(name, path.map(|path| path.display()));
    }

    /// Adds a flag once for each value.
    pub(crate) fn add_all<T: ToString>(&mut self, name: &str, values: impl IntoIterator<Item = T>) {
        values.into_iter().for_each(|value| self.flag(name, &value.to_string()));
    }

    /// Adds a flag unless its value is the default.
    pub fn unusual<T: PartialEq + ToString>(&mut self, name: &str, value: T, usual: &T) {
        self.given(name, Some(value).filter(|value| value != usual));
    }

    /// Adds a bot as NAME=COMMAND.
    pub fn bot(&mut self, name: &str, command: &[String]) {
        let command = command.iter().map(|word| Shell::here().quoted_within(word));
        let command = command.collect::<Vec<_>>().join(" ");
        self.flag("bot", &format!("{name}={command}"));
    }

    /// Returns the whole command.
    pub fn end(self) -> String {
        self.0.join(" ")
    }
}
