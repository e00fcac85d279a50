//! What a run tells while it plays.

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use overhear_lab::Progress;

/// Messages of a run, kept until they are read.
#[derive(Default)]
pub(crate) struct ProgressListener(Mutex<ListenerState>);

/// What was said.
#[derive(Default)]
struct ListenerState {
    games: Option<(Arc<AtomicU64>, u64)>,
    warnings: Vec<String>,
}

impl ProgressListener {
    fn lock(&self) -> MutexGuard<'_, ListenerState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games are counted, and of how many, once they have begun.
    pub(crate) fn games(&self) -> Option<(u64, u64)> {
        self.lock().games.as_ref().map(|(done, total)| (done.load(Ordering::Relaxed), *total))
    }

    /// The warnings since they were asked for last.
    pub(crate) fn warnings(&self) -> Vec<String> {
        mem::take(&mut self.lock().warnings)
    }
}

impl Progress for ProgressListener {
    fn begin(&self, done: &Arc<AtomicU64>, total: u64) {
        self.lock().games = Some((Arc::clone(done), total));
    }

    fn warn(&self, line: &str) {
        self.lock().warnings.push(line.to_owned());
    }
}
