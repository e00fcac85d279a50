//! A run beside the interpreter: it plays on threads of its own while the calling one looks for Ctrl-C and shows progress.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, mem, thread};

use overhear_lab::setup::{StoredCommands, UnknownCommands};
use overhear_lab::{ErrorKind, LabError, Progress, RunControl, StopHandle};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::active_runs::ActiveRun;
use crate::errors::{exception, interrupted};
use crate::pool::{own_pool, shared_pool};

/// The Python module that shows progress and remarks.
const PROGRESS: &str = "overhear._progress";

/// How long a class that is at work has for its answers after Ctrl-C before it is interrupted itself.
const GRACE: Duration = Duration::from_secs(1);

/// How long Ctrl-C waits at most before it is seen.
const LOOK: Duration = Duration::from_millis(50);

/// Those who play in Python: what goes wrong with them, and how they are stopped.
pub(crate) trait PythonAgents {
    /// Returns `true` if a class plays.
    fn are_any(&self) -> bool;

    /// Whether an exception has come out of one.
    fn have_failed(&self) -> bool;

    /// The first exception that has come out of one.
    fn failure(&self, py: Python<'_>) -> Option<PyErr>;

    /// Raises `KeyboardInterrupt` in those that are at work.
    fn interrupt(&self, py: Python<'_>) -> PyResult<()>;
}

/// No listener.
impl PythonAgents for () {
    fn are_any(&self) -> bool {
        false
    }

    fn have_failed(&self) -> bool {
        false
    }

    fn failure(&self, _: Python<'_>) -> Option<PyErr> {
        None
    }

    fn interrupt(&self, _: Python<'_>) -> PyResult<()> {
        Ok(())
    }
}

/// How a run is played: on how many threads, and who is told how far it is.
pub(crate) struct RunOptions<'py> {
    /// Threads; one for each core if nothing is said.
    pub(crate) threads: Option<u16>,
    /// Called with games counted and games in all, now and then.
    pub(crate) progress: Option<Bound<'py, PyAny>>,
    /// The classes that play.
    pub(crate) python_agents: &'py dyn PythonAgents,
}

impl RunOptions<'_> {
    /// On all cores, without progress and without Python agents.
    pub(crate) const QUIET: RunOptions<'static> =
        RunOptions { threads: None, progress: None, python_agents: &() };
}

/// Runs a job without the interpreter's lock. Ctrl-C, or an exception of `progress`, stops it after the games in flight.
///
/// # Errors
/// What the job ends in, as an exception; what stopped it, if something did.
pub(crate) fn watched<T, J>(py: Python<'_>, way: &RunOptions<'_>, job: J) -> PyResult<T>
where
    T: Send,
    J: FnOnce(&RunControl) -> Result<T, LabError> + Send,
{
    let (stop, listener) = (StopHandle::default(), Arc::new(ProgressListener::default()));
    let watch = RunControl {
        stop: stop.clone(),
        progress: Arc::clone(&listener) as _,
        ..permitting(&RunControl::default(), false)
    };
    let active = ActiveRun::begin(&stop).ok_or_else(|| shutting_down(py))?;
    py.import(PROGRESS)?.call_method0("forget")?;
    let pool = if way.python_agents.are_any() { own_pool(way.threads) } else { shared_pool(way.threads) };
    let pool = pool.map_err(|error| exception(py, &error))?;
    // Nothing is sent: dropping `done` closes the channel, so that this thread wakes as soon as the job ends.
    let (done, mut end) = channel::<()>();
    let (result, stopped) = thread::scope(|scope| {
        let run = scope.spawn(move || {
            let result = pool.install(|| job(&watch));
            drop(done);
            result
        });
        let stopped = look_on(py, way, &mut end, (&stop, &active), &listener);
        (py.detach(|| run.join()), stopped)
    });
    // Ctrl-C comes before a failure of a Python agent, and that before the error of the laboratory, which only follows from it.
    let failure = way.python_agents.failure(py);
    let result = match (result, &failure) {
        (Ok(result), _) => result,
        (Err(_), Some(failure)) => return Err(stopped.unwrap_or_else(|| failure.clone_ref(py))),
        (Err(panic), None) => resume_unwind(panic),
    };
    warn(py, &listener.warnings())?;
    match (result, stopped, failure) {
        (Ok(result), None, None) => Ok(result),
        (Ok(_), Some(stopped), _) => Err(stopped),
        (Err(error), Some(stopped), _) => Err(reason(py, &error, stopped)),
        (Ok(_), None, Some(failure)) => Err(failure),
        (Err(error), None, Some(failure)) => Err(unfinished(py, &error, failure)),
        (Err(error), None, None) => Err(exception(py, &error)),
    }
}

/// Returns the run control with which commands that stand in files of results are started, if that is allowed.
pub(crate) fn permitting(watch: &RunControl, run_bots: bool) -> RunControl {
    let unknown = if run_bots { UnknownCommands::Start } else { UnknownCommands::Refuse };
    RunControl { stored_commands: StoredCommands::of_user(unknown), ..watch.clone() }
}

