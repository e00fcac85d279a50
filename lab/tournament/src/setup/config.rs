//! Configuration that experiments share: agents, rules and words, and the working folder that is kept with it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
pub use overhear_bots::BotConfig;
use serde::{Deserialize, Serialize};

use super::{AssociationFile, DataFile, DataRole, DataSource, Field, Language, OtherSpace, ranges};
use crate::error::LabError;
use crate::settings::Settings;

/// Configuration of the agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct PlayersConfig {
    /// An agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…] (repeatable)
    /// [default: random, nearest, margin, pragmatic, human].
    #[setting(value = "SPEC", heading = "Players")]
    pub agent: Vec<String>,
    /// TOML file with agents and bots, listed before those of --agent and --bot.
    #[setting(value = "FILE", heading = "Players")]
    pub agents: Option<PathBuf>,
    /// Add a standard set of opponents, listed before --agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[setting(value = "WHO", alias = "opponents", heading = "Players")]
    pub field: Option<Field>,
    /// Add the agent NAME, played by a program over standard input and output (docs/bots.md), or all \[\[bot\]\]
    /// entries of a TOML file (repeatable).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[setting(flag = "bot", value = "NAME=COMMAND|FILE.toml", heading = "Players")]
    pub bots: Vec<BotConfig>,
    /// Store bot answers in FILE and reuse them on later runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[setting(value = "FILE", heading = "Players")]
    pub answers: Option<PathBuf>,
    /// The agents that a SPEC can name.
    #[serde(skip)]
    #[setting(skip)]
    pub registry: Registry,
}

impl PlayersConfig {
    /// Returns the versions of external agents, by name.
    pub fn external_agent_versions(&self) -> BTreeMap<String, String> {
        self.registry.versions().map(|(name, version)| (name.to_owned(), version.to_owned())).collect()
    }

    /// Returns a configuration with these agents.
    pub fn from_specs<'a>(specs: impl IntoIterator<Item = &'a str>) -> PlayersConfig {
        PlayersConfig { agent: specs.into_iter().map(str::to_owned).collect(), ..PlayersConfig::default() }
    }

    /// Returns the SPEC of the only agent.
    ///
    /// # Errors
    /// Returns an error unless exactly one agent is named, by its SPEC.
    pub fn only_spec(&self) -> Result<&str, LabError> {
        match (&self.agent[..], &self.agents, self.field) {
            ([only], None, None) => Ok(only),
            _ => Err(LabError::clause("agent", "names one agent here, as a SPEC")),
        }
    }

    /// Returns the configuration with the agents that a SPEC can name.
    #[must_use]
    pub fn with_registry(self, registry: &Registry) -> PlayersConfig {
        PlayersConfig { registry: registry.clone(), ..self }
    }

    /// Returns the named files and the working directories of bots.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let folders = self.bots.iter().map(|bot| &bot.cwd);
        [&self.agents, &self.answers].into_iter().chain(folders).filter_map(|file| file.as_deref())
    }

    /// Returns the configuration in which relative file names are resolved in `folder`, where such files
    /// exist.
    #[must_use]
    pub fn within(&self, folder: &Path) -> PlayersConfig {
        PlayersConfig {
            agents: self.agents.as_deref().map(|file| there(file, folder)),
            answers: self.answers.as_deref().map(|file| there(file, folder)),
            bots: self.bots.iter().map(|bot| started_in(bot, folder)).collect(),
            registry: self.registry.clone().within(folder),
            ..self.clone()
        }
    }
}

/// Checks that the names of files can be represented in JSON, the format of stored runs.
///
/// # Errors
/// Returns an error for a name that is not UTF-8.
pub fn nameable<'a>(files: impl IntoIterator<Item = &'a Path>, stored_in: &str) -> Result<(), LabError> {
    match files.into_iter().find(|file| file.to_str().is_none()) {
        Some(file) => Err(unnameable(file.display(), stored_in)),
        None => Ok(()),
    }
}

