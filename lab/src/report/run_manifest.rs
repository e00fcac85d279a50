//! The manifest of a result that has a page.

use std::collections::{BTreeMap, HashSet};

use crate::error::LabError;
use crate::experiment::RULES_COMPARE;
use crate::setup::{AgentEntry, ManifestHeader, RulesEntry};
use crate::store::{MANIFEST, StoredManifest};
use crate::{experiment, tournament};

/// What was played, as the result's manifest says.
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

    /// How it begins.
    pub(super) const fn imprint(&self) -> &ManifestHeader {
        match self {
            RunManifest::Tournament(manifest) => &manifest.imprint,
            RunManifest::Balance(manifest) => &manifest.imprint,
        }
    }

    /// What was played by.
    pub(super) const fn rules(&self) -> &RulesEntry {
        match self {
            RunManifest::Tournament(manifest) => &manifest.configuration.rules,
            RunManifest::Balance(manifest) => &manifest.configuration.rules,
        }
    }

    /// Returns the versions of agents that are made elsewhere.
    pub(super) const fn guests(&self) -> &BTreeMap<String, String> {
        match self {
            RunManifest::Tournament(manifest) => &manifest.configuration.guests,
            RunManifest::Balance(manifest) => &manifest.configuration.guests,
        }
    }

    /// Who has played, each once.
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
