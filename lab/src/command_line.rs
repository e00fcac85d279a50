//! Commands that play again what was played, flag by flag.

use std::path::PathBuf;

use crate::table::{Shell, quoted};

/// The words of a command, as a shell takes them.
pub(crate) struct CommandLine(Vec<String>);

impl CommandLine {
    /// `sim-cli` and the words of one of its commands.
    pub(crate) fn new(command: &str) -> CommandLine {
        CommandLine(vec!["sim-cli".to_owned(), command.to_owned()])
    }

    /// A flag with its value.
    pub(crate) fn flag(&mut self, name: &str, value: &str) {
        self.0.extend([format!("--{name}"), quoted(value)]);
    }

    /// A word without a flag.
    pub(crate) fn word(&mut self, word: &str) {
        self.0.push(quoted(word));
    }

    /// A flag without a value.
    pub(crate) fn switch(&mut self, name: &str) {
        self.0.push(format!("--{name}"));
    }

    /// A flag that was given.
    pub(crate) fn given<T: ToString>(&mut self, name: &str, value: Option<T>) {
        value.into_iter().for_each(|value| self.flag(name, &value.to_string()));
    }

    /// A flag that takes a file, where one was named.
    pub(crate) fn file(&mut self, name: &str, path: Option<&PathBuf>) {
        self.given(name, path.map(|path| path.display()));
    }

    /// A flag that was given as often as there are values.
    pub(crate) fn add_all<T: ToString>(&mut self, name: &str, values: impl IntoIterator<Item = T>) {
        values.into_iter().for_each(|value| self.flag(name, &value.to_string()));
    }

    /// A flag whose value is not the one that it has when nothing is said.
    pub(crate) fn unusual<T: PartialEq + ToString>(&mut self, name: &str, value: T, usual: &T) {
        self.given(name, Some(value).filter(|value| value != usual));
    }

    /// A program that plays, as NAME=COMMAND.
    pub(crate) fn bot(&mut self, name: &str, command: &[String]) {
        let command = command.iter().map(|word| Shell::here().quoted_within(word));
        let command = command.collect::<Vec<_>>().join(" ");
        self.flag("bot", &format!("{name}={command}"));
    }

    /// Returns the whole command.
    pub(crate) fn end(self) -> String {
        self.0.join(" ")
    }
}
