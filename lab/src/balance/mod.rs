//! The balance laboratory: how games end, what the tiebreaker does, and what other rules would make of the same deals.

mod axis;
mod book;
mod census;
mod census_frame;
mod compare;
mod compare_frame;
mod course;
mod cut;
mod deck_evidence;
mod deck_play;
mod decks;
mod decks_frame;
mod divided;
mod evidence;
mod finding;
mod grid;
mod grid_finding;
mod grid_frame;
mod inquiry;
mod joint;
mod key;
mod kind;
mod lab;
mod manifest;
mod margin;
mod measure;
#[cfg(test)]
mod nominal;
mod parts;
mod play;
mod rates;
mod report;
mod rung;
mod sums;
mod survey;
mod sweep;
mod tables;
mod variant;

pub use axis::SweepAxis;
pub use book::{Book, Measured};
pub use census::{CensusResult, census};
pub use compare::{CompareConfig, CompareResult, compare};
pub use cut::{Cut, Slip, Subject};
pub(crate) use deck_evidence::DeckMeasure;
pub use decks::{DecksResult, decks};
pub(crate) use decks_frame::{DeckFinding, deck_sentences};
pub(crate) use evidence::Decision;
pub use finding::{Verdict, Wording, headline};
pub(crate) use finding::{digits, more_games};
pub(crate) use grid_finding::{Spotted, sentences as grid_sentences};
pub use inquiry::{Answer, Finding, Inquiry, MOST_GAMES, Question, Share, Shown, Tally, UNDRAWN};
pub use key::{By, Key, LastRound};
pub use kind::Kind;
pub use lab::{Lab, Population, PopulationConfig};
pub use measure::Measure;
pub use parts::{Experiment, Merged, are_enough, are_parts, is_part, merge_parts, merge_shards};
pub(crate) use play::stopped;
pub(crate) use rates::Outliers;
pub use rung::Rung;
pub use survey::{Books, PairingBooks};
pub use sweep::{SweepResult, sweep};
pub use tables::{ALL, Tables, median_rounds};

use overhear_engine::rules::{BySide, Players};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::setup::{OutConfig, RuleSet, RulesConfig};
use crate::store::{Inventory, ResultDir};
use crate::table::{Frame, grouped, json};
use crate::tournament::Shard;
use crate::watch::{Stop, Watch};
use divided::Divided;
use manifest::Manifest;
use report::Report;

/// How many games a report has when nothing is said.
const DEFAULT_GAMES: u64 = 100_000;

/// Games that are looked at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BalanceConfig {
    /// Games of the run, in a sweep of each point that has to be played; 100,000, in a sweep 10,000, if nothing is said.
    pub games: Option<u64>,
    /// Who plays.
    pub population: PopulationConfig,
    /// What is played by.
    pub rules: RulesConfig,
    /// The largest difference of a sweep that counts as none, in percentage points, as in [`CompareConfig`].
    pub margin: Option<f64>,
    /// The same of the mean length, in rounds.
    pub margin_rounds: Option<f64>,
    /// Where the result goes.
    #[serde(skip)]
    pub out: OutConfig,
}

/// What games have shown.
pub struct BalanceResult {
    /// Who has played, with which words.
    pub lab: Lab,
    /// The books of every population that has played.
    pub books: Vec<Books>,
    /// Every table.
    pub tables: Tables,
    /// How games end in each population, in a sentence.
    pub sentences: Vec<String>,
    manifest: Manifest,
    stopped: Result<(), LabError>,
}

impl BalanceResult {
    /// Manifest and tables in one JSON document.
    pub fn to_json(&self) -> String {
        json(&self.manifest.with(&self.tables.all()))
    }

    /// Writes the files of the result into a directory: those of a run that was told to write there from the start.
    ///
    /// # Errors
    /// A directory that may not be written, a disk that fails.
    pub fn save(&self, out: &OutConfig) -> Result<(), LabError> {
        let Some(dir) = ResultDir::asked(out, &Stop::default())? else { return Ok(()) };
        dir.publish(files(&self.tables), Inventory::new(), &self.manifest)
    }

    /// Whether all of it was played.
    ///
    /// # Errors
    /// An interruption.
    pub fn sound(&self) -> Result<(), LabError> {
        self.stopped.clone()
    }
}

/// Plays populations of agents, and works out what a designer asks.
///
/// # Errors
/// What makes no sense, files that cannot be read or written, an interruption before the first game is over.
pub fn balance(config: &BalanceConfig, watch: &Watch) -> Result<BalanceResult, LabError> {
    let dir = ResultDir::asked(&config.out, &watch.stop)?;
    let result = whole::<Report>(config, watch)?;
    if let (Some(dir), Ok(())) = (dir, &result.stopped) {
        dir.publish(files(&result.tables), Inventory::new(), &result.manifest)?;
    }
    Ok(result)
}

/// Plays all of an experiment.
fn whole<E: Divided>(config: &E::Config, watch: &Watch) -> Result<E::Result, LabError> {
    let mut experiment = E::prepare(config)?;
    experiment.seat()?;
    watch.note(&experiment.header());
    let counts = experiment.play(Shard::WHOLE, watch)?;
    experiment.result(vec![counts])
}

fn files(tables: &Tables) -> Vec<(String, Vec<u8>)> {
    tables.all().into_iter().map(Frame::file).collect()
}

/// Only two teams have seats to exchange and a tiebreaker.
fn two_teams(rules: RuleSet) -> Result<RuleSet, LabError> {
    match rules.rules.players {
        Players::TwoTeams => Ok(rules),
        Players::Three => Err(LabError::content(
            format_args!("--rules {}", rules.name),
            "the balance report is about two teams; `tournament` plays games for three",
        )),
    }
}

/// What is said before a run.
fn header(lab: &Lab, rules: &RuleSet) -> Vec<String> {
    let who = lab
        .populations
        .iter()
        .map(|population| format!("{}: {} games", population.title(), grouped(population.schedule.games())));
    let BySide { white, black } = rules.rules.team_sizes();
    let line = format!("rules {}, teams of {white} and {black}, seed {}", rules.title(), lab.seed.0);
    let more = (lab.games() != lab.asked).then(|| {
        let [games, asked] = [lab.games(), lab.asked].map(grouped);
        format!("{games} games, {asked} asked for: every pairing plays whole deals")
    });
    who.chain([line]).chain(more).collect()
}
