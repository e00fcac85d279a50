//! The manifest of a result of either kind.

use std::collections::{BTreeMap, HashSet};

use crate::error::LabError;
use crate::experiment::RULES_COMPARE;
use crate::setup::{AgentEntry, ManifestHeader, RulesEntry};
use crate::store::{MANIFEST, StoredManifest};
use crate::{experiment, tournament};

/// Manifest of a tournament or a balance run.
#[derive(Debug)]
pub(super) enum RunManifest {
    Tournament(Box<tournament::Manifest>),
    Balance(Box<experiment::Manifest>),
}

impl RunManifest {
    /// Reads the manifest of a result.
    pub(super) fn read(result: &StoredManifest) -> Result<RunManifest, LabError> {
        match result.manifest["command"].as_str() {
            Some("tournament") => result.read().map(RunManifest::Tournament),
            Some("balance" | RULES_COMPARE) => result.read().map(RunManifest::Balance),
            _ => {
                let message = "key `command`: this is no result of tournament, balance or rules compare";
                Err(LabError::content(result.path(MANIFEST).display(), message))
            }
        }
    }

    /// Returns the first keys of the manifest.
    pub(super) const fn imprint(&self) -> &ManifestHeader {
        match self {
            RunManifest::Tournament(manifest) => &manifest.imprint,
            RunManifest::Balance(manifest) => &manifest.imprint,
        }
    }

    /// Returns the rules.
    pub(super) const fn rules(&self) -> &RulesEntry {
        match self {
            RunManifest::Tournament(manifest) => &manifest.configuration.rules,
            RunManifest::Balance(manifest) => &manifest.configuration.rules,
        }
    }

    /// Returns the versions of external agents, by name.
    pub(super) const fn guests(&self) -> &BTreeMap<String, String> {
        match self {
            RunManifest::Tournament(manifest) => &manifest.configuration.guests,
            RunManifest::Balance(manifest) => &manifest.configuration.guests,
        }
    }

    /// Returns the agents, each once.
    pub(super) fn agents(&self) -> Vec<&AgentEntry> {
        let mut agents: Vec<&AgentEntry> = match self {
            RunManifest::Tournament(manifest) => manifest.configuration.agents.iter().collect(),
            RunManifest::Balance(manifest) => {
                manifest.populations.iter().flat_map(|one| &one.agents).collect()
            }
        };
        let mut seen = HashSet::new();
        agents.retain(|agent| seen.insert((&agent.label, &agent.spec)));
        agents
    }
}
