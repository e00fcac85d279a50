//! A file of words as a manifest lists it: what it holds, where it is from, and its hash.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use overhear_agents::words::EMBEDDED_FILES;
use serde::{Deserialize, Serialize};

use crate::store::sha256;

/// A file of words, by its content.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct DataFile {
    /// What it holds.
    pub role: DataRole,
    /// Where it is from.
    #[serde(rename = "file")]
    pub place: DataSource,
    /// The SHA-256 of the content in hexadecimal digits, as it was read: a pipe cannot be read again.
    pub sha256: Option<String>,
}

impl DataFile {
    /// Returns a file that the program carries.
    pub(super) fn embedded(role: DataRole, name: &str) -> DataFile {
        let found = EMBEDDED_FILES.iter().find(|file| file.name == name).expect("the file is built in");
        DataFile { role, place: DataSource::BuiltIn(name.to_owned()), sha256: Some(found.sha256.to_owned()) }
    }

    /// Returns a file whose content has been read.
    pub(super) fn read(role: DataRole, path: &Path, content: &[u8]) -> DataFile {
        DataFile { role, place: DataSource::File(path.to_owned()), sha256: Some(sha256(content)) }
    }

    /// What is in no file.
    pub(super) const fn made(role: DataRole, place: DataSource) -> DataFile {
        DataFile { role, place, sha256: None }
    }
}

/// What a file of words holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DataRole {
    /// The word space.
    Space,
    /// What kind of words there are.
    Lexicon,
    /// The keywords.
    Deck,
    /// Those that they are compared with.
    DeckB,
    /// Those words of the space that may be clues, if they are not as many as usual.
    Vocabulary,
    /// A space of this name that some agents think in.
    OtherSpace(String),
    /// A table of this name that some agents go by.
    Associations(String),
    /// A file that some agents are given, under the name that their SPEC has for it.
    AgentFile(String),
}

/// How the role of a named space begins.
const OTHER: &str = "space ";

/// How that of a named table begins.
const ASSOCIATIONS: &str = "associations ";

/// How that of a file begins that agents are given.
const AGENT_FILE: &str = "file ";

impl fmt::Display for DataRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataRole::Space => f.write_str("space"),
            DataRole::Lexicon => f.write_str("lexicon"),
            DataRole::Deck => f.write_str("deck"),
            DataRole::DeckB => f.write_str("deck b"),
            DataRole::Vocabulary => f.write_str("vocabulary"),
            DataRole::OtherSpace(name) => write!(f, "{OTHER}{name}"),
            DataRole::Associations(name) => write!(f, "{ASSOCIATIONS}{name}"),
            DataRole::AgentFile(name) => write!(f, "{AGENT_FILE}{name}"),
        }
    }
}

impl FromStr for DataRole {
    type Err = String;

    fn from_str(text: &str) -> Result<DataRole, String> {
        let unnamed =
            [DataRole::Space, DataRole::Lexicon, DataRole::Deck, DataRole::DeckB, DataRole::Vocabulary];
        let named =
            |head, role: fn(String) -> DataRole| text.strip_prefix(head).map(|name| role(name.to_owned()));
        let named = || {
            named(OTHER, DataRole::OtherSpace)
                .or_else(|| named(ASSOCIATIONS, DataRole::Associations))
                .or_else(|| named(AGENT_FILE, DataRole::AgentFile))
        };
        let found = unnamed.into_iter().find(|role| role.to_string() == text).or_else(named);
        found.ok_or_else(|| format!("no file of words has the role `{text}`"))
    }
}

impl TryFrom<String> for DataRole {
    type Error = String;

    fn try_from(text: String) -> Result<DataRole, String> {
        text.parse()
    }
}

impl From<DataRole> for String {
    fn from(role: DataRole) -> String {
        role.to_string()
    }
}

/// Where words are from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum DataSource {
    /// A file of this name that the program carries.
    BuiltIn(String),
    /// A file.
    File(PathBuf),
    /// Nowhere: what they are is guessed from the space.
    Guessed,
    /// So many of the most frequent words of the space.
    First(usize),
}

/// How the names of files begin that the program carries.
const BUILT_IN: &str = "built-in ";

/// What stands in the place of a file for what is guessed.
const GUESSED: &str = "guessed from the space";

/// What stands behind a number of words.
const WORDS: &str = " words";

impl DataSource {
    /// Returns the file, if it is one that the program does not carry.
    pub fn file(&self) -> Option<&Path> {
        let DataSource::File(file) = self else { return None };
        Some(file)
    }
}

/// A file whose name says something else is written with its folder, `./built-in deck.csv`.
impl fmt::Display for DataSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataSource::BuiltIn(name) => write!(f, "{BUILT_IN}{name}"),
            DataSource::File(path) => {
                let text = path.display().to_string();
                let is_file = DataSource::from(text.clone()).file().is_some();
                f.write_str(if is_file { "" } else { "./" })?;
                f.write_str(&text)
            }
            DataSource::Guessed => f.write_str(GUESSED),
            DataSource::First(words) => write!(f, "{words}{WORDS}"),
        }
    }
}

impl FromStr for DataSource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<DataSource, Infallible> {
        let words = || text.strip_suffix(WORDS)?.parse().ok();
        Ok(match text.strip_prefix(BUILT_IN) {
            Some(name) => DataSource::BuiltIn(name.to_owned()),
            None if text == GUESSED => DataSource::Guessed,
            None => words().map_or_else(|| DataSource::File(text.into()), DataSource::First),
        })
    }
}

impl From<String> for DataSource {
    fn from(text: String) -> DataSource {
        let Ok(place) = text.parse();
        place
    }
}

impl From<DataSource> for String {
    fn from(place: DataSource) -> String {
        place.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_is_read_as_it_was_written_and_no_other() {
        for (text, role) in [
            ("space", DataRole::Space),
            ("lexicon", DataRole::Lexicon),
            ("deck", DataRole::Deck),
            ("deck b", DataRole::DeckB),
            ("vocabulary", DataRole::Vocabulary),
            ("space wiki", DataRole::OtherSpace("wiki".to_owned())),
            ("associations norms", DataRole::Associations("norms".to_owned())),
            ("file tables/a b.csv", DataRole::AgentFile("tables/a b.csv".to_owned())),
        ] {
            assert_eq!((role.to_string().as_str(), text.parse()), (text, Ok(role)));
        }
        for text in ["", "deck c", "spaces", "Space"] {
            assert!(text.parse::<DataRole>().expect_err("no role").contains(&format!("`{text}`")));
        }
    }

    #[test]
    fn every_place_is_read_as_it_was_written() {
        for (text, place) in [
            ("built-in deck.csv", DataSource::BuiltIn("deck.csv".to_owned())),
            ("my deck.csv", DataSource::File("my deck.csv".into())),
            ("/a/built-in deck.csv", DataSource::File("/a/built-in deck.csv".into())),
            ("guessed from the space", DataSource::Guessed),
            ("20000 words", DataSource::First(20_000)),
            ("many words", DataSource::File("many words".into())),
        ] {
            assert_eq!((place.to_string(), DataSource::from(text.to_owned())), (text.to_owned(), place));
        }
    }

    #[test]
    fn a_file_that_is_called_like_something_else_stays_a_file() {
        for name in ["built-in deck.csv", "guessed from the space", "20000 words"] {
            let text = DataSource::File(name.into()).to_string();
            assert_eq!(text, format!("./{name}"));
            assert_eq!(DataSource::from(text.clone()), DataSource::File(text.into()));
        }
    }
}
