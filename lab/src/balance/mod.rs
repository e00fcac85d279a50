//! What one set of rules does: how games end, what the tiebreaker does, and what becomes of the words.

mod book;
mod census;
mod census_frame;
mod certain;
mod chosen;
mod course;
mod cut;
mod game_minutes;
mod key;
mod kind;
mod play;
mod rates;
mod report;
mod survey;
mod tables;
mod tables_frame;
mod variant;

pub use crate::wording::change_name;
pub use book::Book;
pub use census::{CensusResult, WordStatsConfig, census};
pub use certain::BookReader;
pub use cut::Subject;
pub use key::{By, Key, LastRound};
pub use kind::Kind;
pub(crate) use rates::Outliers;
pub(crate) use report::Report;
pub use survey::{Books, PairingBooks};
pub use tables::{ALL, Tables, median_rounds};
pub(crate) use tables_frame::{Ended, sentences as table_sentences};

use overhear_engine::rules::Rules;

use crate::error::LabError;
use crate::experiment::{BalanceConfig, Lab, Minutes, Provenance, Tabled, published};
use crate::table::Frame;
use crate::watch::Watch;

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
