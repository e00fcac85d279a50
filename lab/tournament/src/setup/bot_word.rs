//! The value of `--bot`: a name and a command, or a file of bots.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::{BotConfig, bots_of_file, find_home};
use crate::error::LabError;
use crate::input::at_home;
use crate::settings::{Range, SettingForm, SettingKind, SettingValue};
use crate::table::Shell;

/// Reads `NAME=COMMAND`, or the entries `[[bot]]` of a TOML file.
///
/// # Errors
/// If it is neither, or the file cannot be read.
pub fn bots_of_word(word: &OsStr) -> Result<Vec<BotConfig>, String> {
    let text = word.to_str().ok_or("not UTF-8")?;
    let is_toml = Path::new(text).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    if text.contains('=') || !is_toml {
        return bot_of_command(text).map(|bot| vec![bot]);
    }
    let bots = bots_of_file(&at_home(Path::new(text))).map_err(|error| error.to_string())?;
    if bots.is_empty() { Err(format!("{text} has no entry [[bot]]")) } else { Ok(bots) }
}

/// A flag of bots names one, or a file of several.
impl SettingValue for Vec<BotConfig> {
    const FORM: SettingForm = SettingForm::List;

    fn kind() -> SettingKind {
        SettingKind::Bot
    }

    fn accept(word: &OsStr) -> Result<(), String> {
        bots_of_word(word).map(drop)
    }

    fn read(words: &[OsString]) -> Result<Vec<BotConfig>, String> {
        let bots = words.iter().map(|word| bots_of_word(word));
        Ok(bots.collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn words(&self) -> Vec<String> {
        self.iter().map(|bot| bot_word(&bot.name, &bot.command)).collect()
    }

    fn check(&self, _range: Range) -> Result<(), LabError> {
        Ok(())
    }
}

/// Returns the word that names a bot with its command: `NAME=COMMAND`, the command quoted as for a shell.
pub fn bot_word(name: &str, command: &[String]) -> String {
    let command: Vec<String> = command.iter().map(|word| Shell::here().quoted_within(word)).collect();
    format!("{name}={}", command.join(" "))
}

/// Parses `NAME=COMMAND`, splitting the command as a shell does.
fn bot_of_command(text: &str) -> Result<BotConfig, String> {
    let (name, command) = text.split_once('=').ok_or("write NAME=COMMAND, as in mine=\"python3 mine.py\"")?;
    let words = Shell::here().words(command).filter(|words| !words.is_empty());
    let words =
        words.ok_or_else(|| format!("`{command}` is not a command; close the quotes and name a program"))?;
    let mut bot = BotConfig::command(name.trim(), words);
    find_home(&mut bot);
    Ok(bot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_taken_apart_as_a_shell_does() {
        let read = bot_of_command("mine=python3 'my bot.py' --model=x").expect("a command");
        assert_eq!(
            (read.name.as_str(), &read.command[..]),
            ("mine", &["python3", "my bot.py", "--model=x"].map(str::to_owned)[..])
        );
        let again = bot_of_command(&bot_word(&read.name, &read.command)).expect("the word of a bot is read");
        assert_eq!((again.name, again.command), (read.name, read.command));
        for text in ["mine", "mine=", "mine='x"] {
            assert!(bot_of_command(text).is_err(), "{text}");
        }
    }
}
