//! Control of a run: a stop handle and progress reports.

use std::fmt::{self, Display};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::bot_entry::BotEntry;
use crate::bot_requests::RequestLimits;
use crate::error::LabError;
use crate::stored_commands::{StoredBots, StoredCommands};

/// A handle that stops runs from another thread or a signal handler. Runs end after the games in flight.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_stop_requested: AtomicBool,
    remains: Mutex<SavedProgress>,
}

/// Files of a run that matter if the program exits at once.
#[derive(Debug)]
enum SavedProgress {
    /// Files and new directories to remove.
    Litter(Vec<PathBuf>),
    /// A checkpoint, and the directory to resume from.
    Checkpoint { command: &'static str, file: PathBuf, directory: PathBuf },
}

impl Default for SavedProgress {
    fn default() -> SavedProgress {
        SavedProgress::Litter(Vec::new())
    }
}

/// State that an abandoned run leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExitState {
    /// Nothing: all files were removed.
    Nothing,
    /// A checkpoint: this command resumes the run from this directory.
    Checkpoint(&'static str, PathBuf),
    /// A checkpoint that has disappeared.
    Lost,
}

impl StopHandle {
    /// Requests a stop. Returns `true` if it had been requested before.
    pub fn ask(&self) -> bool {
        self.0.is_stop_requested.swap(true, Ordering::Relaxed)
    }

    /// Returns `true` if a stop was requested.
    pub fn is_asked(&self) -> bool {
        self.0.is_stop_requested.load(Ordering::Relaxed)
    }

    /// Checks that no stop was requested, between two units of work.
    ///
    /// # Errors
    /// Returns an interruption if a stop was requested.
    pub fn check(&self) -> Result<(), LabError> {
        if self.is_asked() { Err(LabError::interrupted("interrupted")) } else { Ok(()) }
    }

    /// Cleans up before an immediate exit. Returns what is left of the run.
    pub fn abandon(&self) -> ExitState {
        match &*self.remains() {
            SavedProgress::Litter(litter) => {
                for path in litter.iter().rev() {
                    drop(fs::remove_file(path).or_else(|_| fs::remove_dir(path)));
                }
                ExitState::Nothing
            }
            SavedProgress::Checkpoint { command, file, directory } if file.exists() => {
                ExitState::Checkpoint(command, directory.clone())
            }
            SavedProgress::Checkpoint { .. } => ExitState::Lost,
        }
    }

    /// Registers a file or directory for removal, in case of an exit before the first checkpoint.
    pub(crate) fn remember(&self, path: &Path) {
        if let SavedProgress::Litter(litter) = &mut *self.remains() {
            litter.push(path.to_owned());
        }
    }

    /// Records that there is a checkpoint, which this command resumes.
    pub fn remember_checkpoint(&self, command: &'static str, file: &Path, directory: &Path) {
        let (file, directory) = (file.to_owned(), directory.to_owned());
        *self.remains() = SavedProgress::Checkpoint { command, file, directory };
    }

    fn remains(&self) -> MutexGuard<'_, SavedProgress> {
        self.0.remains.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Receiver of progress reports. Every method does nothing by default.
pub trait Progress: Send + Sync {
    /// Called when games begin. `done` counts them up to `total`; its initial value counts games of earlier
    /// sessions.
    fn begin(&self, done: &Arc<AtomicU64>, total: u64) {
        let _ = (done, total);
    }

    /// Called when a part of the games is counted. `leader` computes a line on the leading agent.
    fn leader(&self, leader: &dyn Fn() -> String) {
        let _ = leader;
    }

    /// The counter of a run of which these games are a part, if they are.
    fn counter_of_all(&self) -> Option<Arc<AtomicU64>> {
        None
    }

    /// Called after the last game.
    fn end(&self) {}

    /// Receives a remark, in one line.
    fn note(&self, line: &str) {
        let _ = line;
    }

