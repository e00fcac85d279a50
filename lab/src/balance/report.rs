//! The report on one rule set: its games and its evaluation.

use std::path::Path;
use std::sync::atomic::AtomicU64;

use overhear_engine::rules::{Players, Rules};
use serde_json::Value;

use super::statistic::{GameGroup, Statistic};
use super::stats_recorder::{RunStats, StatsRecorder};
use super::tables::Tables;
use super::variant::Variant;
use super::{BalanceResult, matchup_ending, three_player};
use crate::error::LabError;
use crate::experiment::{
    BalanceConfig, DEFAULT_GAMES, ExperimentSetup, ManifestExtras, Population, PopulationConfig,
    RuleExperiment, Shardable, ShardableConfig, TimeAssumptions,
};
use crate::paired::{EndingKind, tie_sentence};
use crate::run_control::RunControl;
use crate::run_games;
use crate::setup::{OutConfig, RuleSet};
use crate::tournament::Shard;
use crate::{SEAT_MARGIN, TABLE_PLACES, seat_sentence};

impl ShardableConfig for BalanceConfig {
    type Experiment = BalanceReport;
    const COMMAND: &'static str = "balance";
    const WITH_ROSTER: bool = true;

    fn population(&self) -> &PopulationConfig {
        &self.population
    }

    fn population_mut(&mut self) -> &mut PopulationConfig {
        &mut self.population
    }

    fn games(&self) -> u64 {
        self.population.games(self.games, DEFAULT_GAMES)
    }

    fn within(&self, folder: &Path) -> BalanceConfig {
        let (population, rules) = (self.population.within(folder), self.rules.within(folder));
        BalanceConfig { population, rules, ..self.clone() }
    }

    fn writing_to(self, out: &OutConfig) -> BalanceConfig {
        BalanceConfig { out: out.clone(), ..self }
    }
}

/// A report, ready to run.
pub(crate) struct BalanceReport {
    setting: RuleExperiment,
    variants: Vec<Variant>,
}

impl Shardable for BalanceReport {
    type Config = BalanceConfig;
    type Counts = Vec<RunStats>;
    type Result = BalanceResult;

    fn prepare(config: &BalanceConfig, watch: &RunControl) -> Result<BalanceReport, LabError> {
        config.minutes.check()?;
        let setting = RuleExperiment::for_any_players(config, DEFAULT_GAMES, true, watch)?;
        let rules = &setting.rules.switches;
        let has_tiebreaker = rules.players == Players::TwoTeams;
        let variants = if has_tiebreaker { Variant::usual(rules) } else { Vec::new() };
        Ok(BalanceReport { setting, variants })
    }

    fn name_files_as(&mut self, requested: &BalanceConfig) {
        self.setting.name_files_as(requested);
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

    fn play(&self, shard: Shard, watch: &RunControl) -> Result<Vec<RunStats>, LabError> {
        play_games(&self.setting.lab, *self.setting.rules.switches, &self.variants, shard, watch)
    }

    fn deals(&self, counts: &Vec<RunStats>) -> Option<Vec<u64>> {
        let populations = &self.setting.lab.populations;
        let deals = populations
            .iter()
            .zip(counts)
            .map(|(one, stats)| stats.deals(&one.lineup.schedule, self.variants.len()));
        (counts.len() == populations.len()).then(|| deals.collect()).flatten()
    }

    fn result(self, parts: Vec<Vec<RunStats>>) -> Result<BalanceResult, LabError> {
        let mut parts = parts.into_iter();
        let mut stats = parts.next().unwrap_or_default();
        parts.for_each(|part| stats.iter_mut().zip(&part).for_each(|(stats, part)| stats.merge(part)));
        let stats: Vec<RunStats> = stats.into_iter().take_while(|stats| stats.games() > 0).collect();
        let played: Vec<u64> = stats.iter().map(RunStats::games).collect();
        let provenance = self.setting.provenance(&self.special(), &played)?;
        let minutes = self.minutes();
        let RuleExperiment { config, rules, lab } = self.setting;
        let mut tables = Tables::default();
        for (population, stats) in lab.populations.iter().zip(&stats) {
            tables.add(population, stats, &rules.switches, &minutes, &self.variants);
        }
        let mut opening = Vec::new();
        if config.population.has_tables() {
            let populations = &lab.populations[..stats.len()];
            let endings = matchup_ending::rows(populations, &stats, &rules.switches);
            opening = matchup_ending::sentences(&endings);
            tables.tables = Some(endings);
        }
        let sentences = lab
            .populations
            .iter()
            .zip(&stats)
            .filter_map(|(population, stats)| sentence(population, stats, &rules, &minutes))
            .collect();
        let rules = *rules.switches;
        Ok(BalanceResult { lab, stats, rules, minutes, tables, opening, sentences, provenance })
    }
}

impl BalanceReport {
    fn special(&self) -> ManifestExtras {
        let RuleExperiment { config, lab, .. } = &self.setting;
        let tables = lab.populations.iter().filter(|_| config.population.has_tables());
        let tables = tables.map(Population::table).collect();
        ManifestExtras { tables, minutes: Some(self.minutes()), ..ManifestExtras::default() }
    }

