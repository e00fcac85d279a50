//! Rules in one word: `official,round_limit=6`.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use overhear_engine::rules::RULE_SETS;
use serde::{Deserialize, Serialize};

use super::config::rules_within;
use super::rules::{RuleSet, refuse_twice, rules};
use crate::error::LabError;
use crate::settings::{SettingItem, SettingKind};

/// A rule set's name or TOML file, followed by switches after commas. The text is kept as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct RulesSpec {
    text: String,
    /// Length of the name or file.
    name: usize,
}

impl From<String> for RulesSpec {
    /// Splits the text. A known name ends at the first comma. A file name may contain commas; it ends at the
    /// first comma followed by `KEY=`.
    fn from(text: String) -> RulesSpec {
        let mut commas = text.match_indices(',').map(|(comma, _)| comma);
        let end = commas.find(|&comma| is_known(&text[..comma]) || begins_a_switch(&text[comma + 1..]));
        let name = end.unwrap_or(text.len());
        RulesSpec { text, name }
    }
}

fn is_known(name: &str) -> bool {
    RULE_SETS.iter().any(|set| set.name == name.trim())
}

impl From<&str> for RulesSpec {
    fn from(text: &str) -> RulesSpec {
        text.to_owned().into()
    }
}

impl From<RulesSpec> for String {
    fn from(rules: RulesSpec) -> String {
        rules.text
    }
}

impl fmt::Display for RulesSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl SettingItem for RulesSpec {
    const KIND: SettingKind = SettingKind::Text;

    fn parse(word: &OsStr) -> Result<RulesSpec, String> {
        Ok(word.to_str().ok_or("not UTF-8")?.into())
    }

    fn word(&self) -> String {
        self.text.clone()
    }
}

/// Returns `true` if the text begins with `KEY=`, for a known or unknown key.
fn begins_a_switch(text: &str) -> bool {
    let Some((key, _)) = text.split_once('=') else { return false };
    let key = key.trim();
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

impl RulesSpec {
    /// Returns the name or file.
    pub fn name(&self) -> &str {
        self.text[..self.name].trim()
    }

    /// Returns the switches as `KEY=VALUE`.
    pub fn set(&self) -> impl Iterator<Item = &str> {
        self.text[self.name..].split(',').skip(1).map(str::trim)
    }

    /// Reads the rules.
    ///
    /// # Errors
    /// Returns the errors of [`rules`].
    pub fn read(&self) -> Result<RuleSet, LabError> {
        let set: Vec<String> = self.set().map(str::to_owned).collect();
        refuse_twice(&set)?;
        rules(self.name(), &set)
    }

    /// Returns the specification in which a relative file name is resolved in `folder`, if the file exists
    /// there.
    #[must_use]
    pub fn within(&self, folder: &Path) -> RulesSpec {
        let (name, set) = self.text.split_at(self.name);
        let name = rules_within(name, folder);
        RulesSpec { name: name.len(), text: name + set }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (String, Vec<String>) {
        let rules = RulesSpec::from(text);
        assert_eq!(rules.to_string(), text);
        (rules.name().to_owned(), rules.set().map(str::to_owned).collect())
    }

    #[test]
    fn a_known_name_ends_at_its_first_comma_and_a_file_at_its_first_switch() {
        for (text, name, set) in [
            ("official", "official", &[][..]),
            ("official, round_limit = 6 ,repeat=lemma", "official", &["round_limit = 6", "repeat=lemma"]),
            ("official,round_limit", "official", &["round_limit"]),
            ("offical,round_limits=6", "offical", &["round_limits=6"]),
            ("my.toml,round_limit=6,repeat", "my.toml", &["round_limit=6", "repeat"]),
            ("mine, yours.toml", "mine, yours.toml", &[]),
            ("a,b/c=d,e.toml,round_limit=6", "a,b/c=d,e.toml", &["round_limit=6"]),
        ] {
            assert_eq!(parts(text), (name.to_owned(), set.iter().map(|&one| one.to_owned()).collect()));
        }
    }

    #[test]
    fn a_file_with_a_comma_is_read_and_found_in_its_folder() {
        let folder = tempfile::tempdir().expect("a directory");
        std::fs::write(folder.path().join("a,b.toml"), "round_limit = 5\n").expect("written");
        let relative = RulesSpec::from("a,b.toml,white_team=3");
        assert!(relative.read().is_err(), "it stands elsewhere");
        let rules = relative.within(folder.path()).read().unwrap_or_else(|f| panic!("{}", f.to_string()));
        assert_eq!((rules.switches.round_limit, rules.switches.white_team), (5, 3));
        assert_eq!(RulesSpec::from("official,white_team=3").within(folder.path()).name(), "official");
    }

    #[test]
    fn a_document_has_the_text() {
        let written = serde_json::json!("official, round_limit=6");
        let rules: RulesSpec = serde_json::from_value(written.clone()).expect("a text");
        assert_eq!(serde_json::to_value(&rules).expect("a text"), written);
    }
}
