//! manifest.json: everything that determines a result; timing.json: everything that may differ between two
//! equal runs. Both are read again.

use std::collections::BTreeMap;
use std::path::Path;

use overhear_engine::arena::Tally;
use serde::{Deserialize, Serialize};

use super::config::is_off;
use super::plan::Plan;
use super::ratings::Ratings;
use super::run_state::RunState;
use super::summary::Summary;
use super::verdict::{OutcomeEntry, TestEntry};
use super::{FaultPolicy, LogDetail, LogFormat, TournamentConfig};
use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::setup::{
    AgentEntry, BotEntry, DataFile, Field, Language, ManifestHeader, RulesEntry, reference_among,
};
use crate::store::StoredManifest;
use crate::table::{Cell, Frame};

/// Name of the command.
const COMMAND: &str = "tournament";

/// Everything that determines a result.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct TournamentManifest {
    /// First keys.
    #[serde(flatten)]
    pub header: ManifestHeader,
    pairs: u64,
    /// Deals played.
    pub deals: u64,
    /// Deals that count for nothing, because a fault voided them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub void_deals: Option<u64>,
    /// The request.
    pub configuration: TournamentSettings,
    /// Outcome of the sequential test; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<OutcomeEntry>,
    ratings: RatingsEntry,
    /// Files that were read.
    pub data: Vec<DataFile>,
}

/// The request with its defaults filled in. Reading refuses unknown keys, because they may change the games.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// Games asked for.
    pub games: u64,
    /// Agents, in the order of the tables.
    pub agents: Vec<AgentEntry>,
    /// The reference field of which every agent plays, with its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Field>,
    /// Bots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotEntry>,
    /// Label of the agent that meets every other; `None` if all meet each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauntlet: Option<String>,
    /// Turns of the teams' talks.
    #[serde(default, skip_serializing_if = "is_off")]
    pub discuss: u8,
    /// Versions of external agents, by name.
    #[serde(rename = "guests", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub external_agent_versions: BTreeMap<String, String>,
    /// Team size; `None` if the teams differ, in which case the switches of the rules have both sizes.
    pub team_size: Option<u8>,
    /// Rules.
    pub rules: RulesEntry,
    /// Language of the words.
    pub language: Language,
    /// Log of games, halves or neither.
    pub log: LogDetail,
    /// File format of the log.
    pub log_format: LogFormat,
    /// Deals between two rows of running.csv; `None` without that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<u64>,
    /// Maximum milliseconds of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_limit: Option<u64>,
    /// What a fault does to its game.
    pub on_fault: FaultPolicy,
    /// Share of games with a fault above which the run fails.
    pub max_fault_rate: f64,
    /// Test of the strength of two agents; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<TestEntry>,
}

impl TournamentSettings {
    /// Returns the configuration of a plan.
    pub(super) fn new(plan: &Plan, args: &TournamentConfig) -> TournamentSettings {
        // Every field is named, so that the compiler asks whether a new one decides the result. The plan holds what
        // `games` to `rules` asked for, `data` of the manifest the words; `threads` and the fields after it decide nothing.
        let TournamentConfig {
            players,
            gauntlet,
            log,
            log_format,
            running,
            answer_limit,
            on_fault,
            max_fault_rate,
            games: _,
            pairs: _,
            seed: _,
            sprt: _,
            shard: _,
            discuss: _,
            rules: _,
            words: _,
            threads: _,
            out: _,
            folder: _,
            checkpoint: _,
        } = args;
        TournamentSettings {
            games: plan.asked,
            agents: plan.lineup.players.iter().map(|player| AgentEntry::new(&player.spec)).collect(),
            field: reference_among(plan.lineup.specs(), &plan.words),
            bots: plan.bots.entries(),
            gauntlet: gauntlet.clone(),
            discuss: plan.discuss,
            external_agent_versions: players.external_agent_versions(),
            team_size: plan.rules.team_size(),
            rules: RulesEntry::new(&plan.rules),
            language: plan.language,
            log: *log,
            log_format: *log_format,
            running: *running,
            answer_limit: *answer_limit,
            on_fault: *on_fault,
            max_fault_rate: *max_fault_rate,
            sprt: plan.sprt.as_ref().map(TestEntry::new),
        }
    }
}

