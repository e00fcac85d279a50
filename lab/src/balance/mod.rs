//! What one set of rules does: how games end, what the tiebreaker does, and what becomes of the words.

mod focus_agent;
mod game_minutes;
mod group_by;
mod lead_history;
mod play;
mod rates;
mod ratio_reader;
mod ratio_sums;
mod report;
mod statistic;
mod stats_recorder;
mod tables;
mod tables_frame;
mod team_skill;
mod variant;
mod word_stats;
mod word_stats_frame;

pub use crate::wording::change_name;
pub use group_by::Subject;
pub(crate) use rates::Outliers;
pub use ratio_reader::RatioReader;
pub use ratio_sums::RatioSums;
pub(crate) use report::Report;
pub use statistic::{GameGroup, LastRound, Statistic};
pub use stats_recorder::{PairingStats, RunStats};
pub use tables::{ALL, Tables, median_rounds};
pub(crate) use tables_frame::{MatchupEnding, sentences as table_sentences};
pub use team_skill::TeamSkill;
pub use word_stats::{WordStatsConfig, WordStatsResult, census};

use overhear_engine::rules::Rules;

use crate::error::LabError;
use crate::experiment::{
    BalanceConfig, ExperimentSetup, Provenance, TabularResult, TimeAssumptions, published,
};
use crate::run_control::RunControl;
use crate::table::Frame;

/// What games have shown.
#[derive(Debug)]
pub struct BalanceResult {
    /// Who has played, with which words.
    pub lab: ExperimentSetup,
    /// The books of every population that has played.
    pub books: Vec<RunStats>,
    /// The rules that were played by.
    pub rules: Rules,
    /// What is assumed of minutes by the rules that were played.
    pub minutes: TimeAssumptions,
    /// Every table.
    pub tables: Tables,
    /// What holds at all of several tables, in sentences.
    pub opening: Vec<String>,
    /// How games end in each population, and how long they take, in sentences.
    pub sentences: Vec<String>,
    provenance: Provenance,
}

impl TabularResult for BalanceResult {
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
pub fn balance(config: &BalanceConfig, watch: &RunControl) -> Result<BalanceResult, LabError> {
    published::<Report>(config, &config.out, watch)
}
