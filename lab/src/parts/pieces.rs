//! How the driver plays an experiment on rules: piece by piece where its steps are kept, so that it goes on after an interruption.

use std::time::{Duration, Instant};

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use super::request::{ExperimentRequest, with_config};
use super::result::ExperimentResult;
use super::sealed_part::{deals_of, identity};
use crate::error::LabError;
use crate::experiment::{Shardable, ShardableConfig, publish};
use crate::partial_result::PartialResult;
use crate::run::{CheckpointStore, Experiment, KeptExperiment, StepLog};
use crate::run_control::RunControl;
use crate::setup::{OutConfig, nameable, seed};
use crate::tournament::Shard;

/// The most pieces; a power of two.
const MOST_PIECES: u64 = 1 << 12;

/// Deals of the first piece.
const FIRST_DEALS: u64 = 256;

/// What a piece takes: longer ones are halved, shorter ones doubled.
const PIECE_TIME: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// A finished piece.
#[derive(Serialize, Deserialize)]
struct FinishedPiece<C> {
    shard: Shard,
    counts: C,
}

impl Experiment for ExperimentRequest {
    type Output = ExperimentResult;

    fn command(&self) -> &'static str {
        with_config!(self, config => command_of(config))
    }

    fn seeded(mut self) -> ExperimentRequest {
        with_config!(&mut self, config => draw_seed(config));
        self
    }

    fn with_registry(mut self, registry: &Registry) -> ExperimentRequest {
        self.set_registry(registry);
        self
    }

    fn play(
        &self,
        watch: &RunControl,
        log: &mut StepLog,
    ) -> Result<PartialResult<ExperimentResult>, LabError> {
        let result = if log.keeps_steps() {
            with_config!(self, config => play_pieces(config, log, watch).map(ExperimentResult::from))?
        } else {
            self.play_whole(&OutConfig::default(), watch)?
        };
        let stopped = result.tabled().provenance().stopped.clone();
        Ok(PartialResult::with_status(result, stopped))
    }
}

impl KeptExperiment for ExperimentRequest {
    fn check_names(&self) -> Result<(), LabError> {
        with_config!(self, config => check_names(config))
    }

    fn publish(&self, result: &ExperimentResult, store: CheckpointStore) -> Result<(), LabError> {
        publish(result.tabled(), store.into_dir())
    }
}

/// Draws the seed where none is given, and forgets the directory, which the checkpoint stands in.
fn draw_seed<C: ShardableConfig>(config: &mut C) {
    *config = config.clone().writing_to(&OutConfig::default());
    let population = config.population_mut();
    population.seed = Some(seed(population.seed).0);
}

/// Refuses files whose names cannot stand in a checkpoint.
fn check_names<C: ShardableConfig>(config: &C) -> Result<(), LabError> {
    let population = config.population();
    nameable(population.words.files().chain(population.players.files()), "a checkpoint")
}

/// Returns the command that plays a configuration.
fn command_of<C: ShardableConfig>(_: &C) -> &'static str {
    C::COMMAND
}

/// Plays all pieces of an experiment in their order, of which the log may have the first.
fn play_pieces<C: ShardableConfig>(
    config: &C,
    log: &mut StepLog,
    watch: &RunControl,
) -> Result<<C::Experiment as Shardable>::Result, LabError> {
    let mut experiment = C::Experiment::prepare(config, watch)?;
    log.begin(&identity::<C>(&experiment))?;
    experiment.lab_mut().other_builds.extend(log.other_builds());
    experiment.seat()?;
    experiment.announce(watch);
    let counter = watch.count(0, experiment.lab().games() * experiment.arms());
    let part_watch = watch.part_of(&counter);
    let mut pieces = PieceSchedule::new(&experiment);
    let mut parts = Vec::new();
    while let Some(shard) = pieces.next() {
        let games = experiment.lab().games_of(shard) * experiment.arms();
        let (began, mut cut) = (Instant::now(), None);
        let piece = log.step((counter.done(), games), || {
            let counts = experiment.play(shard, &part_watch)?;
            if is_whole(&experiment, shard, &counts) {
                return Ok(Some(FinishedPiece { shard, counts }));
            }
            cut = Some(counts);
            Ok(None)
        })?;
        let Some(FinishedPiece { shard, counts }) = piece else {
            parts.extend(cut);
            break;
        };
        pieces.finished(shard, began.elapsed());
        parts.push(counts);
        if let Some(enough) = experiment.enough(&parts) {
            parts.truncate(enough);
            break;
        }
    }
    drop(counter);
    experiment.result(parts)
}

/// Returns `true` if every deal of a piece is counted.
fn is_whole<E: Shardable>(experiment: &E, shard: Shard, counts: &E::Counts) -> bool {
    experiment.deals(counts) == Some(deals_of(experiment.lab(), shard))
}

/// The pieces of an experiment. How large they are depends on time; what they come to together does not.
struct PieceSchedule {
    /// How many of the smallest pieces there are, a power of two.
    all: u64,
    /// How many of them are finished.
    done: u64,
    /// How many of them a piece shall have, a power of two.
    size: u64,
}

impl PieceSchedule {
    fn new<E: Shardable>(experiment: &E) -> PieceSchedule {
        let populations = experiment.lab().populations.iter();
        let deals =
            populations.map(|population| population.lineup.schedule.deals()).max().unwrap_or(1).max(1);
        let all = (1 << deals.ilog2()).min(MOST_PIECES);
        PieceSchedule {
            all,
            done: 0,
            size: (FIRST_DEALS * all / deals).clamp(1, all).next_power_of_two().min(all),
        }
    }

    /// Returns the next piece.
    fn next(&self) -> Option<Shard> {
        if self.done >= self.all {
            return None;
        }
        let aligned = if self.done == 0 { self.all } else { 1 << self.done.trailing_zeros() };
        let size = self.size.min(aligned);
        Shard::new(self.done / size + 1, self.all / size).ok()
    }

    /// Goes on behind a piece that took so long.
    fn finished(&mut self, shard: Shard, took: Duration) {
        self.done = self.all / shard.count() * shard.index();
        let [short, long] = PIECE_TIME;
        if took < short {
            self.size = (2 * self.size).min(self.all);
        } else if took > long {
            self.size = (self.size / 2).max(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_lie_end_to_end_whatever_they_take() {
        for times in [[0, 0, 0], [5, 5, 5], [0, 5, 2], [2, 0, 0]] {
            let mut pieces = PieceSchedule { all: 64, done: 0, size: 2 };
            let (mut end, mut count) = (0, 0);
            while let Some(shard) = pieces.next() {
                let range = shard.range(1000);
                assert_eq!(range.start, end);
                end = range.end;
                pieces.finished(shard, Duration::from_secs(times[count % 3]));
                count += 1;
            }
            assert_eq!(end, 1000, "{times:?}");
            assert!((4..=64).contains(&count), "{count} pieces");
        }
    }
}
