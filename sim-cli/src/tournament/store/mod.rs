//! What a run keeps on the disk: a work area with logs and checkpoints while it plays, a result when it is done.
//!
//! Everything in the directory is either there whole or not at all. The work area is a hidden directory; a run that
//! ends before its time leaves it behind, and another goes on from there.

mod checkpoint;
mod growing;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::course::Course;
use super::interrupt;
use super::log::LogFiles;
use super::sequential::Sequential;
use crate::cli::TournamentArgs;
use crate::failure::{Failure, Named as _};
use crate::output::{ResultDir, WorkArea, own_command};
use crate::setup::Build;
pub(super) use checkpoint::{Checkpoint, Order};
pub(crate) use checkpoint::{sealed, try_to_read};
pub(super) use growing::GrowingFile;

/// How often a checkpoint is written when nothing is said, in seconds.
const EVERY: u32 = 30;

/// The directory of a run, and what goes into every checkpoint.
pub(super) struct Store {
    dir: ResultDir,
    /// The logs of the run.
    pub(super) logs: LogFiles,
    order: Order,
    every: Duration,
    saved: Instant,
    clock: Clock,
}

/// How long a run has played, earlier parts included.
struct Clock {
    before: f64,
    started: Instant,
}

impl Clock {
    fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }
}

impl Store {
    /// Begins a run in the directory that the arguments name.
    pub(super) fn begin(out: &Path, args: &TournamentArgs, order: Order) -> Result<Store, Failure> {
        let dir = ResultDir::begin(out, args.out.force)?;
        let logs = LogFiles::create(args, |name| {
            interrupt::remember(&dir.work.file(name));
            GrowingFile::create(dir.work.new_file(name)?)
        })?;
        Ok(Store::new(dir, logs, args, order, 0.0))
    }

    /// Takes up a run from its checkpoint.
    pub(super) fn resume(found: Found, args: &TournamentArgs) -> Result<(Store, Checkpoint), Failure> {
        let Found { dir, checkpoint, .. } = found;
        let logs = LogFiles::create(args, |name| {
            dir.take_back(name)?;
            let sum = checkpoint.logs.get(name).ok_or_else(|| {
                Failure::content(dir.path().display(), format_args!("the checkpoint has no {name}"))
            })?;
            GrowingFile::reopen(dir.work.file(name), sum)
        })?;
        let store = Store::new(dir, logs, args, checkpoint.order.clone(), checkpoint.seconds);
        interrupt::can_resume(store.advice());
        Ok((store, checkpoint))
    }

    fn new(dir: ResultDir, logs: LogFiles, args: &TournamentArgs, order: Order, before: f64) -> Store {
        let every = Duration::from_secs(args.checkpoint.unwrap_or(EVERY).into());
        let clock = Clock { before, started: Instant::now() };
        Store { dir, logs, order, every, saved: Instant::now(), clock }
    }

    /// How long the run has played.
    pub(super) fn seconds(&self) -> f64 {
        self.clock.seconds()
    }

    /// A path in the work area of a file that is not there.
    #[cfg(feature = "parquet")]
    pub(super) fn new_file(&self, name: &str) -> Result<PathBuf, Failure> {
        self.dir.work.new_file(name)
    }

    /// A path in the work area.
    #[cfg(feature = "parquet")]
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.dir.work.file(name)
    }

    /// What goes on with this run.
    pub(super) fn command(&self) -> String {
        own_command(&["tournament", "--resume", &self.dir.path().display().to_string()])
    }

    /// What can be done when the disk has failed.
    pub(super) fn advice(&self) -> Advice {
        Advice { checkpoint: WorkArea::checkpoint_in(self.dir.path()), command: self.command() }
    }

    /// Writes a checkpoint if it is time.
    pub(super) fn save_if_due(&mut self, course: &Course) -> Result<(), Failure> {
        if self.saved.elapsed() < self.every { Ok(()) } else { self.save(course).map(drop) }
    }

    /// Writes a checkpoint.
    pub(super) fn save(&mut self, course: &Course) -> Result<Checkpoint, Failure> {
        let checkpoint = Checkpoint {
            order: self.order.clone(),
            build: Build::own(),
            other_builds: course.other_builds.clone(),
            seconds: self.seconds(),
            next: course.next,
            tally: course.tally.clone(),
            test: course.test.as_ref().map(Sequential::state),
            logs: self.logs.sync()?,
        };
        self.dir.work.save(&checkpoint.seal())?;
        interrupt::can_resume(self.advice());
        self.saved = Instant::now();
        Ok(checkpoint)
    }

    /// The directory, for the result.
    pub(super) fn into_dir(self) -> ResultDir {
        self.dir
    }

    /// Throws away what there is to go on from.
    pub(super) fn discard(self) -> Result<(), Failure> {
        self.dir.work.clear()
    }
}

/// What can be done when the disk has failed.
pub(in crate::tournament) struct Advice {
    checkpoint: PathBuf,
    command: String,
}

impl Advice {
    /// Whether there is anything left to go on from.
    pub(super) fn can_go_on(&self) -> bool {
        self.checkpoint.exists()
    }

    /// What goes on from there.
    pub(super) fn command(&self) -> &str {
        &self.command
    }

    /// The failure, and what can be done about it.
    pub(super) fn add_to(&self, failure: Failure) -> Failure {
        if self.can_go_on() {
            failure.advise(format_args!("the last checkpoint is kept: {}", self.command))
        } else {
            failure.advise("the checkpoint is gone as well: the standings so far are all there is")
        }
    }
}

/// A run that was interrupted.
pub(super) struct Found {
    dir: ResultDir,
    /// What it has come to.
    pub(super) checkpoint: Checkpoint,
    /// Where that stands.
    pub(super) file: PathBuf,
}

/// Looks for an interrupted run in a directory.
pub(super) fn find(path: &Path) -> Result<Found, Failure> {
    let path = std::path::absolute(path).named(path.display())?;
    let dir = ResultDir::resume(&path)?;
    let file = WorkArea::checkpoint_in(&path);
    let checkpoint = Checkpoint::read(&file)?;
    Ok(Found { dir, checkpoint, file })
}

/// Whether a run was interrupted in a directory.
pub(super) fn has_unfinished(path: &Path) -> bool {
    WorkArea::checkpoint_in(path).exists()
}