/// Does work that looks at no stop handle without the interpreter's lock: it reads files, or computes once. On Ctrl-C it is left
/// to end by itself, and what comes of it is dropped; so it must not write.
///
/// # Errors
/// What the work ends in, as an exception; what interrupted it.
pub(crate) fn abandoned_on_interrupt<T, J>(py: Python<'_>, job: J) -> PyResult<T>
where
    T: Send + 'static,
    J: FnOnce() -> Result<T, LabError> + Send + 'static,
{
    let stop = StopHandle::default();
    let _active = ActiveRun::begin(&stop).ok_or_else(|| shutting_down(py))?;
    py.import(PROGRESS)?.call_method0("forget")?;
    let (done, mut end) = channel();
    // Threads of its own: in the shared pool, abandoned work would keep threads from the next run.
    let pool = own_pool(None).map_err(|error| exception(py, &error))?;
    pool.spawn(move || drop(done.send(catch_unwind(AssertUnwindSafe(job)))));
    loop {
        let end = &mut end;
        match py.detach(move || end.recv_timeout(LOOK)) {
            Ok(Ok(result)) => return result.map_err(|error| exception(py, &error)),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) if stop.is_asked() => return Err(shutting_down(py)),
            Err(_) => heed(py)?,
        }
    }
}

/// The exception at the interpreter's end.
fn shutting_down(py: Python<'_>) -> PyErr {
    interrupted(py, &LabError::runtime("the interpreter is shutting down; no more games are played"))
}

/// Waits for the end of the run; returns what stopped it, if something did.
fn look_on(
    py: Python<'_>,
    way: &RunOptions<'_>,
    end: &mut Receiver<()>,
    (stop, active): (&StopHandle, &ActiveRun),
    listener: &ProgressListener,
) -> Option<PyErr> {
    let mut stopped: Option<PyErr> = None;
    let (mut patience, mut is_stuck) = (None, false);
    loop {
        let end = &mut *end;
        let over = py.detach(move || end.recv_timeout(LOOK)) != Err(RecvTimeoutError::Timeout);
        if stopped.is_none() {
            stopped = heed(py).and_then(|()| report_progress(way, listener)).err();
            patience = stopped.is_some().then(|| Instant::now() + GRACE);
        }
        if stopped.is_some() || way.python_agents.have_failed() {
            stop.ask();
        }
        if over {
            return stopped;
        }
        if patience.take_if(|end| Instant::now() > *end).is_some() {
            // A class may wait for a run of its own, on whatever thread.
            active.stop_later();
            is_stuck = way.python_agents.interrupt(py).is_ok() && way.python_agents.are_any();
        } else if is_stuck && heed(py).is_err() {
            let _ = py.import(PROGRESS).and_then(|progress| progress.call_method0("give_up"));
        }
    }
}

/// Raises what signals and other threads want raised in this thread.
///
/// Signals are for the main thread. An exception that another thread has sent here is raised only where Python runs.
fn heed(py: Python<'_>) -> PyResult<()> {
    py.check_signals()?;
    py.import(PROGRESS)?.call_method0("heed").map(drop)
}

/// Tells how far the run is.
fn report_progress(way: &RunOptions<'_>, listener: &ProgressListener) -> PyResult<()> {
    match (&way.progress, listener.games()) {
        (Some(progress), Some(games)) => progress.call1(games).map(drop),
        _ => Ok(()),
    }
}

/// What is raised for a run that was stopped: the run's own sentence about Ctrl-C, and else the exception itself.
fn reason(py: Python<'_>, error: &LabError, stopped: PyErr) -> PyErr {
    let is_interruption = error.kind() == ErrorKind::Interrupted || error.unfinished().is_some();
    if is_interruption && stopped.is_instance_of::<PyKeyboardInterrupt>(py) {
        return interrupted(py, error);
    }
    stopped
}

/// The exception of a class, with the directory from which the run can go on.
fn unfinished(py: Python<'_>, error: &LabError, failure: PyErr) -> PyErr {
    let directory = error.unfinished().map(|run| run.directory.clone());
    directory
        .map_or(Ok(()), |directory| failure.value(py).setattr("directory", directory))
        .err()
        .unwrap_or(failure)
}

/// Passes remarks on that may change the meaning of a result.
pub(crate) fn warn(py: Python<'_>, lines: &[String]) -> PyResult<()> {
    if lines.is_empty() {
        return Ok(());
    }
    py.import(PROGRESS)?.call_method1("remark", (lines,)).map(drop)
}

/// Returns the working folder of Python; empty where there is none any more, and names of files then stay as they are.
pub(crate) fn working_folder() -> PathBuf {
    env::current_dir().unwrap_or_default()
}

/// Messages of a run, kept until they are read.
#[derive(Default)]
struct ProgressListener(Mutex<ListenerState>);

/// What a run has told while it plays.
#[derive(Default)]
struct ListenerState {
    games: Option<GameCount>,
    warnings: Vec<String>,
}

/// Games that are counted while they are played, and how many there will be.
struct GameCount {
    done: Arc<AtomicU64>,
    total: u64,
}

impl ProgressListener {
    fn lock(&self) -> MutexGuard<'_, ListenerState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games are counted, and of how many, once they have begun.
    fn games(&self) -> Option<(u64, u64)> {
        self.lock().games.as_ref().map(|games| (games.done.load(Ordering::Relaxed), games.total))
    }

    /// The warnings since they were asked for last.
    fn warnings(&self) -> Vec<String> {
        mem::take(&mut self.lock().warnings)
    }
}

impl Progress for ProgressListener {
    fn begin(&self, done: &Arc<AtomicU64>, total: u64) {
        self.lock().games = Some(GameCount { done: Arc::clone(done), total });
    }

    fn warn(&self, line: &str) {
        self.lock().warnings.push(line.to_owned());
    }
}
