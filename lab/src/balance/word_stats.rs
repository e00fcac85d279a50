//! Word statistics: keywords that are hard, keywords that are overheard, and pairs that clash.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{GameNumber, Recorder, Schedule};
use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, Rules};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::group_by::Subject;
use super::rates::Rates;
use super::ratio_sums::RatioSums;
use super::statistic::Statistic;
use super::word_row::{WordRow, rows, table};
use crate::error::LabError;
use crate::experiment::{
    BalanceConfig, DEFAULT_GAMES, ExperimentSetup, GroupBy, ManifestExtras, PopulationConfig, Provenance,
    RuleExperiment, Shardable, ShardableConfig, TabularResult, published,
};
use crate::paired::ClueFailure;
use crate::run_control::RunControl;
use crate::run_games;
use crate::setup::OutConfig;
use crate::table::Frame;
use crate::tournament::Shard;

/// Result of [`word_stats()`]: clue failures by keyword, card or pair.
#[derive(Debug)]
pub struct WordStatsResult {
    /// The grouping.
    pub cut: GroupBy,
    /// A row for each keyword, card or pair.
    pub rows: Vec<WordRow>,
    /// A sentence or two for each clue failure.
    pub sentences: Vec<String>,
    /// Number of games played.
    pub games: u64,
    rates: Vec<Rates>,
    provenance: Provenance,
}

impl WordStatsResult {
    /// Returns the rows that differ from the mean after correction for the number of rows, the largest
    /// difference first: rows above the mean, or below.
    pub fn standing_out(&self, failure: ClueFailure, above: bool) -> Vec<&WordRow> {
        let rates = self.rates.iter().find(|rates| rates.failure == failure);
        let places = rates.map_or_else(Vec::new, |rates| rates.standing_out(above));
        places.into_iter().map(|place| &self.rows[place]).collect()
    }

    /// Returns keywords.csv, cards.csv or pairs.csv.
    pub fn frame(&self) -> Frame {
        table(self.cut, &self.rows)
    }
}

impl TabularResult for WordStatsResult {
    fn frames(&self) -> Vec<Frame> {
        vec![self.frame()]
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// Plays games and counts clue failures for each keyword, card or pair of keywords.
///
/// # Errors
/// Returns an error for settings that make no sense, for files that cannot be read or written, and if the run
/// is interrupted before its first game ends.
pub fn word_stats(
    config: &BalanceConfig,
    cut: GroupBy,
    watch: &RunControl,
) -> Result<WordStatsResult, LabError> {
    published::<WordStats>(&WordStatsConfig { config: config.clone(), by: cut }, &config.out, watch)
}

/// Configuration of [`word_stats()`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordStatsConfig {
    /// The games to play.
    pub config: BalanceConfig,
    /// The grouping.
    pub by: GroupBy,
}

impl ShardableConfig for WordStatsConfig {
    type Experiment = WordStats;
    const COMMAND: &'static str = "balance --by";

    fn population(&self) -> &PopulationConfig {
        &self.config.population
    }

    fn population_mut(&mut self) -> &mut PopulationConfig {
        &mut self.config.population
    }

    fn games(&self) -> u64 {
        self.config.population.games(self.config.games, DEFAULT_GAMES)
    }

    fn within(&self, folder: &Path) -> WordStatsConfig {
        WordStatsConfig { config: self.config.within(folder), by: self.by }
    }

    fn writing_to(self, out: &OutConfig) -> WordStatsConfig {
        WordStatsConfig { config: self.config.writing_to(out), ..self }
    }
}

/// Word statistics, ready to be counted.
pub(crate) struct WordStats {
    setting: RuleExperiment,
    cut: GroupBy,
}

impl Shardable for WordStats {
    type Config = WordStatsConfig;
    type Counts = RatioSums;
    type Result = WordStatsResult;

    fn prepare(
        WordStatsConfig { config, by }: &WordStatsConfig,
        watch: &RunControl,
    ) -> Result<WordStats, LabError> {
        config.population.at_one_table("by")?;
        Ok(WordStats { setting: RuleExperiment::new(config, DEFAULT_GAMES, false, watch)?, cut: *by })
    }

