//! manifest.json of a balance run: everything that decides it.

use serde::Serialize;
use serde_json::{Value, json};

use super::cut::Cut;
use super::lab::Lab;
use super::minutes::Minutes;
use crate::bots::BotEntry;
use crate::setup::{AgentEntry, Imprint, RuleSet, RulesEntry, SourceEntry, Words};
use crate::table::Frame;

/// What was played, and from what.
#[derive(Debug, Serialize)]
pub(super) struct Manifest {
    #[serde(flatten)]
    imprint: Imprint,
    configuration: Configuration,
    populations: Vec<PopulationEntry>,
    data: Vec<SourceEntry>,
}

#[derive(Debug, Serialize)]
struct Configuration {
    games: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bots: Vec<BotEntry>,
    team_size: Option<u8>,
    rules: RulesEntry,
    language: &'static str,
    #[serde(flatten)]
    special: Special,
}

/// What is asked for in the place of a report: a sweep, or words.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Special {
    /// The axes as they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) sweep: Vec<String>,
    /// The largest difference that counts as none, in percentage points, if it was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) margin: Option<f64>,
    /// The same in rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) margin_rounds: Option<f64>,
    /// What has a row of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) by: Option<Cut>,
    /// The tables, where several play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tables: Vec<String>,
    /// What is assumed of minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) minutes: Option<Minutes>,
}

#[derive(Debug, Serialize)]
struct PopulationEntry {
    title: String,
    agents: Vec<AgentEntry>,
    deals: u64,
    games: u64,
}

impl Manifest {
    /// A run of a laboratory, in which each population has played so many games.
    pub(super) fn new(lab: &Lab, rules: &RuleSet, asked: u64, special: &Special, played: &[u64]) -> Manifest {
        let populations = lab.populations.iter().zip(played).map(|(population, &games)| PopulationEntry {
            title: population.title(),
            agents: population.players.iter().map(AgentEntry::new).collect(),
            deals: games / population.schedule.games_of_a_deal(),
            games,
        });
        let games = played.iter().sum();
        Manifest {
            imprint: Imprint::new("balance", games == lab.games(), lab.seed, games).with(&lab.other_builds),
            configuration: Configuration {
                games: asked,
                bots: lab.bots.entries(),
                team_size: rules.team_size(),
                rules: RulesEntry::new(rules),
                language: lab.language,
                special: special.clone(),
            },
            populations: populations.collect(),
            data: SourceEntry::all(&lab.words),
        }
    }

    /// The same of a run that played with the deck of these words as well.
    pub(super) fn with_deck_b(mut self, words: &Words) -> Manifest {
        self.data.extend(SourceEntry::of(words, "deck", "deck b"));
        self
    }

    /// Everything in it that decides the result, the seed aside.
    pub(super) fn identity(&self) -> Value {
        json!({ "configuration": self.configuration, "populations": self.populations, "data": self.data })
    }

    /// The manifest and results in one document.
    pub(super) fn with<'a>(&'a self, frames: &[&'a Frame]) -> Document<'a> {
        let name = |frame: &Frame| frame.name().trim_end_matches(".csv");
        Document { manifest: self, frames: frames.iter().map(|frame| (name(frame), *frame)).collect() }
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
