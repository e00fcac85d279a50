//! Who watches a run: a handle that stops it, and somebody who is told how far it is.

use std::fmt;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A handle that stops runs from another thread, or from a signal: they end after the games in flight.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<State>);

#[derive(Debug, Default)]
struct State {
    asked: AtomicBool,
    remains: Mutex<SavedProgress>,
}

/// What remains of a run whose program ends at once.
#[derive(Debug)]
enum SavedProgress {
    /// Files and new directories, which go away with the program.
    Litter(Vec<PathBuf>),
    /// A checkpoint, and the directory to go on from.
    Checkpoint { file: PathBuf, directory: PathBuf },
}

impl Default for SavedProgress {
    fn default() -> SavedProgress {
        SavedProgress::Litter(Vec::new())
    }
}

/// What a program leaves behind that ends in the midst of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExitState {
    /// Nothing: what was written is removed.
    Nothing,
    /// A checkpoint; the run goes on from this directory.
    Checkpoint(PathBuf),
    /// A checkpoint that is not there any more.
    Lost,
}

impl StopHandle {
    /// Asks runs to stop; tells whether they were asked before.
    pub fn ask(&self) -> bool {
        self.0.asked.swap(true, Ordering::Relaxed)
    }

    /// Returns `true` if runs shall stop.
    pub fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// Clears up for a program that ends at once, and says what is left of its run.
    pub fn abandon(&self) -> ExitState {
        match &*self.remains() {
            SavedProgress::Litter(litter) => {
                let remove = |path: &PathBuf| drop(fs::remove_file(path).or_else(|_| fs::remove_dir(path)));
                litter.iter().rev().for_each(remove);
                ExitState::Nothing
            }
            SavedProgress::Checkpoint { file, directory } if file.exists() => {
                ExitState::Checkpoint(directory.clone())
            }
            SavedProgress::Checkpoint { .. } => ExitState::Lost,
        }
    }

    /// Remembers a file or a directory that was made, for the case that the program ends before the first
    /// checkpoint.
    pub(crate) fn remember(&self, path: &Path) {
        if let SavedProgress::Litter(litter) = &mut *self.remains() {
            litter.push(path.to_owned());
        }
    }

    /// There is a checkpoint from now on.
    pub(crate) fn can_go_on(&self, file: &Path, directory: &Path) {
        *self.remains() =
            SavedProgress::Checkpoint { file: file.to_owned(), directory: directory.to_owned() };
    }

    fn remains(&self) -> MutexGuard<'_, SavedProgress> {
        self.0.remains.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who is told how far a run is. Every method does nothing unless it is written.
pub trait Progress: Send + Sync {
    /// Games begin: `done` counts them up to `total`; those before it are of earlier programs.
    fn begin(&self, done: &Arc<AtomicU64>, total: u64) {
        let _ = (done, total);
    }

    /// Returns a part of the games is counted; `leader` works out who leads, in a line.
    fn leader(&self, leader: &dyn Fn() -> String) {
        let _ = leader;
    }

    /// No more games are played.
    fn end(&self) {}

    /// A remark, in a line.
    fn note(&self, line: &str) {
        let _ = line;
    }

    /// A remark that ends in how the run goes on if it is interrupted: `command` from `directory`.
    fn unfinished(&self, remark: &str, command: &'static str, directory: &Path) {
        let _ = (remark, command, directory);
    }

    /// A remark that may change what a result means.
    fn warn(&self, line: &str) {
        let _ = line;
    }
}

impl Progress for () {}

/// What every experiment takes beside its configuration. The default never stops and says nothing.
#[derive(Clone)]
pub struct RunControl {
    /// Stops it.
    pub stop: StopHandle,
    /// Is told how far it is.
    pub progress: Arc<dyn Progress>,
}

impl fmt::Debug for RunControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl Default for RunControl {
    fn default() -> RunControl {
        RunControl { stop: StopHandle::default(), progress: Arc::new(()) }
    }
}

impl RunControl {
    /// Returns `true` if the run shall stop.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_asked()
    }

    /// What a run says after each block of deals: on, unless it shall stop.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// What was counted, if no stop has cut it short.
    pub(crate) fn finished<T>(&self, counted: T) -> Option<T> {
        (!self.is_over()).then_some(counted)
    }

    /// Counts games from `before` towards `total`; progress ends when the counter is dropped.
    pub(crate) fn count(&self, before: u64, total: u64) -> Counter {
        let done = Arc::new(AtomicU64::new(before));
        self.progress.begin(&done, total);
        Counter { done, progress: Arc::clone(&self.progress) }
    }

    /// Makes remarks.
    pub(crate) fn note(&self, lines: &[String]) {
        lines.iter().for_each(|line| self.progress.note(line));
    }
}

/// Counts games while they are played.
pub(crate) struct Counter {
    done: Arc<AtomicU64>,
    progress: Arc<dyn Progress>,
}

impl Counter {
    /// Returns the count.
    pub(crate) fn done(&self) -> &AtomicU64 {
        &self.done
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.progress.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_before_the_first_checkpoint_goes_with_the_program() {
        let dir = tempfile::tempdir().expect("a directory");
        let (made, file) = (dir.path().join("made"), dir.path().join("made/log"));
        fs::create_dir(&made).expect("made");
        fs::write(&file, "rows").expect("written");
        let stop = StopHandle::default();
        assert!(!stop.ask() && stop.ask() && stop.is_asked());
        stop.remember(&made);
        stop.remember(&file);
        assert_eq!(stop.abandon(), ExitState::Nothing);
        assert!(!made.exists());
        stop.can_go_on(&file, dir.path());
        assert_eq!(stop.abandon(), ExitState::Lost);
        fs::create_dir(&made).expect("made");
        fs::write(&file, "a checkpoint").expect("written");
        assert_eq!(stop.abandon(), ExitState::Checkpoint(dir.path().to_owned()));
    }
}
