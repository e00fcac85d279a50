//! Commands of bots that stand in files of results. Results come from other people too, so a command that was not started here
//! before is started only if the user agrees.

use std::fmt::{self, Write as _};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use etcetera::BaseStrategy as _;
use overhear_bots::BotConfig;
use sha2::{Digest as _, Sha256};

use crate::bot_entry::BotEntry;
use crate::message::Message;
use crate::table::quoted;

/// Bots whose commands stand in a file of results.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredBots {
    /// Name of the file.
    pub file: String,
    /// What it says of the bots.
    pub entries: Vec<BotEntry>,
}

impl StoredBots {
    /// Returns the description of a bot, if it suffices to leave the bot unstarted.
    pub(crate) fn entry(&self, name: &str) -> Option<&BotEntry> {
        self.entries.iter().find(|entry| entry.name == name && entry.params.is_some())
    }
}

/// Which commands in files of results are started. By default none is.
#[derive(Clone, Debug, Default)]
pub struct StoredCommands {
    /// The list of commands that were started before, which are started again; new ones are added.
    pub known: Option<KnownCommands>,
    /// What is done about the others.
    pub unknown: UnknownCommands,
}

/// What is done about a command in a file of results that was not started here before.
#[derive(Clone, Default)]
pub enum UnknownCommands {
    /// The bot is not started.
    #[default]
    Refuse,
    /// The bot is started.
    Start,
    /// The bot is started if the function returns `true` for a sentence that names file and command.
    Ask(Arc<dyn Fn(&str) -> bool + Send + Sync>),
}

impl fmt::Debug for UnknownCommands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnknownCommands::Refuse => "Refuse",
            UnknownCommands::Start => "Start",
            UnknownCommands::Ask(_) => "Ask",
        })
    }
}

impl StoredCommands {
    /// Returns the commands that the user has started before, and what is done about others.
    pub fn of_user(unknown: UnknownCommands) -> StoredCommands {
        StoredCommands { known: KnownCommands::of_user(), unknown }
    }

    /// Checks that a bot of a file of results may be started, and remembers its command.
    ///
    /// # Errors
    /// Returns the sentence of a refusal.
    pub(crate) fn check(&self, config: &BotConfig, source: &str) -> Result<(), Message> {
        if self.known.as_ref().is_some_and(|known| known.has(config)) {
            return Ok(());
        }
        let command = config.command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        let sentence = format!("{source} names a command that was not started here before: {command}");
        let may_start = match &self.unknown {
            UnknownCommands::Refuse => false,
            UnknownCommands::Start => true,
            UnknownCommands::Ask(ask) => ask(&format!("bot `{}`: {sentence}", config.name)),
        };
        if !may_start {
            return Err(Message::new(sentence).then("; if it may be started, give ").setting("run-bots"));
        }
        self.remember(config);
        Ok(())
    }

    /// Remembers a command that the user gave, so that results made with it are used unasked.
    pub(crate) fn remember(&self, config: &BotConfig) {
        if let Some(known) = self.known.as_ref().filter(|known| !known.has(config)) {
            known.add(config);
        }
    }
}

/// A list of the commands that were started here, as checksums, one a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownCommands(PathBuf);

impl KnownCommands {
    /// Returns the user's list: `overhear/started-bots` in the folder for state (`$XDG_STATE_HOME`), or in that for local data on a
    /// system without one; nothing for a user without a home.
    pub fn of_user() -> Option<KnownCommands> {
        let base = etcetera::choose_base_strategy().ok()?;
        let folder = base.state_dir().unwrap_or_else(|| base.data_dir());
        Some(KnownCommands(folder.join("overhear").join("started-bots")))
    }

    fn has(&self, config: &BotConfig) -> bool {
        let checksum = checksum(config);
        fs::read_to_string(&self.0).is_ok_and(|list| list.lines().any(|line| line == checksum))
    }

    /// Adds a command. Without a place for the list the next run asks again.
    fn add(&self, config: &BotConfig) {
        self.append(&checksum(config)).unwrap_or_default();
    }

    fn append(&self, line: &str) -> io::Result<()> {
        fs::create_dir_all(self.0.parent().unwrap_or(Path::new("")))?;
        let mut list = File::options().append(true).create(true).open(&self.0)?;
        list.write_all(format!("{line}\n").as_bytes())
    }
}

/// Returns the checksum of all that decides what a command does: its words, its environment, where it is started, and the file to
/// which its standard error is written.
fn checksum(config: &BotConfig) -> String {
    let folder = std::path::absolute(config.cwd.as_deref().unwrap_or(Path::new("."))).unwrap_or_default();
    // One spelling, without a separator at the end.
    let folder: PathBuf = folder.components().collect();
    let content = serde_json::json!([config.command, config.env, folder.to_string_lossy(), config.log]);
    let digest = Sha256::digest(content.to_string());
    digest.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LabError;

    #[test]
    fn a_command_is_known_with_its_words_folder_and_environment() {
        let dir = tempfile::tempdir().expect("a folder");
        let known = KnownCommands(dir.path().join("state/list"));
        let bot = BotConfig::command("mine", ["python3", "mine.py"]);
        assert!(!known.has(&bot));
        known.add(&bot);
        let here = std::env::current_dir().expect("a folder").join("");
        let same = BotConfig { name: "other".to_owned(), cwd: Some(here), ..bot.clone() };
        assert!(known.has(&bot) && known.has(&same));
        let mut elsewhere = BotConfig { cwd: Some(dir.path().to_owned()), ..bot.clone() };
        assert!(!known.has(&elsewhere));
        (elsewhere.cwd, elsewhere.env) = (None, [("A".to_owned(), "b".to_owned())].into());
        assert!(!known.has(&elsewhere));
        assert!(!known.has(&BotConfig::command("mine", ["python3", "mine.py", "x"])));
    }

    #[test]
    fn an_unknown_command_is_asked_for_with_its_file_and_words() {
        let bot = BotConfig::command("mine", ["a program nobody has", "-x"]);
        let refused = StoredCommands::default().check(&bot, "all/manifest.json").expect_err("nobody agreed");
        let refused = LabError::usage(refused).message();
        let named = "all/manifest.json names a command that was not started here before: ";
        assert!(refused.starts_with(named) && refused.contains("nobody has"), "{refused}");
        let dir = tempfile::tempdir().expect("a folder");
        let ask = |agrees: bool| {
            let unknown = UnknownCommands::Ask(Arc::new(move |sentence| {
                assert!(sentence.starts_with("bot `mine`: all/manifest.json names"), "{sentence}");
                agrees
            }));
            StoredCommands { known: Some(KnownCommands(dir.path().join("list"))), unknown }
        };
        assert!(ask(false).check(&bot, "all/manifest.json").is_err());
        assert!(ask(true).check(&bot, "all/manifest.json").is_ok());
        assert!(ask(false).check(&bot, "all/manifest.json").is_ok(), "it was started before");
    }
}