/// The same of names that were read as text, in which U+FFFD stands for what is not UTF-8.
///
/// # Errors
/// Returns an error for a name with that character.
pub fn nameable_as_text(names: impl IntoIterator<Item = String>, stored_in: &str) -> Result<(), LabError> {
    match names.into_iter().find(|name| name.contains(char::REPLACEMENT_CHARACTER)) {
        Some(name) => Err(unnameable(name, stored_in)),
        None => Ok(()),
    }
}

fn unnameable(name: impl fmt::Display, stored_in: &str) -> LabError {
    LabError::content(name, format_args!("not UTF-8: it cannot stand in {stored_in}"))
}

/// Returns the working folder to keep with a request: `folder` if something is named from it, otherwise an empty path.
/// Requests that name nothing from a folder are then the same bytes wherever they are made.
///
/// `tables` are the matchups of the request. `named` is its configuration, and `resolved` the configuration with file names
/// resolved in `folder`.
pub fn kept_folder<C: PartialEq>(
    folder: &Path,
    (players, tables): (&PlayersConfig, &[String]),
    named: &C,
    resolved: &C,
) -> PathBuf {
    // Bots are started in the folder, and a file in a SPEC, which stands in quotes, is looked for there first.
    let is_used = named != resolved
        || players.agents.is_some()
        || !players.bots.is_empty()
        || players.agent.iter().chain(tables).any(|spec| spec.contains('"'));
    if is_used { folder.to_owned() } else { PathBuf::new() }
}

/// Returns the path of a file in a folder if it exists there, otherwise the path as named.
fn there(file: &Path, folder: &Path) -> PathBuf {
    let place = folder.join(file);
    if place.exists() { place } else { file.to_owned() }
}

/// Returns a bot with its original working directory, if that still exists.
fn started_in(bot: &BotConfig, folder: &Path) -> BotConfig {
    let cwd = folder.join(bot.cwd.as_deref().unwrap_or(Path::new("")));
    BotConfig { cwd: if cwd.is_dir() { Some(cwd) } else { bot.cwd.clone() }, ..bot.clone() }
}

/// Returns a rules name, or the path of a rules file in `folder` if it exists there.
pub(super) fn rules_within(rules: &str, folder: &Path) -> String {
    let place = there(Path::new(rules), folder).into_os_string().into_string();
    place.unwrap_or_else(|_| rules.to_owned())
}

/// Configuration of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct RulesConfig {
    /// Rules: a name from `sim-cli rules list`, or a TOML file.
    #[setting(default = "official".to_owned(), value = "NAME|FILE", heading = "Rules")]
    pub rules: String,
    /// Set one switch of the rules (repeatable).
    #[setting(value = "KEY=VALUE", heading = "Rules")]
    pub set: Vec<String>,
    /// Players in each team; overrides `white_team` and `black_team` of the rules [default: 2].
    #[setting(range = ranges::TEAM_SIZE, value = "N", heading = "Players")]
    pub team_size: Option<u8>,
}

impl RulesConfig {
    /// Returns the configuration in which a relative file name is resolved in `folder`, if the file exists
    /// there.
    #[must_use]
    pub fn within(&self, folder: &Path) -> RulesConfig {
        RulesConfig { rules: rules_within(&self.rules, folder), ..self.clone() }
    }
}

