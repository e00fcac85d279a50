//! manifest.json of a balance run: everything that decides it.

use serde::Serialize;

use super::lab::Lab;
use crate::failure::Failure;
use crate::output::Frame;
use crate::setup::{AgentEntry, RuleSet, RulesEntry, Source};

/// The version of the files' layout.
const SCHEMA: u32 = 1;

/// What was played, and from what.
#[derive(Debug, Serialize)]
pub(super) struct Manifest {
    schema_version: u32,
    program: &'static str,
    version: &'static str,
    command: &'static str,
    complete: bool,
    seed: u64,
    games: u64,
    configuration: Configuration,
    populations: Vec<PopulationEntry>,
    data: Vec<Source>,
}

#[derive(Debug, Serialize)]
struct Configuration {
    games: u64,
    team_size: Option<u8>,
    rules: RulesEntry,
    language: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sweep: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PopulationEntry {
    title: String,
    agents: Vec<AgentEntry>,
    deals: u64,
    games: u64,
}

impl Manifest {
    /// A finished run of a laboratory.
    pub(super) fn new(
        command: &'static str,
        lab: &Lab,
        rules: &RuleSet,
        asked: u64,
        sweep: &[String],
    ) -> Result<Manifest, Failure> {
        let populations = lab.populations.iter().map(|population| PopulationEntry {
            title: population.title(),
            agents: population.players.iter().map(AgentEntry::new).collect(),
            deals: population.schedule.deals(),
            games: population.schedule.games(),
        });
        Ok(Manifest {
            schema_version: SCHEMA,
            program: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            command,
            complete: true,
            seed: lab.seed.0,
            games: lab.games(),
            configuration: Configuration {
                games: asked,
                team_size: rules.team_size(),
                rules: RulesEntry::new(rules),
                language: lab.language,
                sweep: sweep.to_vec(),
            },
            populations: populations.collect(),
            data: lab.words.sources.iter().map(Source::new).collect::<Result<_, _>>()?,
        })
    }

    /// The manifest and results in one document.
    pub(super) fn with<'a>(&'a self, frames: &[(&'static str, &'a Frame)]) -> Document<'a> {
        Document { manifest: self, frames: frames.iter().copied().collect() }
    }
}

/// What `--format json` writes.
#[derive(Debug, Serialize)]
pub(super) struct Document<'a> {
    #[serde(flatten)]
    manifest: &'a Manifest,
    #[serde(flatten)]
    frames: std::collections::BTreeMap<&'static str, &'a Frame>,
}
