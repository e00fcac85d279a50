//! manifest.json of an experiment on agents: everything that decides it, and what it has found.

use overhear_engine::game::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Measurement;
use crate::command_line::CommandLine;
use crate::error::LabError;
use crate::run::CheckpointStore;
use crate::setup::{AgentEntry, DataFile, ManifestHeader, RulesEntry};

/// The commands whose results have such a manifest.
pub const MEASUREMENTS: [&str; 13] = [
    "agents cross",
    "agents exploit",
    "agents frontier",
    "agents league",
    "agents people",
    "agents strangers",
    "bench",
    "calibrate",
    "compare",
    "eval decode",
    "eval intercept",
    "rules search",
    "tune",
];

/// What an experiment plays with, once files are read and names are looked up.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunSources {
    /// How many games are played, where that is known before.
    pub(crate) games: u64,
    /// Who plays.
    pub(crate) agents: Vec<AgentEntry>,
    /// What is played by, where it is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<RulesEntry>,
    /// The files of words.
    pub(crate) data: Vec<DataFile>,
}

/// What was played, and from what; it is read again.
#[derive(Debug, Serialize, Deserialize)]
pub struct MeasurementManifest {
    /// The program, the command and its version.
    #[serde(flatten)]
    pub header: ManifestHeader,
    /// What was asked for.
    pub configuration: Value,
    /// The same as the words behind the command, without the directory.
    pub arguments: Vec<String>,
    /// What was found, in sentences.
    pub findings: Vec<String>,
    /// The agents that played.
    pub agents: Vec<AgentEntry>,
    /// The rules, if a game was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesEntry>,
    /// The files of words.
    pub data: Vec<DataFile>,
}

impl MeasurementManifest {
    /// Returns that of a whole run.
    pub(super) fn new<M: Measurement>(
        config: &M,
        output: &M::Output,
        store: &CheckpointStore,
    ) -> Result<MeasurementManifest, LabError> {
        let RunSources { games, agents, rules, data } = store.sources()?;
        let configuration = M::deserialize(store.configuration()).map_err(LabError::runtime)?;
        let mut arguments = CommandLine::default();
        arguments.asks_for(&configuration, &[]);
        let header = ManifestHeader::new(
            config.command(),
            true,
            Seed(config.seed()),
            M::games(output).unwrap_or(games),
        );
        Ok(MeasurementManifest {
            header: header.with(store.other_builds()),
            configuration: M::in_manifest(store.configuration().clone()),
            arguments: arguments.into_words(),
            findings: M::findings(output),
            agents,
            rules,
            data,
        })
    }
}
