//! manifest.json of an experiment on rules: everything that determines its result.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::experiment_setup::ExperimentSetup;
use super::group_by::GroupBy;
use super::time_assumptions::TimeAssumptions;
use crate::setup::{
    AgentEntry, BotEntry, DataFile, DataRole, Language, ManifestHeader, RuleSet, RulesEntry, Words,
};
use crate::table::Frame;

/// Command name of an experiment on one rule set.
const BALANCE: &str = "balance";

/// Command name of a comparison of two rule sets.
pub const RULES_COMPARE: &str = "rules compare";

// serde calls this with a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The manifest of an experiment, written and read again.
#[derive(Debug, Deserialize, Serialize)]
pub struct ExperimentManifest {
    /// The program, the command and its version.
    #[serde(flatten)]
    pub header: ManifestHeader,
    /// The request.
    pub configuration: ExperimentSettings,
    /// Who played.
    pub populations: Vec<PopulationEntry>,
    /// The files of words that were used.
    pub data: Vec<DataFile>,
}

/// The request with its defaults filled in. Reading refuses unknown keys, because they may change the games.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentSettings {
    /// Number of games.
    pub games: u64,
    /// The bots that play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotEntry>,
    /// Versions of external agents, by name.
    #[serde(rename = "guests", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub external_agent_versions: BTreeMap<String, String>,
    /// Members of a team, if it was set.
    pub team_size: Option<u8>,
    /// The rules; rule set A of a comparison.
    pub rules: RulesEntry,
    /// Language of the words.
    pub language: Language,
    /// Rule set B of a comparison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_b: Option<RulesEntry>,
    /// Measures of a comparison.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measure: Vec<String>,
    /// `true` if the run ends as soon as its measure is decided.
    #[serde(default, skip_serializing_if = "is_false")]
    pub until: bool,
    /// Axes of a sweep as they were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sweep: Vec<String>,
    /// Equivalence margin in percentage points, if it was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Equivalence margin in rounds, if it was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_rounds: Option<f64>,
    /// Grouping of word statistics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<GroupBy>,
    /// The matchups, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// Assumed minutes of the actions in a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<TimeAssumptions>,
}

/// Settings that only some experiments have; see [`ExperimentSettings`].
#[derive(Clone, Debug, Default)]
pub struct ManifestExtras {
    pub(crate) sweep: Vec<String>,
    pub(crate) margin: Option<f64>,
    pub(crate) margin_rounds: Option<f64>,
    pub(crate) by: Option<GroupBy>,
    pub(crate) tables: Vec<String>,
    pub(crate) minutes: Option<TimeAssumptions>,
    pub(crate) rules_b: Option<RulesEntry>,
    pub(crate) measure: Vec<String>,
    pub(crate) until: bool,
}

/// A population: its agents and games.
#[derive(Debug, Deserialize, Serialize)]
pub struct PopulationEntry {
    title: String,
    /// The agents of the population.
    pub agents: Vec<AgentEntry>,
    deals: u64,
    games: u64,
}

impl ExperimentSettings {
    fn new(
        lab: &ExperimentSetup,
        rules: &RuleSet,
        games: u64,
        special: &ManifestExtras,
    ) -> ExperimentSettings {
        let ManifestExtras { sweep, margin, margin_rounds, by, tables, minutes, rules_b, measure, until } =
            special.clone();
        ExperimentSettings {
            games,
            bots: lab.bots.entries(),
            external_agent_versions: lab.external_agent_versions.clone(),
            team_size: rules.team_size(),
            rules: RulesEntry::new(rules),
            language: lab.language,
            rules_b,
            measure,
            until,
            sweep,
            margin,
            margin_rounds,
            by,
            tables,
            minutes,
        }
    }
}

impl ExperimentManifest {
    /// Returns the manifest of a run in which each population has played `played` games.
    pub(crate) fn new(
        lab: &ExperimentSetup,
        rules: &RuleSet,
        requested: u64,
        special: &ManifestExtras,
        played: &[u64],
    ) -> ExperimentManifest {
        let populations = lab.populations.iter().zip(played).map(|(population, &games)| PopulationEntry {
            title: population.title(),
            agents: population.lineup.players.iter().map(|player| AgentEntry::new(&player.spec)).collect(),
            deals: games / population.lineup.schedule.games_of_a_deal(),
            games,
        });
        let games = played.iter().sum();
        let command = if special.rules_b.is_some() { RULES_COMPARE } else { BALANCE };
        ExperimentManifest {
            header: ManifestHeader::new(command, games == lab.games(), lab.seed, games)
                .with(&lab.other_builds),
            configuration: ExperimentSettings::new(lab, rules, requested, special),
            populations: populations.collect(),
            data: lab.words.sources.clone(),
        }
    }

    /// Returns the manifest with the deck of these words as deck B.
    pub(crate) fn with_deck_b(mut self, words: &Words) -> ExperimentManifest {
        let deck = words.source(&DataRole::Deck).cloned();
        self.data.extend(deck.map(|deck| DataFile { role: DataRole::DeckB, ..deck }));
        self
    }

    /// Returns everything in the manifest that determines the result, except the seed.
    pub(crate) fn identity(&self) -> Value {
        json!({ "configuration": self.configuration, "populations": self.populations, "data": self.data })
    }

    /// Returns the manifest and the tables as one document.
    pub(crate) fn with<'a>(&'a self, frames: &'a [Frame]) -> ExperimentDocument<'a> {
        let named = frames.iter().map(|frame| (frame.name().trim_end_matches(".csv"), frame));
        ExperimentDocument { manifest: self, frames: named.collect() }
    }
}

/// Document that `--format json` writes.
#[derive(Debug, Serialize)]
pub(crate) struct ExperimentDocument<'a> {
    #[serde(flatten)]
    manifest: &'a ExperimentManifest,
    #[serde(flatten)]
    frames: BTreeMap<&'static str, &'a Frame>,
}
