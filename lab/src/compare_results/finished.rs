//! A finished tournament as input of a comparison.

use std::path::{Path, PathBuf};

use overhear_engine::rules::Rules;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::LabError;
use crate::input;
use crate::setup::{AgentEntry, DataFile, DataRole, DataSource, unknown};
use crate::store::StoredManifest;
use crate::table::FileEntry;
use crate::tournament::{TournamentManifest, deals};

/// A finished tournament.
pub(super) struct StoredTournament {
    pub(super) name: String,
    pub(super) rules: Rules,
    pub(super) standings: Vec<StandingRow>,
    pub(super) pairings: Vec<PairingRow>,
    /// Path of deals.csv, if the tournament has it.
    pub(super) deals: Option<PathBuf>,
    seed: u64,
    /// The word files of the tournament.
    data: Vec<DataFile>,
    agents: Vec<AgentEntry>,
}

/// The row of an agent in standings.csv, as far as it has intervals.
#[derive(Deserialize)]
pub(super) struct StandingRow {
    pub(super) agent: String,
    pub(super) score: Option<f64>,
    pub(super) score_low: Option<f64>,
    pub(super) score_high: Option<f64>,
    pub(super) decode_log_loss: Option<f64>,
    pub(super) decode_log_loss_low: Option<f64>,
    pub(super) decode_log_loss_high: Option<f64>,
    pub(super) intercept_log_loss: Option<f64>,
    pub(super) intercept_log_loss_low: Option<f64>,
    pub(super) intercept_log_loss_high: Option<f64>,
    pub(super) leaked_bits: Option<f64>,
    pub(super) leaked_bits_low: Option<f64>,
    pub(super) leaked_bits_high: Option<f64>,
}

/// A row of pairings.csv.
#[derive(Deserialize)]
pub(super) struct PairingRow {
    pub(super) agent_a: String,
    pub(super) agent_b: String,
    pub(super) pairs: u64,
    pub(super) a_score: Option<f64>,
    pub(super) a_score_low: Option<f64>,
    pub(super) a_score_high: Option<f64>,
}

impl StoredTournament {
    /// Reads the tables of a finished tournament, and checks that they are unchanged.
    pub(super) fn read(dir: &Path) -> Result<StoredTournament, LabError> {
        let stored = StoredManifest::open(dir)?;
        refuse_other_command(&stored)?;
        let TournamentManifest { header, configuration, data, .. } = TournamentManifest::finished(&stored)?;
        Ok(StoredTournament {
            name: dir.display().to_string(),
            rules: configuration.rules.switches,
            standings: rows(&stored, "standings.csv")?,
            pairings: rows(&stored, "pairings.csv")?,
            deals: stored.verified(deals::FILE)?,
            seed: header.seed,
            data,
            agents: configuration.agents,
        })
    }

    /// Returns the word file with this role.
    fn source(&self, role: &DataRole) -> Option<&DataFile> {
        self.data.iter().find(|source| source.role == *role)
    }

    /// Returns the roles, except the deck, whose files differ between both results, with both files.
    pub(super) fn other_data<'a>(
        &'a self,
        other: &'a StoredTournament,
    ) -> impl Iterator<Item = (&'a DataRole, [&'a DataSource; 2])> {
        let both = self.data.iter().filter_map(|one| Some((one, other.source(&one.role)?)));
        let others = both.filter(|(one, other)| match (&one.sha256, &other.sha256) {
            (None, None) => one.place != other.place,
            (one, other) => one != other,
        });
        let others = others.filter(|(one, _)| one.role != DataRole::Deck);
        others.map(|(one, other)| (&one.role, [&one.place, &other.place]))
    }

    /// Returns the labels of the agents in the order in which they were named.
    pub(super) fn labels(&self) -> impl Iterator<Item = &str> + Clone {
        self.agents.iter().map(|agent| agent.label.as_str())
    }

    /// Returns the label if an agent has it.
    pub(super) fn named(&self, label: &str) -> Result<String, LabError> {
        let named = self.labels().find(|one| *one == label).map(str::to_owned);
        named.ok_or_else(|| LabError::content(&self.name, unknown("agent", label, self.labels())))
    }

    /// Returns the opponents of an agent.
    pub(super) fn opponents<'a>(&'a self, label: &'a str) -> impl Iterator<Item = &'a str> {
        self.pairings.iter().filter_map(move |pairing| match [&pairing.agent_a, &pairing.agent_b] {
            [one, other] if one == label => Some(other.as_str()),
            [other, one] if one == label => Some(other.as_str()),
            _ => None,
        })
    }

    /// Returns the SPEC of an agent.
    pub(super) fn spec(&self, label: &str) -> &str {
        self.agents.iter().find(|agent| agent.label == label).map_or("", |agent| &agent.spec)
    }

    /// Returns the reason why deals of the two results differ, if they do.
    pub(super) fn other_deals(&self, other: &StoredTournament) -> Option<String> {
        if self.seed != other.seed {
            return Some(format!("their seeds differ ({} and {})", self.seed, other.seed));
        }
        if self.deck_hash() != other.deck_hash() {
            return Some("their decks differ".to_owned());
        }
        let deals_alike = (self.rules.session, self.rules.codes) == (other.rules.session, other.rules.codes);
        (!deals_alike).then(|| "their rules deal otherwise".to_owned())
    }

    fn deck_hash(&self) -> Option<&str> {
        self.source(&DataRole::Deck)?.sha256.as_deref()
    }
}

/// Refuses a result of another command by its name.
fn refuse_other_command(stored: &StoredManifest) -> Result<(), LabError> {
    match stored.manifest["command"].as_str() {
        Some(command) if command != "tournament" => Err(stored.refuse(format_args!(
            "this is a result of `{command}`; only results of `tournament` can be compared"
        ))),
        _ => Ok(()),
    }
}

fn rows<T: DeserializeOwned>(stored: &StoredManifest, file: &str) -> Result<Vec<T>, LabError> {
    let Some(path) = stored.verified(file)? else {
        return Err(LabError::content(stored.path(file).display(), "it is missing"));
    };
    let rows = input::rows_of(FileEntry::find(file), &path)?.into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|error| LabError::content(path.display(), error))
}
