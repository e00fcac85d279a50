//! The manifest of a result.

use std::collections::{BTreeMap, HashSet};

use overhear_lab::error::LabError;
use overhear_lab::experiment::RULES_COMPARE;
use overhear_lab::measurement::{MEASUREMENTS, MeasurementManifest};
use overhear_lab::setup::{AgentEntry, ManifestHeader, RulesEntry};
use overhear_lab::store::{MANIFEST, StoredManifest};
use overhear_lab::{experiment, tournament};

/// Manifest of a tournament, of an experiment on rules, or of one on agents.
#[derive(Debug)]
pub(super) enum RunManifest {
    Tournament(Box<tournament::TournamentManifest>),
    Rules(Box<experiment::ExperimentManifest>),
    Measurement(Box<MeasurementManifest>),
}

impl RunManifest {
    /// Reads the manifest of a result.
    pub(super) fn read(result: &StoredManifest) -> Result<RunManifest, LabError> {
        match result.manifest["command"].as_str() {
            Some("tournament") => result.read().map(RunManifest::Tournament),
            Some("balance" | RULES_COMPARE) => result.read().map(RunManifest::Rules),
            Some(command) if MEASUREMENTS.contains(&command) => result.read().map(RunManifest::Measurement),
            _ => {
                let known = ["tournament", "balance", RULES_COMPARE].iter().chain(&MEASUREMENTS);
                let known = known.map(|command| format!("`{command}`")).collect::<Vec<_>>().join(", ");
                let message = format_args!("key `command`: not a result of {known}");
                Err(LabError::content(result.path(MANIFEST).display(), message))
            }
        }
    }

    /// Returns the first keys of the manifest.
    pub(super) const fn header(&self) -> &ManifestHeader {
        match self {
            RunManifest::Tournament(manifest) => &manifest.header,
            RunManifest::Rules(manifest) => &manifest.header,
            RunManifest::Measurement(manifest) => &manifest.header,
        }
    }

    /// Returns the rules, if the experiment is asked for any.
    pub(super) fn rules(&self) -> Option<&RulesEntry> {
        match self {
            RunManifest::Tournament(manifest) => Some(&manifest.configuration.rules),
            RunManifest::Rules(manifest) => Some(&manifest.configuration.rules),
            RunManifest::Measurement(manifest) => manifest.rules.as_ref(),
        }
    }

    /// Returns the versions of external agents, by name.
    pub(super) fn external_agent_versions(&self) -> Option<&BTreeMap<String, String>> {
        match self {
            RunManifest::Tournament(manifest) => Some(&manifest.configuration.external_agent_versions),
            RunManifest::Rules(manifest) => Some(&manifest.configuration.external_agent_versions),
            RunManifest::Measurement(_) => None,
        }
    }

    /// Returns the agents, each once.
    pub(super) fn agents(&self) -> Vec<&AgentEntry> {
        let mut agents: Vec<&AgentEntry> = match self {
            RunManifest::Tournament(manifest) => manifest.configuration.agents.iter().collect(),
            RunManifest::Rules(manifest) => manifest.populations.iter().flat_map(|one| &one.agents).collect(),
            RunManifest::Measurement(manifest) => manifest.agents.iter().collect(),
        };
        let mut listed = HashSet::new();
        agents.retain(|agent| listed.insert((&agent.label, &agent.spec)));
        agents
    }
}
