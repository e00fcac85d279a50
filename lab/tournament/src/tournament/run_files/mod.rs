//! Files of a run: a work area with logs and checkpoints while it plays, a result when it is done.
//!
//! Every file of a result appears complete or not at all. The work area is a hidden directory. An interrupted
//! run leaves it behind, and `--resume` continues from it.

mod checkpoint;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::append_file::AppendFile;
use super::clue_chances::HALVES;
use super::log_writer::LogFiles;
use super::plan::Plan;
use super::run_state::RunState;
use super::sequential::SequentialTest;
use super::{LogDetail, TournamentConfig, TournamentResult, clue_chances, log_format};
use crate::error::{ErrorKind, FileContext as _, LabError};
use crate::run_control::StopHandle;
use crate::setup::Build;
use crate::store::{COUNTS, FileChecksum, ResultDir, SHARD_FILE, TIMING, WorkArea};
use crate::table::{Frame, json};
pub(super) use checkpoint::{Checkpoint, RunRequest};
pub use checkpoint::{sealed, try_to_read};

/// Default number of seconds between two checkpoints.
const EVERY: u32 = 30;

/// The output directory of a run, and the constant contents of its checkpoints.
pub(super) struct RunFiles {
    dir: ResultDir,
    /// The logs of the run.
    pub(super) logs: LogFiles,
    request: RunRequest,
    every: Duration,
    saved: Instant,
    clock: Clock,
    stop: StopHandle,
}

/// Playing time of a run, including earlier sessions.
struct Clock {
    seconds_before: f64,
    started: Instant,
}

impl Clock {
    fn seconds(&self) -> f64 {
        self.seconds_before + self.started.elapsed().as_secs_f64()
    }
}

impl RunFiles {
    /// Begins a run in the output directory.
    pub(super) fn begin(
        out: &Path,
        args: &TournamentConfig,
        plan: &Plan,
        request: RunRequest,
        stop: &StopHandle,
    ) -> Result<RunFiles, LabError> {
        let dir = ResultDir::begin(out, args.out.force, stop)?;
        let logs = LogFiles::create(args, clue_chances::has_columns(plan), |name| {
            stop.remember(&dir.work.file(name));
            AppendFile::create(dir.work.new_file(name)?)
        })?;
        Ok(RunFiles::new(dir, logs, args, request, 0.0, stop))
    }

    /// Resumes a run from its checkpoint.
    pub(super) fn resume(
        interrupted: InterruptedRunFiles,
        args: &TournamentConfig,
        plan: &Plan,
        stop: &StopHandle,
    ) -> Result<(RunFiles, Checkpoint), LabError> {
        let InterruptedRunFiles { dir, checkpoint, .. } = interrupted;
        let logs = LogFiles::create(args, clue_chances::has_columns(plan), |name| {
            let sum = checkpoint.logs.get(name).ok_or_else(|| {
                LabError::content(dir.path().display(), format_args!("the checkpoint has no {name}"))
            })?;
            AppendFile::reopen(dir.work.file(name), sum)
        })?;
        let run_files = RunFiles::new(dir, logs, args, checkpoint.request.clone(), checkpoint.seconds, stop);
        run_files.remember_checkpoint();
        Ok((run_files, checkpoint))
    }

    fn new(
        dir: ResultDir,
        logs: LogFiles,
        args: &TournamentConfig,
        request: RunRequest,
        seconds_before: f64,
        stop: &StopHandle,
    ) -> RunFiles {
        let every = Duration::from_secs(args.checkpoint.unwrap_or(EVERY).into());
        let clock = Clock { seconds_before, started: Instant::now() };
        RunFiles { dir, logs, request, every, saved: Instant::now(), clock, stop: stop.clone() }
    }

    /// Returns the playing time in seconds.
    pub(super) fn seconds(&self) -> f64 {
        self.clock.seconds()
    }

    /// Returns the output directory.
    pub(super) fn directory(&self) -> &Path {
        self.dir.path()
    }

    fn remember_checkpoint(&self) {
        self.stop.remember_checkpoint(
            "tournament",
            &WorkArea::checkpoint_in(self.dir.path()),
            self.dir.path(),
        );
    }

    /// Returns the advice for the case that the disk fails.
    pub(super) fn advice(&self) -> RecoveryHint {
        RecoveryHint {
            checkpoint: WorkArea::checkpoint_in(self.dir.path()),
            directory: self.dir.path().to_owned(),
        }
    }