impl TournamentManifest {
    /// Reads the manifest of a tournament.
    pub(super) fn from_stored(result: &StoredManifest) -> Result<TournamentManifest, LabError> {
        if result.manifest["command"] == COMMAND {
            result.read()
        } else {
            Err(result.refuse("this is not a result of `tournament`"))
        }
    }

    /// Reads the manifest of a complete tournament.
    ///
    /// # Errors
    /// Returns an error for a result of another command, and for a run that is not complete.
    pub fn finished(result: &StoredManifest) -> Result<TournamentManifest, LabError> {
        let manifest = TournamentManifest::from_stored(result)?;
        let complete = manifest.header.complete.then_some(manifest);
        complete.ok_or_else(|| result.refuse("this tournament is not finished"))
    }

    /// Returns the manifest of a run in its current state.
    pub(super) fn new(
        plan: &Plan,
        args: &TournamentConfig,
        state: &RunState,
        ratings: &Ratings,
    ) -> TournamentManifest {
        let (tally, test) = (&state.tally, state.test.as_ref());
        let decided = test.is_some_and(|test| test.verdict().is_decided());
        let complete = decided || tally.deals + tally.void_deals == plan.lineup.schedule.deals();
        let games = tally.deals * plan.lineup.schedule.games_of_a_deal();
        TournamentManifest {
            header: ManifestHeader::new(COMMAND, complete, plan.seed, games).with(&state.other_builds),
            pairs: games / 2,
            deals: tally.deals,
            void_deals: Some(tally.void_deals).filter(|&deals| deals > 0),
            configuration: TournamentSettings::new(plan, args),
            sprt: test.map(OutcomeEntry::new),
            ratings: RatingsEntry::new(ratings),
            data: plan.words.sources.clone(),
        }
    }
}

/// The ratings and their goodness of fit.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct RatingsEntry {
    scale: String,
    basis: String,
    lack_of_fit: Option<f64>,
    freedom: u64,
    p_value: Option<f64>,
}

impl RatingsEntry {
    fn new(ratings: &Ratings) -> RatingsEntry {
        let fit = ratings.lack_of_fit();
        RatingsEntry {
            scale: "Davidson, 400/ln 10 a unit, mean 0; not the Elo difference of an expected score"
                .to_owned(),
            basis: ratings.basis().name().to_owned(),
            lack_of_fit: Cell::elo(fit.map(|fit| fit.deviance)).number(),
            freedom: fit.map_or(0, |fit| fit.freedom),
            p_value: Cell::share(fit.map(|fit| fit.p_value)).number(),
        }
    }
}

/// A manifest and the results in one document.
#[derive(Debug, Serialize)]
pub(super) struct TournamentDocument<'a> {
    #[serde(flatten)]
    manifest: &'a TournamentManifest,
    standings: &'a Frame,
    pairings: &'a Frame,
}

impl<'a> TournamentDocument<'a> {
    /// Returns the document that `--format json` writes.
    pub(super) fn new(manifest: &'a TournamentManifest, summary: &'a Summary) -> TournamentDocument<'a> {
        TournamentDocument {
            manifest,
            standings: &summary.standings_table,
            pairings: &summary.pairings_table,
        }
    }
}

/// Measurements that may differ between two equal runs.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Timing {
    pub(super) seconds: f64,
    threads: usize,
    games_per_second: f64,
    /// Counts of each bot's activity and faults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    bots: BTreeMap<String, BTreeMap<String, u64>>,
}

impl Timing {
    /// Returns the timing of a run that took this long, including start-up and all parts.
    pub(super) fn new(tally: &Tally, plan: &Plan, seconds: f64) -> Timing {
        let games = tally.deals * plan.lineup.schedule.games_of_a_deal();
        Timing {
            seconds,
            threads: rayon::current_num_threads(),
            games_per_second: games as f64 / seconds,
            bots: plan.bots.counts(),
        }
    }

    /// Returns the seconds recorded in a file; 0 if the file is missing or invalid.
    pub(super) fn seconds_in(file: &Path) -> f64 {
        let timing = input::read_text(file, SizeLimit::Settings).unwrap_or_default();
        serde_json::from_str(&timing).map_or(0.0, |timing: Timing| timing.seconds)
    }
}
