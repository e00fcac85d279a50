//! The balance laboratory: how games end, what the tiebreaker does, and what other rules would make of the same deals.

mod at_tables;
mod axis;
mod book;
mod census;
mod census_frame;
mod certain;
mod chosen;
mod compare;
mod compare_config;
mod compare_frame;
mod course;
mod cut;
mod deck_evidence;
mod deck_measure;
mod deck_play;
mod decks;
mod decks_frame;
mod divided;
mod evidence;
mod experiment;
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
mod measure_wording;
mod minutes;
#[cfg(test)]
mod nominal;
mod parts;
mod play;
mod provenance;
mod range;
mod rates;
mod report;
mod rung;
mod setting;
mod sums;
mod survey;
mod sweep;
mod tables;
mod tables_finding;
mod tables_frame;
mod variant;
mod verdict;

pub use crate::wording::change_name;
pub use at_tables::compare;
pub use axis::SweepAxis;
pub use book::Book;
pub use census::{CensusResult, census};
pub use certain::BookReader;
pub use compare::CompareResult;
pub use compare_config::CompareConfig;
pub use cut::{Cut, Slip, Subject};
pub(crate) use deck_measure::DeckMeasure;
pub use decks::{DecksResult, decks};
pub(crate) use decks_frame::{DeckFinding, deck_sentences};
pub(crate) use evidence::Decision;
pub use experiment::{Experiment, Merged};
pub use finding::headline;
pub(crate) use finding::{digits, more_games};
pub(crate) use grid_finding::{Spotted, sentences as grid_sentences};
pub use inquiry::{Answer, Finding, Inquiry, MOST_GAMES, Question, Share, Shown, Tally, UNDRAWN};
pub use key::{By, Key, LastRound};
pub use kind::Kind;
pub use lab::{Lab, Population, PopulationConfig};
pub(crate) use manifest::{Configuration, Manifest, PopulationEntry};
pub use measure::Measure;
pub use measure_wording::Wording;
pub use minutes::Minutes;
pub(crate) use minutes::Spread;
pub use parts::{are_enough, are_parts, is_part, merge_parts, merge_shards};
pub(crate) use play::stopped;
pub use provenance::{Provenance, Tabled};
pub use range::{RANGE, RANGE_NAME};
pub(crate) use rates::Outliers;
pub use rung::Rung;
pub use survey::{Books, PairingBooks};
pub use sweep::{SweepResult, sweep};
pub use tables::{ALL, Tables, median_rounds};
pub(crate) use tables_frame::{Ended, sentences as table_sentences};
pub use verdict::Verdict;

use overhear_engine::rules::Rules;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::setup::{OutConfig, RulesConfig};
use crate::store::ResultDir;
use crate::table::Frame;
use crate::tournament::Shard;
use crate::watch::Watch;
use divided::Divided;
use report::Report;

/// How many games a report has when nothing is said.
const DEFAULT_GAMES: u64 = 100_000;

/// Games that are looked at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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
    /// What things at a table take, for an estimate of the minutes of play.
    pub minutes: Minutes,
    /// Where the result goes.
    #[serde(skip)]
    pub out: OutConfig,
}

/// What games have shown.
#[derive(Debug)]
pub struct BalanceResult {
    /// Who has played, with which words.
    pub lab: Lab,
    /// The books of every population that has played.
    pub books: Vec<Books>,
    /// The rules that were played by.
    pub rules: Rules,
    /// What is assumed of minutes by the rules that were played.
    pub minutes: Minutes,
    /// Every table.
    pub tables: Tables,
    /// What holds at all of several tables, in sentences.
    pub opening: Vec<String>,
    /// How games end in each population, and how long they take, in sentences.
    pub sentences: Vec<String>,
    provenance: Provenance,
}

impl Tabled for BalanceResult {
    fn frames(&self) -> Vec<&Frame> {
        self.tables.all()
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// Plays populations of agents, and works out what a designer asks.
///
/// # Errors
/// What makes no sense, files that cannot be read or written, an interruption before the first game is over.
pub fn balance(config: &BalanceConfig, watch: &Watch) -> Result<BalanceResult, LabError> {
    published::<Report>(config, &config.out, watch)
}

/// Plays all of an experiment.
fn whole<E: Divided>(config: &E::Config, watch: &Watch) -> Result<E::Result, LabError> {
    let mut experiment = E::prepare(config)?;
    experiment.seat()?;
    experiment.tell(watch);
    let counts = experiment.play(Shard::WHOLE, watch)?;
    experiment.result(vec![counts])
}

/// Plays all of an experiment, and writes its files if all was played and somebody asked for them.
fn published<E>(config: &E::Config, out: &OutConfig, watch: &Watch) -> Result<E::Result, LabError>
where
    E: Divided,
    E::Result: Tabled,
{
    let dir = ResultDir::asked(out, &watch.stop)?;
    let result = whole::<E>(config, watch)?;
    if let (Some(dir), Ok(())) = (dir, result.sound()) {
        provenance::publish(&result, dir)?;
    }
    Ok(result)
}
