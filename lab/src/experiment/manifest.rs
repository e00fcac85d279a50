//! manifest.json of a balance run: everything that decides it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::experiment_setup::ExperimentSetup;
use super::group_by::GroupBy;
use super::time_assumptions::TimeAssumptions;
use crate::bots::BotEntry;
use crate::setup::{AgentEntry, DataFile, DataRole, Language, ManifestHeader, RuleSet, RulesEntry, Words};
use crate::table::Frame;

/// The command of an experiment on one set of rules.
const BALANCE: &str = "balance";

/// The command of a comparison of two.
pub(crate) const RULES_COMPARE: &str = "rules compare";

// What serde asks takes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What was played, and from what; it is read again.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Manifest {
    #[serde(flatten)]
    pub(crate) imprint: ManifestHeader,
    pub(crate) configuration: Configuration,
    pub(crate) populations: Vec<PopulationEntry>,
    pub(crate) data: Vec<DataFile>,
}

/// What was asked for, as it was understood. A key that is not known here may decide the games.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Configuration {
    pub(crate) games: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) bots: Vec<BotEntry>,
    /// The versions of agents that are made elsewhere.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) guests: BTreeMap<String, String>,
    pub(crate) team_size: Option<u8>,
    pub(crate) rules: RulesEntry,
    pub(crate) language: Language,
    /// The second set of rules, where two are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rules_b: Option<RulesEntry>,
    /// What two sets of rules are compared in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) measure: Vec<String>,
    /// Whether it ends as soon as the one measure is decided.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) until: bool,
    /// The axes of a sweep as they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) sweep: Vec<String>,
    /// The largest difference that counts as none, in percentage points, if it was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) margin: Option<f64>,
    /// The same in rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) margin_rounds: Option<f64>,
    /// What has a row of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<GroupBy>,
    /// The tables, where several play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tables: Vec<String>,
    /// What is assumed of minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) minutes: Option<TimeAssumptions>,
}

/// What is asked for in the place of a report, as in [`Configuration`].
#[derive(Clone, Debug, Default)]
pub(crate) struct ManifestExtras {
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

/// Agents that have met.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct PopulationEntry {
    title: String,
    pub(crate) agents: Vec<AgentEntry>,
    deals: u64,
    games: u64,
}

impl Configuration {
    fn new(lab: &ExperimentSetup, rules: &RuleSet, games: u64, special: &ManifestExtras) -> Configuration {
        let ManifestExtras { sweep, margin, margin_rounds, by, tables, minutes, rules_b, measure, until } =
            special.clone();
        Configuration {
            games,
            bots: lab.bots.entries(),
            guests: lab.guests.clone(),
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

impl Manifest {
    /// A run of a laboratory, in which each population has played so many games.
    pub(crate) fn new(
        lab: &ExperimentSetup,
        rules: &RuleSet,
        asked: u64,
        special: &ManifestExtras,
        played: &[u64],
    ) -> Manifest {
        let populations = lab.populations.iter().zip(played).map(|(population, &games)| PopulationEntry {
            title: population.title(),
            agents: population.players.iter().map(AgentEntry::new).collect(),
            deals: games / population.schedule.games_of_a_deal(),
            games,
        });
        let games = played.iter().sum();
        let command = if special.rules_b.is_some() { RULES_COMPARE } else { BALANCE };
        Manifest {
            imprint: ManifestHeader::new(command, games == lab.games(), lab.seed, games)
                .with(&lab.other_builds),
            configuration: Configuration::new(lab, rules, asked, special),
            populations: populations.collect(),
            data: lab.words.sources.clone(),
        }
    }

    /// The same of a run that played with the deck of these words as well.
    pub(crate) fn with_deck_b(mut self, words: &Words) -> Manifest {
        let deck = words.source(&DataRole::Deck).cloned();
        self.data.extend(deck.map(|deck| DataFile { role: DataRole::DeckB, ..deck }));
        self
    }

    /// Everything in it that decides the result, the seed aside.
    pub(crate) fn identity(&self) -> Value {
        json!({ "configuration": self.configuration, "populations": self.populations, "data": self.data })
    }

    /// The manifest and results in one document.
    pub(crate) fn with<'a>(&'a self, frames: &[&'a Frame]) -> Document<'a> {
        let name = |frame: &Frame| frame.name().trim_end_matches(".csv");
        Document { manifest: self, frames: frames.iter().map(|frame| (name(frame), *frame)).collect() }
    }
}

/// What `--format json` writes.
#[derive(Debug, Serialize)]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    manifest: &'a Manifest,
    #[serde(flatten)]
    frames: BTreeMap<&'static str, &'a Frame>,
}
