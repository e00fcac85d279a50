//! What every manifest.json says of agents, rules and files.

use overhear_engine::rules::Rules;
use serde::Serialize;

use super::{DataFile, Player, RuleSet};
use crate::failure::Failure;

/// An agent, by its name and everything that was set on it.
#[derive(Debug, Serialize)]
pub(crate) struct AgentEntry {
    label: String,
    spec: String,
}

impl AgentEntry {
    /// The entry of a player.
    pub(crate) fn new(player: &Player) -> AgentEntry {
        AgentEntry { label: player.spec.label.clone(), spec: player.spec.to_string() }
    }
}

/// Rules, by their name and every switch.
#[derive(Debug, Serialize)]
pub(crate) struct RulesEntry {
    name: String,
    set: Vec<String>,
    switches: Rules,
}

impl RulesEntry {
    /// The entry of a set of rules.
    pub(crate) fn new(rules: &RuleSet) -> RulesEntry {
        RulesEntry { name: rules.name.clone(), set: rules.set.clone(), switches: rules.rules }
    }
}

/// A file of words, by its content.
#[derive(Debug, Serialize)]
pub(crate) struct Source {
    role: String,
    file: String,
    sha256: Option<String>,
}

impl Source {
    /// The entry of a file, which is read for its sum.
    pub(crate) fn new(file: &DataFile) -> Result<Source, Failure> {
        Ok(Source { role: file.role.clone(), file: file.name(), sha256: file.sha256()? })
    }
}