    fn name_files_as(&mut self, requested: &WordStatsConfig) {
        self.setting.name_files_as(&requested.config);
    }

    fn lab(&self) -> &ExperimentSetup {
        &self.setting.lab
    }

    fn lab_mut(&mut self) -> &mut ExperimentSetup {
        &mut self.setting.lab
    }

    fn identity(&self) -> Value {
        self.setting.identity(&self.special())
    }

    fn header(&self) -> Vec<String> {
        self.setting.header()
    }

    fn play(&self, shard: Shard, watch: &RunControl) -> Result<RatioSums, LabError> {
        play(&self.setting.lab, *self.setting.rules.switches, &[self.cut], shard, watch)
    }

    fn deals(&self, ratios: &RatioSums) -> Option<Vec<u64>> {
        let each = self.setting.lab.populations[0].lineup.schedule.games_of_a_deal();
        ratios.is_like(&RatioSums::new(each)).then(|| vec![ratios.deals()])
    }

    fn result(self, parts: Vec<RatioSums>) -> Result<WordStatsResult, LabError> {
        let mut ratios = RatioSums::default();
        parts.iter().for_each(|part| ratios.merge(part));
        let (cut, games) = (self.cut, ratios.games());
        let provenance = self.setting.provenance(&self.special(), &[games])?;
        let subjects: Vec<Subject> = ratios.keys().filter_map(subject).collect();
        let rates: Vec<Rates> =
            cut.failures().iter().map(|&failure| Rates::new(&ratios, failure, &subjects)).collect();
        let rows = rows(cut, &subjects, &rates, self.setting.lab.words.world.deck());
        let sentences = rates.iter().map(|rates| rates.sentence(cut)).collect();
        Ok(WordStatsResult { cut, rows, sentences, games, rates, provenance })
    }
}

impl WordStats {
    fn special(&self) -> ManifestExtras {
        ManifestExtras { by: Some(self.cut), ..ManifestExtras::default() }
    }
}

/// Returns the subject of a statistic of clues. Every clue can be missed, so each subject is returned once.
pub(super) const fn subject(key: Statistic) -> Option<Subject> {
    match key {
        Statistic::Clues(ClueFailure::Missed, subject) => Some(subject),
        _ => None,
    }
}

/// Plays games and counts the clues of each by all of these groupings.
pub(super) fn play(
    lab: &ExperimentSetup,
    rules: Rules,
    cuts: &[GroupBy],
    shard: Shard,
    watch: &RunControl,
) -> Result<RatioSums, LabError> {
    let population = &lab.populations[0];
    let schedule = &population.lineup.schedule;
    let counter = watch.count(0, lab.games_of(shard));
    let recorder = WordStatsRecorder { lab, schedule, cuts, done: counter.done() };
    let mut ratios = RatioSums::new(schedule.games_of_a_deal());
    let arena = lab.arena(population, rules)?;
    run_games::play(&arena, shard.range(schedule.deals()), &recorder, watch, |block| {
        block.output.iter().for_each(|output| ratios.merge(output));
        watch.flow()
    })?;
    Ok(ratios)
}

/// A [`Recorder`] of every clue of every game.
struct WordStatsRecorder<'a> {
    lab: &'a ExperimentSetup,
    schedule: &'a Schedule,
    cuts: &'a [GroupBy],
    done: &'a AtomicU64,
}

impl Recorder for WordStatsRecorder<'_> {
    type Output = Option<RatioSums>;

    fn game(&self, number: GameNumber, _: BySide<usize>, game: &Game, output: &mut Option<RatioSums>) {
        self.done.fetch_add(1, Ordering::Relaxed);
        let ratios = output.get_or_insert_with(|| RatioSums::new(self.schedule.games_of_a_deal()));
        for half in game.record.halves() {
            let deck = self.lab.words.world.deck();
            for cut in self.cuts {
                cut.count_half(half, game.keywords[half.side].0, deck, |subject, failure, wrong| {
                    ratios.add(Statistic::Clues(failure, subject), wrong.into(), 1);
                });
            }
        }
        if self.schedule.closes_deal(number) {
            ratios.close_deal();
        }
    }
}
