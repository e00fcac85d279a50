//! The runs that are in progress in this process, so that all of them can be stopped.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use overhear_lab::StopHandle;
use pyo3::prelude::*;

/// Runs in progress, the earliest first. A forked process finds its parent's runs here, and passes over them.
static RUNS: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// The number of the next run.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Whether the interpreter is ending.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Time between two looks at the runs that are to end.
const LOOK: Duration = Duration::from_millis(5);

struct Entry {
    number: u64,
    process: u32,
    stop: StopHandle,
}

/// A run in progress, until it is dropped.
pub(crate) struct ActiveRun(u64);

impl ActiveRun {
    /// Enters a run; nothing if the interpreter is ending.
    pub(crate) fn begin(stop: &StopHandle) -> Option<ActiveRun> {
        let mut runs = runs();
        if IS_ENDING.load(Ordering::SeqCst) {
            return None;
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        runs.push(Entry { number, process: process::id(), stop: stop.clone() });
        Some(ActiveRun(number))
    }

    /// Stops all runs that have begun after this one: those that its players have started.
    pub(crate) fn stop_later(&self) {
        for run in own(&runs()).filter(|run| run.number > self.0) {
            run.stop.ask();
        }
    }
}

impl Drop for ActiveRun {
    fn drop(&mut self) {
        runs().retain(|run| run.number != self.0);
    }
}

/// Stops every run, refuses new ones, and waits this many seconds for the last to end; returns whether it has.
#[pyfunction]
pub(crate) fn end_runs(py: Python<'_>, seconds: f64) -> bool {
    IS_ENDING.store(true, Ordering::SeqCst);
    for run in own(&runs()) {
        run.stop.ask();
    }
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    py.detach(|| {
        while own(&runs()).next().is_some() {
            if Instant::now() > end {
                return false;
            }
            thread::sleep(LOOK);
        }
        true
    })
}

fn runs() -> MutexGuard<'static, Vec<Entry>> {
    RUNS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The runs of this process.
fn own(runs: &[Entry]) -> impl Iterator<Item = &Entry> {
    let process = process::id();
    runs.iter().filter(move |run| run.process == process)
}
