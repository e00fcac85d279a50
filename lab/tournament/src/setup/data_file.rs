//! A word file as a manifest lists it: role, source and hash.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use overhear_agents::words::{EMBEDDED_FILES, LANGUAGE_FILES};
use serde::{Deserialize, Serialize};

use crate::store::sha256;

/// A word file, identified by its contents.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct DataFile {
    /// Role of the file.
    pub role: DataRole,
    /// Source of the file.
    #[serde(rename = "file")]
    pub place: DataSource,
    /// SHA-256 of the contents as read, in hexadecimal. It is computed while reading, as a pipe cannot be
    /// read again.
    pub sha256: Option<String>,
}

impl DataFile {
    /// Returns an embedded file. Words that the page brought to a program without them have no hash.
    pub(super) fn embedded(role: DataRole, name: &str) -> DataFile {
        let embedded = EMBEDDED_FILES.iter().chain(&LANGUAGE_FILES).find(|file| file.name == name);
        let sha256 = embedded.map(|file| file.sha256.to_owned());
        DataFile { role, place: DataSource::BuiltIn(name.to_owned()), sha256 }
    }

    /// Returns a file whose contents have been read.
    pub(super) fn read(role: DataRole, path: &Path, content: &[u8]) -> DataFile {
        DataFile { role, place: DataSource::File(path.to_owned()), sha256: Some(sha256(content)) }
    }

    /// Returns an entry for words that come from no file.
    pub(super) const fn without_file(role: DataRole, place: DataSource) -> DataFile {
        DataFile { role, place, sha256: None }
    }
}

/// Role of a word file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DataRole {
    /// The word embedding.
    Space,
    /// The lexicon of parts of speech.
    Lexicon,
    /// Recorded clues that agents are put to.
    Clues,
    /// The deck of keywords.
    Deck,
    /// The deck that it is compared with.
    DeckB,
    /// The words of the embedding that may be clues, if their number differs from the default.
    Vocabulary,
    /// An embedding that some agents use, by name.
    OtherSpace(String),
    /// A table of associations that some agents use, by name.
    Associations(String),
    /// A file in the settings of agents, by the name in their SPEC.
    AgentFile(String),
}

/// Prefix of the role of a named embedding.
const OTHER: &str = "space ";

/// Prefix of the role of a named table of associations.
const ASSOCIATIONS: &str = "associations ";

/// Prefix of the role of an agent's file.
const AGENT_FILE: &str = "file ";

impl fmt::Display for DataRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataRole::Space => f.write_str("space"),
            DataRole::Lexicon => f.write_str("lexicon"),
            DataRole::Clues => f.write_str("clues"),
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
        let unnamed = [
            DataRole::Space,
            DataRole::Lexicon,
            DataRole::Clues,
            DataRole::Deck,
            DataRole::DeckB,
            DataRole::Vocabulary,
        ];
        let role = unnamed.into_iter().find(|role| role.to_string() == text).or_else(|| named_role(text));
        role.ok_or_else(|| format!("`{text}` is not the role of a word file"))
    }
}

/// Returns the role of a text with the prefix of a role that has a name.
fn named_role(text: &str) -> Option<DataRole> {
    if let Some(name) = text.strip_prefix(OTHER) {
        Some(DataRole::OtherSpace(name.to_owned()))
    } else if let Some(name) = text.strip_prefix(ASSOCIATIONS) {
        Some(DataRole::Associations(name.to_owned()))
    } else {
        text.strip_prefix(AGENT_FILE).map(|name| DataRole::AgentFile(name.to_owned()))
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

/// Source of words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum DataSource {
    /// An embedded file of this name.
    BuiltIn(String),
    /// A file.
    File(PathBuf),
    /// No file: guessed from the embedding.
    Guessed,
    /// This many of the most frequent words of the embedding.
    First(usize),
}

/// Prefix of the names of embedded files.
const BUILT_IN: &str = "built-in ";

/// Text for a guessed source.
const GUESSED: &str = "guessed from the space";

/// Suffix of a number of words.
const WORDS: &str = " words";

impl DataSource {
    /// Returns the path, if the source is a file outside the program.
    pub fn file(&self) -> Option<&Path> {
        let DataSource::File(file) = self else { return None };
        Some(file)
    }
}

/// Writes a file whose name looks like another source with its folder, `./built-in deck.csv`.
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
        let words = text.strip_suffix(WORDS).and_then(|number| number.parse().ok());
        Ok(match text.strip_prefix(BUILT_IN) {
            Some(name) => DataSource::BuiltIn(name.to_owned()),
            None if text == GUESSED => DataSource::Guessed,
            None => words.map_or_else(|| DataSource::File(text.into()), DataSource::First),
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
            ("clues", DataRole::Clues),
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
