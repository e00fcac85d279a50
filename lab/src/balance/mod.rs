//! Report on one rule set: how games end, what the tiebreaker does, and which words cause clue failures.

mod focus_agent;
mod group_by;
mod lead_history;
mod matchup_ending;
mod rates;
mod ratio_reader;
mod ratio_sums;
mod report;
mod statistic;
mod stats_recorder;
mod table_rows;
mod tables;
mod three_player;
mod variant;
mod word_findings;
mod word_row;
mod word_stats;

pub use crate::wording::change_name;
pub use group_by::Subject;
pub use matchup_ending::{MatchupEnding, sentences as table_sentences};
pub use rates::{FailureRate, Outliers};
pub use ratio_reader::RatioReader;
pub use ratio_sums::RatioSums;
pub(crate) use report::BalanceReport;
pub use statistic::{GameGroup, LastRound, Statistic, TeamSkill};
pub use stats_recorder::{PairingStats, RunStats};
pub use table_rows::{
    ComebackRow, DramaRow, KindRow, LadderRow, LengthRow, RowAgents, SeatRow, SkillRow, WhatIfRow,
};
pub use tables::{ALL, Tables, median_rounds};
pub use three_player::{claim as three_player_claim, sentence_from as three_player_sentence};
pub use word_findings::{
    KeywordClash, MeasuredWords, WordFinding, WordRate, WordRates, measure_words, word_rates,
};
pub use word_row::{WordRow, WordSubject};
pub use word_stats::{WordStatsConfig, WordStatsResult, word_stats};

use overhear_engine::rules::Rules;

use crate::error::LabError;
use crate::experiment::{
    BalanceConfig, ExperimentSetup, Provenance, TabularResult, TimeAssumptions, published,
};
use crate::run_control::RunControl;
use crate::table::Frame;

/// Result of [`balance`]: setup, statistics, tables and summary sentences.
#[derive(Debug)]
pub struct BalanceResult {
    /// The agents and words.
    pub lab: ExperimentSetup,
    /// Statistics of every population.
    pub stats: Vec<RunStats>,
    /// The rules of the games.
    pub rules: Rules,
    /// Assumed minutes of actions under these rules.
    pub minutes: TimeAssumptions,
    /// Every table.
    pub tables: Tables,
    /// Sentences about all matchups together, if there are several.
    pub opening: Vec<String>,
    /// Sentences about each population: how its games end and how long they take.
    pub sentences: Vec<String>,
    provenance: Provenance,
}

impl TabularResult for BalanceResult {
    fn frames(&self) -> Vec<Frame> {
        self.tables.all()
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// Plays populations of agents under one rule set and returns the report.
///
/// # Errors
/// Returns an error for settings that make no sense, for files that cannot be read or written, and if the run
/// is interrupted before its first game ends.
pub fn balance(config: &BalanceConfig, watch: &RunControl) -> Result<BalanceResult, LabError> {
    published::<BalanceReport>(config, &config.out, watch)
}
