//! Builder of commands that repeat a run, flag by flag.

use crate::settings::{Setting, SettingForm, Settings};
use crate::setup::bot_word;
use crate::table::quoted;

/// The words of a command.
#[derive(Debug, Default)]
pub struct CommandLine(Vec<String>);

impl CommandLine {
    /// Begins with `sim-cli` and one of its commands.
    pub fn new(command: &str) -> CommandLine {
        CommandLine(["sim-cli"].into_iter().chain(command.split(' ')).map(str::to_owned).collect())
    }

    /// Adds what asks for a configuration, in the order of its declaration: what stands without a flag, and the flags of what is not
    /// usual or whose keys are `stated`.
    ///
    /// ```
    /// use overhear_lab::LeagueConfig;
    /// use overhear_lab::command_line::CommandLine;
    ///
    /// let mut line = CommandLine::new("agents league");
    /// line.asks_for(&LeagueConfig { respond_games: 80, ..LeagueConfig::default() }, &["seed"]);
    /// assert_eq!(line.end(), "sim-cli agents league --seed 1 --respond-games 80");
    /// ```
    pub fn asks_for<C: Settings>(&mut self, config: &C, stated: &[&str]) {
        for setting in C::settings() {
            let words = config.words(setting.key).unwrap_or_default();
            if setting.is_positional {
                self.0.extend(words);
            } else if words != setting.default || stated.contains(&setting.key) {
                self.setting(&setting, words);
            }
        }
    }

    /// Adds the flag of a setting with each of its words, or by itself if it is a switch.
    fn setting(&mut self, setting: &Setting, words: Vec<String>) {
        let name = setting.flag_name();
        for word in words {
            if setting.form == SettingForm::Switch { self.switch(&name) } else { self.flag(&name, &word) }
        }
    }

    /// Adds a flag with its value.
    pub fn flag(&mut self, name: &str, value: &str) {
        // A value that begins with a dash would be read as a flag of its own.
        if value.starts_with('-') {
            self.0.push(format!("--{name}={value}"));
        } else {
            self.0.extend([format!("--{name}"), value.to_owned()]);
        }
    }

    /// Adds a word without a flag.
    pub fn word(&mut self, word: &str) {
        self.0.push(word.to_owned());
    }

    /// Adds a flag without a value.
    pub fn switch(&mut self, name: &str) {
        self.0.push(format!("--{name}"));
    }

    /// Adds a flag if it has a value.
    pub fn given<T: ToString>(&mut self, name: &str, value: Option<T>) {
        value.into_iter().for_each(|value| self.flag(name, &value.to_string()));
    }

    /// Adds the flags of these settings of a configuration that are not usual, in the order of their `keys`.
    ///
    /// # Panics
    /// Panics if the configuration has no setting with such a key.
    pub fn unusual<C: Settings>(&mut self, config: &C, keys: &[&str]) {
        let settings = C::settings();
        for key in keys {
            let setting = settings.iter().find(|setting| setting.key == *key);
            let setting = setting.unwrap_or_else(|| panic!("there is no setting `{key}`"));
            let words = config.words(setting.key).unwrap_or_default();
            if words != setting.default {
                self.setting(setting, words);
            }
        }
    }

    /// Adds a bot as NAME=COMMAND.
    pub fn bot(&mut self, name: &str, command: &[String]) {
        self.flag("bot", &bot_word(name, command));
    }

    /// Returns the words, unquoted.
    pub fn into_words(self) -> Vec<String> {
        self.0
    }

    /// Returns the whole command, quoted for the shell.
    pub fn end(self) -> String {
        self.0.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}