    /// Writes a checkpoint if one is due.
    pub(super) fn save_if_due(&mut self, state: &RunState) -> Result<(), LabError> {
        if self.saved.elapsed() < self.every { Ok(()) } else { self.save(state).map(drop) }
    }

    /// Writes a checkpoint.
    pub(super) fn save(&mut self, state: &RunState) -> Result<Checkpoint, LabError> {
        let checkpoint = Checkpoint {
            request: self.request.clone(),
            build: Build::own(),
            other_builds: state.other_builds.clone(),
            seconds: self.seconds(),
            next: state.next,
            tally: state.tally.clone(),
            test: state.test.as_ref().map(SequentialTest::state),
            segments: state.segments(),
            // Logs reach the disk before the checkpoint that counts on them. A crash in between leaves longer
            // logs, which a resume truncates.
            logs: self.logs.sync()?,
        };
        // Written to a temporary file and renamed, so the old checkpoint stays valid until the new one is
        // complete.
        self.dir.work.save(&checkpoint.seal())?;
        self.remember_checkpoint();
        self.saved = Instant::now();
        Ok(checkpoint)
    }

    /// Publishes a result: every table, the logs in the requested format, the manifest.
    pub(super) fn publish(
        mut self,
        config: &TournamentConfig,
        state: &RunState,
        result: &TournamentResult,
        timing: Vec<u8>,
    ) -> Result<(), LabError> {
        let mut checkpoint = self.save(state)?;
        // Windows replaces no open file.
        drop(std::mem::take(&mut self.logs));
        if let Some(sum) = checkpoint.logs.get_mut(HALVES) {
            let path = self.dir.work.file(HALVES);
            if clue_chances::drop_columns_if_empty(&path)? {
                // A run that is interrupted from here on is resumed from a checkpoint that knows the shorter file.
                *sum = FileChecksum::of_file(&path)?;
                self.dir.work.save(&checkpoint.seal())?;
            }
        }
        let logs = log_format::convert(checkpoint.logs, config.log_format, &self.dir.work)?;
        let tables = result.tables().into_iter().map(Frame::file);
        let counts =
            (config.log >= LogDetail::Deals).then(|| (COUNTS.to_owned(), json(&state.tally).into_bytes()));
        let texts = tables.chain(counts).chain([(TIMING.to_owned(), timing)]).collect();
        self.dir.publish(texts, logs, &result.manifest)
    }

    /// Publishes a shard: its sealed counts and its logs.
    pub(super) fn publish_shard(mut self, state: &RunState, timing: Vec<u8>) -> Result<(), LabError> {
        let shard = self.save(state)?.without_circumstances();
        // The shard file goes last: its presence says that the logs beside it are complete.
        let last = (SHARD_FILE, shard.seal_shard());
        self.dir.replace(vec![(TIMING.to_owned(), timing)], shard.logs, last)
    }

    /// Discards the work area.
    pub(super) fn discard(&self) -> Result<(), LabError> {
        self.dir.work.clear()
    }
}

/// Advice after a disk failure.
pub(super) struct RecoveryHint {
    checkpoint: PathBuf,
    directory: PathBuf,
}

impl RecoveryHint {
    /// Returns `true` if a checkpoint exists.
    pub(super) fn can_go_on(&self) -> bool {
        self.checkpoint.exists()
    }

    /// Returns the error with the advice added.
    pub(super) fn add_to(&self, error: LabError) -> LabError {
        if error.kind() != ErrorKind::Runtime && !error.is_passing() {
            error
        } else if self.can_go_on() {
            let error = error.and("the last checkpoint is kept:");
            error.with_unfinished("tournament", &self.directory)
        } else {
            let lost = "the checkpoint is gone as well: the standings so far are all there is";
            error.and(lost)
        }
    }
}

/// An interrupted run.
pub(super) struct InterruptedRunFiles {
    dir: ResultDir,
    /// Its last checkpoint.
    pub(super) checkpoint: Checkpoint,
    /// Path of the checkpoint.
    pub(super) file: PathBuf,
}

/// Finds an interrupted run in a directory.
pub(super) fn find(path: &Path, stop: &StopHandle) -> Result<InterruptedRunFiles, LabError> {
    let path = std::path::absolute(path).named(path.display())?;
    let dir = ResultDir::resume(&path, stop)?;
    let file = WorkArea::checkpoint_in(&path);
    let checkpoint = Checkpoint::read(&file)?;
    Ok(InterruptedRunFiles { dir, checkpoint, file })
}

/// Returns `true` if a directory has an interrupted run.
pub(super) fn has_unfinished(path: &Path) -> bool {
    WorkArea::checkpoint_in(path).exists()
}