    /// Returns the assumed minutes under these rules.
    fn minutes(&self) -> TimeAssumptions {
        self.setting.config.minutes.for_rules(&self.setting.rules.switches)
    }
}

/// Returns the sentences on how a population's games end, who has the better seat, and how long they take.
fn sentence(
    population: &Population,
    stats: &RunStats,
    rules: &RuleSet,
    minutes: &TimeAssumptions,
) -> Option<String> {
    if rules.switches.players == Players::Three {
        return three_player::sentence(population, stats, &rules.switches);
    }
    let played = &stats.all().played;
    let [decided, shared] = [EndingKind::Tokens, EndingKind::Shared]
        .map(|kind| played.share(Statistic::Ladder(GameGroup::All, kind)));
    let (tied, shared) = (decided?.complement(), shared?);
    let games = [stats.games(), population.lineup.schedule.games()];
    let spread = minutes.spread(&played.timed_games(&rules.switches))?;
    let tied = (tied.value, tied.interval?);
    let ending = tie_sentence(
        &population.labels(),
        (&rules.name, &rules.set),
        games,
        tied,
        shared.value,
        [TABLE_PLACES; 2],
    );
    let white = played.score(Statistic::White(None))?;
    let advantage = seat_sentence(white.value, white.interval?, SEAT_MARGIN, TABLE_PLACES);
    Some([ending, advantage, TimeAssumptions::sentence(&spread)].join(" "))
}

/// Plays every game of a part once and returns the statistics of each population. After a stop the statistics
/// cover the games played so far, possibly none.
fn play_games(
    lab: &ExperimentSetup,
    rules: Rules,
    variants: &[Variant],
    shard: Shard,
    watch: &RunControl,
) -> Result<Vec<RunStats>, LabError> {
    let counter = watch.count(0, lab.games_of(shard));
    lab.populations
        .iter()
        .map(|population| play_population(lab, population, rules, variants, shard, (watch, counter.done())))
        .collect()
}

fn play_population(
    lab: &ExperimentSetup,
    population: &Population,
    rules: Rules,
    variants: &[Variant],
    shard: Shard,
    (watch, done): (&RunControl, &AtomicU64),
) -> Result<RunStats, LabError> {
    let arena = lab.arena(population, rules)?;
    let schedule = &population.lineup.schedule;
    let recorder = StatsRecorder { rules, schedule, variants, done };
    let mut stats = RunStats::new(schedule, variants.len());
    if watch.is_over() {
        return Ok(stats);
    }
    run_games::play(&arena, shard.range(schedule.deals()), &recorder, watch, |block| {
        stats.merge(&block.output);
        watch.flow()
    })?;
    Ok(stats)
}