    /// Receives a warning that may affect the meaning of a result.
    fn warn(&self, line: &str) {
        let _ = line;
    }
}

impl Progress for () {}

/// Control of an experiment, passed beside its configuration. The default never stops and reports nothing.
#[derive(Clone)]
pub struct RunControl {
    /// Stops the run.
    pub stop: StopHandle,
    /// Receives progress updates.
    pub progress: Arc<dyn Progress>,
    /// What bots may be asked.
    pub requests: RequestLimits,
    /// Whether commands that stand in files of results are started.
    pub stored_commands: StoredCommands,
    /// The file of results that names the bots, if the user does not.
    pub stored_bots: Option<Arc<StoredBots>>,
}

impl fmt::Debug for RunControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunControl").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl Default for RunControl {
    fn default() -> RunControl {
        RunControl {
            stop: StopHandle::default(),
            progress: Arc::new(()),
            requests: RequestLimits::default(),
            stored_commands: StoredCommands::default(),
            stored_bots: None,
        }
    }
}

impl RunControl {
    /// Returns `true` if the run should stop.
    pub fn is_over(&self) -> bool {
        self.stop.is_asked()
    }

    /// Returns the control flow after a block of deals: continue, unless a stop was requested.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns an error if the run should stop.
    ///
    /// # Errors
    /// Returns an error for an interruption.
    pub fn check_stop(&self) -> Result<(), LabError> {
        if self.is_over() { Err(LabError::interrupted("interrupted")) } else { Ok(()) }
    }

    /// Returns the counts, unless a stop has cut them short.
    pub fn finished<T>(&self, counted: T) -> Option<T> {
        (!self.is_over()).then_some(counted)
    }

    /// Counts games from `before` to `total`. Dropping the counter ends the progress display.
    pub fn count(&self, before: u64, total: u64) -> Counter {
        if let Some(done) = self.progress.counter_of_all() {
            return Counter { done, progress: Arc::new(()) };
        }
        let done = Arc::new(AtomicU64::new(before));
        self.progress.begin(&done, total);
        Counter { done, progress: Arc::clone(&self.progress) }
    }

    /// The same for a part of a run, whose games are counted with those of the others.
    #[must_use]
    pub fn part_of(&self, all: &Counter) -> RunControl {
        let progress = PartProgress { all: Arc::clone(&all.done), progress: Arc::clone(&self.progress) };
        RunControl { progress: Arc::new(progress), ..self.clone() }
    }

    /// Returns the same for a run whose settings stand in a file of results. Bots that the file describes are not started until
    /// they play.
    #[must_use]
    pub fn with_stored_bots(&self, file: impl Display, entries: Vec<BotEntry>) -> RunControl {
        let stored = StoredBots { file: file.to_string(), entries };
        RunControl { stored_bots: Some(Arc::new(stored)), ..self.clone() }
    }

    /// Passes remarks on.
    pub fn note(&self, lines: &[String]) {
        lines.iter().for_each(|line| self.progress.note(line));
    }
}

/// Counter of games in progress.
pub struct Counter {
    done: Arc<AtomicU64>,
    progress: Arc<dyn Progress>,
}

impl Counter {
    /// Returns the count.
    pub fn done(&self) -> &AtomicU64 {
        &self.done
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.progress.end();
    }
}

/// Progress of a part of a run, of which only the whole is shown.
pub(crate) struct PartProgress {
    all: Arc<AtomicU64>,
    progress: Arc<dyn Progress>,
}

impl Progress for PartProgress {
    fn counter_of_all(&self) -> Option<Arc<AtomicU64>> {
        Some(Arc::clone(&self.all))
    }

    fn note(&self, line: &str) {
        self.progress.note(line);
    }

    fn warn(&self, line: &str) {
        self.progress.warn(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_before_the_first_checkpoint_goes_with_the_program() {
        let dir = tempfile::tempdir().expect("a directory");
        let (folder, file) = (dir.path().join("made"), dir.path().join("made/log"));
        fs::create_dir(&folder).expect("made");
        fs::write(&file, "rows").expect("written");
        let stop = StopHandle::default();
        assert!(!stop.ask() && stop.ask() && stop.is_asked());
        stop.remember(&folder);
        stop.remember(&file);
        assert_eq!(stop.abandon(), ExitState::Nothing);
        assert!(!folder.exists());
        stop.remember_checkpoint("tune", &file, dir.path());
        assert_eq!(stop.abandon(), ExitState::Lost);
        fs::create_dir(&folder).expect("made");
        fs::write(&file, "a checkpoint").expect("written");
        assert_eq!(stop.abandon(), ExitState::Checkpoint("tune", dir.path().to_owned()));
    }
}
