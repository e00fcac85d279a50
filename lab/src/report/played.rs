//! The manifest of a result that has a page.

use std::collections::{BTreeMap, HashSet};

use crate::error::LabError;
use crate::experiment::RULES_COMPARE;
use crate::setup::{AgentEntry, Imprint, RulesEntry};
use crate::store::{MANIFEST, Stored};
use crate::{experiment, tournament};

/// What was played, as the result's manifest says.
#[derive(Debug)]
pub(super) enum Played {
    Tournament(Box<tournament::Manifest>),
    Balance(Box<experiment::Manifest>),
}

impl Played {
    /// Reads the manifest of a result.
    pub(super) fn read(result: &Stored) -> Result<Played, LabError> {
        match result.manifest["command"].as_str() {
            Some("tournament") => result.read().map(Played::Tournament),
            Some("balance" | RULES_COMPARE) => result.read().map(Played::Balance),
            _ => {
                let message = "key `command`: this is no result of tournament, balance or rules compare";
                Err(LabError::content(result.path(MANIFEST).display(), message))
            }
        }
    }

    /// How it begins.
    pub(super) const fn imprint(&self) -> &Imprint {
        match self {
            Played::Tournament(manifest) => &manifest.imprint,
            Played::Balance(manifest) => &manifest.imprint,
        }
    }

    /// What was played by.
    pub(super) const fn rules(&self) -> &RulesEntry {
        match self {
            Played::Tournament(manifest) => &manifest.configuration.rules,
            Played::Balance(manifest) => &manifest.configuration.rules,
        }
    }

    /// The versions of agents that are made elsewhere.
    pub(super) const fn guests(&self) -> &BTreeMap<String, String> {
        match self {
            Played::Tournament(manifest) => &manifest.configuration.guests,
            Played::Balance(manifest) => &manifest.configuration.guests,
        }
    }

    /// Who has played, each once.
    pub(super) fn agents(&self) -> Vec<&AgentEntry> {
        let mut agents: Vec<&AgentEntry> = match self {
            Played::Tournament(manifest) => manifest.configuration.agents.iter().collect(),
            Played::Balance(manifest) => manifest.populations.iter().flat_map(|one| &one.agents).collect(),
        };
        let mut seen = HashSet::new();
        agents.retain(|agent| seen.insert((&agent.label, &agent.spec)));
        agents
    }
}
