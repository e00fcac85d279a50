//! Entries that every manifest.json has: header, agents and rules.

use overhear_agents::registry::Spec;
use overhear_engine::game::Seed;
use overhear_engine::rules::Rules;
use serde::{Deserialize, Serialize};

use super::{Build, RuleSet};
use crate::store::{PROGRAM, SCHEMA};

/// First keys of a manifest. Manifests are written and read again.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct ManifestHeader {
    schema_version: u32,
    /// Name of the program.
    pub program: String,
    /// Version of the program.
    pub version: String,
    pub(crate) build: Build,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) other_builds: Vec<Build>,
    /// Name of the command.
    pub command: String,
    /// `true` if the run came to its end.
    pub complete: bool,
    /// Seed of the run.
    pub seed: u64,
    /// Games played.
    pub games: u64,
}

impl ManifestHeader {
    /// Returns the header of a run of this program.
    pub fn new(command: &str, complete: bool, seed: Seed, games: u64) -> ManifestHeader {
        ManifestHeader {
            schema_version: SCHEMA,
            program: PROGRAM.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: Build::own(),
            other_builds: Vec::new(),
            command: command.to_owned(),
            complete,
            seed: seed.0,
            games,
        }
    }

    /// Returns the header of a run in which other builds have played a part.
    #[must_use]
    pub fn with(self, other_builds: &[Build]) -> ManifestHeader {
        ManifestHeader { other_builds: other_builds.to_vec(), ..self }
    }
}

/// An agent, by its label and full SPEC.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct AgentEntry {
    /// Label in the tables.
    pub label: String,
    /// Full SPEC, with every parameter.
    pub spec: String,
}

impl AgentEntry {
    /// Returns the entry of an agent.
    pub fn new(spec: &Spec) -> AgentEntry {
        AgentEntry { label: spec.label.clone(), spec: spec.to_string() }
    }
}

/// Rules, by their name and every switch.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct RulesEntry {
    /// Name of the rule set, or its file.
    pub name: String,
    /// Changes, each as `KEY=VALUE`.
    pub set: Vec<String>,
    /// Every switch with its value.
    pub switches: Rules,
}

impl RulesEntry {
    /// Returns the entry of a rule set.
    pub fn new(rules: &RuleSet) -> RulesEntry {
        RulesEntry { name: rules.name.clone(), set: rules.set.clone(), switches: *rules.switches }
    }
}