/// Word files; by default those embedded in the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct WordFiles {
    /// Word embedding: GloVe or fastText text, word2vec binary, or a file of `space import` [default: built in].
    #[setting(value = "FILE", heading = "Words")]
    pub space: Option<PathBuf>,
    /// Keyword deck: CSV with a column `card` and one for each language, or a word a line [default: built in].
    #[setting(value = "FILE", heading = "Words")]
    pub deck: Option<PathBuf>,
    /// Language of the game: of the deck, the clues and their law.
    ///
    /// A program built without the words of a language needs a word embedding in it.
    #[setting(heading = "Words")]
    pub lang: Language,
    /// Another embedding, or `built-in`, for agents with space=NAME in their SPEC (repeatable).
    #[setting(value = "NAME=FILE", heading = "Words")]
    pub other_space: Vec<OtherSpace>,
    /// CSV with columns `keyword`, `clue`, `weight`: P(clue | keyword) for agents with associations=NAME in their SPEC
    /// (repeatable).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[setting(value = "NAME=FILE", heading = "Words")]
    pub associations: Vec<AssociationFile>,
    /// Number of most frequent words from which automatic players choose clues [default: 20000].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[setting(range = ranges::VOCABULARY, value = "N", heading = "Words")]
    pub vocabulary: Option<usize>,
}

impl WordFiles {
    /// Returns the embedded words of a language.
    pub fn embedded(lang: Language) -> WordFiles {
        WordFiles { lang, ..WordFiles::default() }
    }

    /// Returns the files that a run has read, by its manifest.
    pub fn of_run(lang: Language, data: &[DataFile]) -> WordFiles {
        let mut files = WordFiles::embedded(lang);
        for DataFile { role, place, .. } in data {
            let file = place.file();
            match (role, place) {
                (DataRole::Space, _) => files.space = file.map(Path::to_owned),
                (DataRole::Deck, _) => files.deck = file.map(Path::to_owned),
                (DataRole::OtherSpace(name), _) => files.other_space.push(OtherSpace::new(name, file)),
                (DataRole::Associations(name), DataSource::File(file)) => {
                    files.associations.push(AssociationFile { name: name.clone(), file: file.clone() });
                }
                (DataRole::Vocabulary, DataSource::First(words)) => files.vocabulary = Some(*words),
                _ => {}
            }
        }
        files
    }

    /// Returns the files to read.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let others = self.other_space.iter().filter_map(OtherSpace::file);
        let stated = self.associations.iter().map(|stated| stated.file.as_path());
        [&self.space, &self.deck].into_iter().filter_map(|file| file.as_deref()).chain(others).chain(stated)
    }

    /// Returns the configuration in which relative file names are resolved in `folder`, where such files
    /// exist.
    #[must_use]
    pub fn within(&self, folder: &Path) -> WordFiles {
        let other_space = self.other_space.iter().map(|space| {
            OtherSpace::new(&space.name, space.file().map(|file| there(file, folder)).as_deref())
        });
        let associations = self
            .associations
            .iter()
            .map(|stated| AssociationFile { file: there(&stated.file, folder), ..stated.clone() });
        WordFiles {
            space: self.space.as_deref().map(|file| there(file, folder)),
            deck: self.deck.as_deref().map(|file| there(file, folder)),
            other_space: other_space.collect(),
            associations: associations.collect(),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_kept_only_if_something_is_named_from_it() {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::write(dir.path().join("deck.csv"), "").expect("written");
        let is_kept = |players: &PlayersConfig, words: &WordFiles| {
            let resolved = words.within(dir.path());
            kept_folder(dir.path(), (players, &[]), words, &resolved) == dir.path()
        };
        let (two, plain) = (PlayersConfig::from_specs(["margin", "human"]), WordFiles::default());
        assert!(!is_kept(&two, &plain));
        let deck = |path: PathBuf| WordFiles { deck: Some(path), ..WordFiles::default() };
        assert!(is_kept(&two, &deck("deck.csv".into())));
        assert!(!is_kept(&two, &deck(dir.path().join("deck.csv"))), "named from the root");
        assert!(is_kept(&PlayersConfig::from_specs(["mine:table=\"a b.csv\""]), &plain));
        let bots = vec![BotConfig::command("b", vec!["./bot".to_owned()])];
        assert!(is_kept(&PlayersConfig { bots, ..two.clone() }, &plain));
        assert!(is_kept(&PlayersConfig { agents: Some("/a.toml".into()), ..two }, &plain));
    }
}
