//! Check that one thread and several give equal tables and logs, byte for byte.

use std::num::NonZero;
use std::sync::atomic::AtomicU64;
use std::thread::available_parallelism;

use overhear_engine::arena::{GameNumber, Recorder, Tally};
use overhear_engine::game::{Agent, Game};
use overhear_engine::rules::BySide;
use rayon::{ThreadPool, ThreadPoolBuilder};
use sha2::{Digest as _, Sha256};

use super::{CheckOutcome, replays};
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::run_games;
use crate::table::counted;
use crate::tournament::{LogBuffer, LogDetail, LogWriter, Plan, Summary, arena};

/// A pool of one thread, and a pool of several.
pub(super) struct ThreadPools([ThreadPool; 2]);

impl ThreadPools {
    /// Starts the threads: `threads`, or all cores and at least two.
    pub(super) fn new(threads: Option<u16>) -> Result<ThreadPools, LabError> {
        let several =
            threads.map_or_else(|| available_parallelism().map_or(2, NonZero::get).max(2), usize::from);
        Ok(ThreadPools([pool(1)?, pool(several)?]))
    }

    /// Runs work on several threads.
    pub(super) fn together<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.0[1].install(work)
    }

    /// Runs work on one thread, and again on several.
    pub(super) fn run_in_each<T: Send>(&self, work: impl Fn() -> T + Send + Sync) -> [T; 2] {
        [self.0[0].install(&work), self.0[1].install(&work)]
    }

    /// Compares the outputs of a run on one thread and on several.
    pub(super) fn compare(&self, alone: &RunOutput, together: &RunOutput, games: u64) -> CheckOutcome {
        let threads = self.0[1].current_num_threads();
        let different = alone.differences(together);
        if different.is_empty() {
            let (games, hash) = (counted(games, "game"), alone.hash());
            return Ok(format!(
                "1 thread and {threads}: {games} of the presets of a tournament, one hash {hash}"
            ));
        }
        Err(format!("1 thread and {threads} differ in {}", different.join(", ")))
    }
}

fn pool(threads: usize) -> Result<ThreadPool, LabError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| LabError::runtime(format_args!("cannot start the threads: {error}")))
}

/// Output of a run.
pub(super) struct RunOutput {
    /// Digest of every file, by its name.
    digests: Vec<(&'static str, [u8; 32])>,
    tally: Tally,
    /// The games to replay.
    pub(super) games: Vec<(GameNumber, Game)>,
}

impl RunOutput {
    fn differences(&self, other: &RunOutput) -> Vec<&'static str> {
        let files = self.digests.iter().zip(&other.digests);
        let files = files.filter(|(a, b)| a != b).map(|(a, _)| a.0);
        files.chain((self.tally != other.tally).then_some("the tally")).collect()
    }

    /// Returns the first digits of the digest of all files.
    fn hash(&self) -> String {
        let mut all = Sha256::new();
        self.digests.iter().for_each(|(_, digest)| all.update(digest));
        all.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A [`Recorder`] that writes the rows of every game and keeps some games.
struct SelfcheckRecorder<'a> {
    log_writer: LogWriter<'a>,
    /// The games to keep.
    chosen: Vec<GameNumber>,
}

impl Recorder for SelfcheckRecorder<'_> {
    type Output = (LogBuffer, Vec<(GameNumber, Game)>);

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Self::Output) {
        self.log_writer.game(number, seats, game, &mut output.0);
        if self.chosen.contains(&number) {
            output.1.push((number, game.clone()));
        }
    }
}

/// Plays the whole plan on the current thread pool.
pub(super) fn play(
    plan: &Plan,
    agents: &[Box<dyn Agent>],
    watch: &RunControl,
) -> Result<RunOutput, LabError> {
    let (schedule, labels, done) = (&plan.lineup.schedule, plan.lineup.labels(), AtomicU64::new(0));
    let world = &plan.words.world;
    let recorder = SelfcheckRecorder {
        log_writer: LogWriter::new(LogDetail::Halves, &done, world, schedule, &labels, &plan.rules.switches),
        chosen: replays::choose(plan.seed.0, schedule.games()),
    };
    let (mut tally, mut games) = (Tally::new(schedule), Vec::new());
    let mut logs = [Sha256::new(), Sha256::new()];
    run_games::play(&arena(plan, agents)?, 0..schedule.deals(), &recorder, watch, |block| {
        tally.merge(&block.tally);
        let (output, chosen) = block.output;
        logs.iter_mut().zip(output.texts()).for_each(|(log, rows)| log.update(rows));
        games.extend(chosen);
        watch.flow()
    })?;
    watch.check_stop()?;
    let summary = Summary::new(plan, &tally, None)?;
    let tables =
        summary.tables().into_iter().map(|table| (table.name(), Sha256::digest(table.to_csv()).into()));
    let logs = ["games.csv", "halves.csv"].into_iter().zip(logs.map(|log| log.finalize().into()));
    Ok(RunOutput { digests: tables.chain(logs).collect(), tally, games })
}

#[cfg(test)]
mod tests {
    use overhear_engine::arena::Schedule;

    use super::*;

    fn run_output(rounds: [u8; 32]) -> RunOutput {
        let tally = Tally::new(&Schedule::round_robin(2, 2));
        RunOutput { digests: vec![("rounds.csv", rounds), ("games.csv", [1; 32])], tally, games: Vec::new() }
    }

    #[test]
    fn files_and_counts_that_differ_are_named() {
        let pools = ThreadPools::new(Some(2)).expect("two threads");
        assert!(pools.compare(&run_output([0; 32]), &run_output([0; 32]), 2).is_ok());
        let mut other = run_output([2; 32]);
        other.tally.deals = 1;
        let problem = pools.compare(&run_output([0; 32]), &other, 2).expect_err("they differ");
        assert_eq!(problem, "1 thread and 2 differ in rounds.csv, the tally");
        assert_ne!(run_output([0; 32]).hash(), other.hash());
    }
}
