//! manifest.json: what was played, and from what; timing.json: what may differ between two runs of it.

use std::collections::BTreeMap;

use overhear_engine::arena::Tally;
use serde::Serialize;

use super::TournamentConfig;
use super::course::Course;
use super::ratings::Ratings;
use super::summary::Summary;
use super::verdict::{OutcomeEntry, TestEntry};
use crate::bots::BotEntry;
use crate::setup::{AgentEntry, Imprint, Plan, RulesEntry, SourceEntry};
use crate::table::{Cell, Frame};

/// Everything that decides a result.
#[derive(Debug, Serialize)]
pub(super) struct Manifest {
    #[serde(flatten)]
    imprint: Imprint,
    pairs: u64,
    deals: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    void_deals: Option<u64>,
    configuration: Configuration,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<OutcomeEntry>,
    ratings: RatingsEntry,
    data: Vec<SourceEntry>,
}

/// What was asked for, as it was understood.
#[derive(Debug, Serialize)]
pub(super) struct Configuration {
    games: u64,
    agents: Vec<AgentEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bots: Vec<BotEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gauntlet: Option<String>,
    /// The versions of agents that are made elsewhere.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    guests: BTreeMap<&'static str, String>,
    /// Nothing if the teams differ in size; the switches of the rules have both.
    team_size: Option<u8>,
    rules: RulesEntry,
    language: &'static str,
    log: &'static str,
    log_format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer_limit: Option<u64>,
    on_fault: &'static str,
    max_fault_rate: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestEntry>,
}

impl Configuration {
    /// What the arguments came to.
    pub(super) fn new(plan: &Plan, args: &TournamentConfig) -> Configuration {
        let guests = args.players.registry.versions();
        Configuration {
            games: plan.asked,
            agents: plan.players.iter().map(AgentEntry::new).collect(),
            bots: plan.bots.entries(),
            gauntlet: args.gauntlet.clone(),
            guests: guests.map(|(name, version)| (name, version.to_owned())).collect(),
            team_size: plan.rules.team_size(),
            rules: RulesEntry::new(&plan.rules),
            language: plan.language,
            log: args.log.name(),
            log_format: args.log_format.name(),
            running: args.running,
            answer_limit: args.answer_limit,
            on_fault: args.on_fault.name(),
            max_fault_rate: args.max_fault_rate,
            sprt: plan.sprt.as_ref().map(TestEntry::new),
        }
    }
}

impl Manifest {
    /// What was played.
    pub(super) fn new(plan: &Plan, args: &TournamentConfig, course: &Course, ratings: &Ratings) -> Manifest {
        let (tally, test) = (&course.tally, course.test.as_ref());
        let decided = test.is_some_and(|test| test.verdict().is_decided());
        let complete = decided || tally.deals + tally.void_deals == plan.schedule.deals();
        let games = tally.deals * plan.schedule.games_of_a_deal();
        Manifest {
            imprint: Imprint::new("tournament", complete, plan.seed, games).with(&course.other_builds),
            pairs: games / 2,
            deals: tally.deals,
            void_deals: Some(tally.void_deals).filter(|&deals| deals > 0),
            configuration: Configuration::new(plan, args),
            sprt: test.map(OutcomeEntry::new),
            ratings: RatingsEntry::new(ratings),
            data: SourceEntry::all(&plan.words),
        }
    }
}

/// What the ratings are, and how well they describe who beats whom.
#[derive(Debug, Serialize)]
struct RatingsEntry {
    scale: &'static str,
    basis: &'static str,
    lack_of_fit: Cell,
    freedom: u64,
    p_value: Cell,
}

impl RatingsEntry {
    fn new(ratings: &Ratings) -> RatingsEntry {
        let fit = ratings.lack_of_fit();
        RatingsEntry {
            scale: "Davidson, 400/ln 10 a unit, mean 0; not the Elo difference of an expected score",
            basis: ratings.basis(),
            lack_of_fit: Cell::elo(fit.map(|fit| fit.deviance)),
            freedom: fit.map_or(0, |fit| fit.freedom),
            p_value: Cell::share(fit.map(|fit| fit.p_value)),
        }
    }
}

/// A manifest and the results in one document.
#[derive(Debug, Serialize)]
pub(super) struct Document<'a> {
    #[serde(flatten)]
    manifest: &'a Manifest,
    standings: &'a Frame,
    pairings: &'a Frame,
}

impl<'a> Document<'a> {
    /// What `--format json` writes.
    pub(super) fn new(manifest: &'a Manifest, summary: &'a Summary) -> Document<'a> {
        Document { manifest, standings: &summary.standings, pairings: &summary.pairings }
    }
}

/// What may differ between two runs.
#[derive(Debug, Serialize)]
pub(super) struct Timing {
    seconds: f64,
    threads: usize,
    games_per_second: f64,
    /// What bots have done and what went wrong.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    bots: BTreeMap<String, BTreeMap<&'static str, u64>>,
}

impl Timing {
    /// A run that took so long, start-up and all its parts included.
    pub(super) fn new(tally: &Tally, plan: &Plan, seconds: f64) -> Timing {
        let games = tally.deals * plan.schedule.games_of_a_deal();
        Timing {
            seconds,
            threads: rayon::current_num_threads(),
            games_per_second: games as f64 / seconds,
            bots: plan.bots.counts(),
        }
    }
}
