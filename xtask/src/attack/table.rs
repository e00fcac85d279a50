//! The table of attacks: entries of `xtask/attacks.toml`, one attack for each of their values.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// What stands for the value in every text of an entry.
const VALUE: &str = "{}";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    attack: Vec<Attack>,
}

/// An entry: what is done, and what must happen.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Attack {
    /// What is wrong with it; with the value behind, where there are several.
    pub(super) name: String,
    /// What follows `sim-cli`, words separated by spaces.
    pub(super) run: String,
    /// The values: each makes an attack of its own, and takes the place of `{}` in all texts.
    #[serde(default)]
    each: Vec<String>,
    /// Whether a value is several words on the command line.
    #[serde(default)]
    split: bool,
    /// Texts that are written before, by the names of their files.
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
    /// What is done to files before; see `fault.rs`.
    #[serde(default)]
    pub(super) faults: Vec<String>,
    /// A finished result that lies there.
    #[serde(default)]
    pub(super) fixture: Option<String>,
    /// Variables.
    #[serde(default)]
    pub(super) env: BTreeMap<String, String>,
    /// What the shell does before: a limit, say.
    #[serde(default)]
    pub(super) shell: Option<String>,
    /// The exit code.
    #[serde(default = "usage")]
    pub(super) exit: i32,
    /// What standard error names.
    #[serde(default)]
    pub(super) says: Vec<String>,
    /// What standard output holds.
    #[serde(default)]
    pub(super) prints: Vec<String>,
    /// Files and folders that may change; nothing else does.
    #[serde(default)]
    pub(super) changes: Vec<String>,
}

const fn usage() -> i32 {
    2
}

/// Reads the table.
pub(super) fn read(path: &Path) -> Result<Vec<Attack>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let table: Table = toml::from_str(&text).with_context(|| path.display().to_string())?;
    let attacks: Vec<Attack> = table.attack.iter().flat_map(Attack::spread).collect();
    for attack in &attacks {
        ensure!(attack.exit == 0 || !attack.says.is_empty(), "`{}` does not say what is said", attack.name);
    }
    Ok(attacks)
}

fn filled_in(texts: &[String], value: &str) -> Vec<String> {
    texts.iter().map(|text| text.replace(VALUE, value)).collect()
}

fn filled_in_map(texts: &BTreeMap<String, String>, value: &str) -> BTreeMap<String, String> {
    texts.iter().map(|(key, text)| (key.replace(VALUE, value), text.replace(VALUE, value))).collect()
}

impl Attack {
    /// An attack for each value.
    fn spread(&self) -> Vec<Attack> {
        match self.each.as_slice() {
            [] => vec![self.clone()],
            values => values.iter().map(|value| self.with(value)).collect(),
        }
    }

    fn with(&self, value: &str) -> Attack {
        Attack {
            name: format!("{}: {}", self.name, value.escape_debug().take(300).collect::<String>()),
            each: vec![value.to_owned()],
            files: filled_in_map(&self.files, value),
            faults: filled_in(&self.faults, value),
            env: filled_in_map(&self.env, value),
            shell: self.shell.as_ref().map(|shell| shell.replace(VALUE, value)),
            says: filled_in(&self.says, value),
            prints: filled_in(&self.prints, value),
            changes: filled_in(&self.changes, value),
            ..self.clone()
        }
    }

    /// The words on the command line.
    pub(super) fn words(&self) -> Vec<String> {
        let value = self.each.first().map_or("", String::as_str);
        if self.split {
            return self.run.replace(VALUE, value).split_whitespace().map(str::to_owned).collect();
        }
        self.run.split_whitespace().map(|word| word.replace(VALUE, value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;
    use std::collections::HashSet;

    #[test]
    fn the_table_has_300_attacks_and_no_two_of_one_name() {
        let workspace = Workspace::locate().expect("a workspace");
        let attacks = read(&workspace.path("xtask/attacks.toml")).expect("a table");
        let names: HashSet<&str> = attacks.iter().map(|attack| attack.name.as_str()).collect();
        let twice = |one: &&Attack| attacks.iter().filter(|other| other.name == one.name).count() > 1;
        assert_eq!(names.len(), attacks.len(), "{:?}", attacks.iter().find(twice).map(|attack| &attack.name));
        assert!(attacks.len() >= 300, "{}", attacks.len());
        assert!(attacks.iter().any(|attack| attack.exit == 0), "what is allowed is tried, too");
    }
}
