//! Playing of a report's games.

use std::sync::atomic::AtomicU64;

use overhear_engine::rules::Rules;

use super::stats_recorder::{RunStats, StatsRecorder};
use super::variant::Variant;
use crate::error::LabError;
use crate::experiment::{ExperimentSetup, Population};
use crate::run_control::RunControl;
use crate::run_games;
use crate::tournament::Shard;

/// Plays every game of a part once and returns the statistics of each population. After a stop the statistics
/// cover the games played so far, possibly none.
pub(super) fn play_games(
    lab: &ExperimentSetup,
    rules: Rules,
    variants: &[Variant],
    shard: Shard,
    watch: &RunControl,
) -> Result<Vec<RunStats>, LabError> {
    let counter = watch.count(0, lab.games_of(shard));
    let play =
        |population| play_population(lab, population, rules, (variants, shard), (watch, counter.done()));
    lab.populations.iter().map(play).collect()
}

fn play_population(
    lab: &ExperimentSetup,
    population: &Population,
    rules: Rules,
    (variants, shard): (&[Variant], Shard),
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
