//! A run beside the interpreter: it plays on threads of its own while the calling one looks for Ctrl-C and shows progress.

use std::ffi::CString;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use overhear_lab::{ErrorKind, LabError, RunControl, StopHandle};
use pyo3::exceptions::{PyKeyboardInterrupt, PyUserWarning};
use pyo3::prelude::*;

use crate::errors::{exception, interrupted};
use crate::listening::ProgressListener;
use crate::pool::pool;

/// How long a class that is at work has for its answers after Ctrl-C before it is interrupted itself.
const GRACE: Duration = Duration::from_secs(1);

/// How long Ctrl-C waits at most before it is seen.
const LOOK: Duration = Duration::from_millis(50);

/// Those who play in Python: what goes wrong with them, and how they are stopped.
pub(crate) trait PythonAgents {
    /// Whether an exception has come out of one.
    fn have_failed(&self) -> bool;

    /// The first exception that has come out of one.
    fn failure(&self, py: Python<'_>) -> Option<PyErr>;

    /// Raises `KeyboardInterrupt` in those that are at work.
    fn interrupt(&self, py: Python<'_>) -> PyResult<()>;
}

/// Nobody.
impl PythonAgents for () {
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
    pub(crate) guests: &'py dyn PythonAgents,
}

impl RunOptions<'_> {
    /// On all cores; nobody is told, and no class plays.
    pub(crate) const QUIET: RunOptions<'static> = RunOptions { threads: None, progress: None, guests: &() };
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
    let watch = RunControl { stop: stop.clone(), progress: Arc::clone(&listener) as _ };
    let pool = pool(way.threads).map_err(|error| exception(py, &error))?;
    let (done, mut end) = channel::<()>();
    let (result, stopped) = thread::scope(|scope| {
        let run = scope.spawn(move || {
            let result = pool.install(|| job(&watch));
            drop(done);
            result
        });
        let stopped = look_on(py, way, &mut end, &stop, &listener);
        (py.detach(|| run.join()), stopped)
    });
    let failure = way.guests.failure(py);
    let result = match (result, &failure) {
        (Ok(result), _) => result,
        (Err(_), Some(failure)) => return Err(stopped.unwrap_or_else(|| failure.clone_ref(py))),
        (Err(panic), None) => std::panic::resume_unwind(panic),
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

/// Looks on until the run ends; what it was stopped by, if something did.
fn look_on(
    py: Python<'_>,
    way: &RunOptions<'_>,
    end: &mut Receiver<()>,
    stop: &StopHandle,
    listener: &ProgressListener,
) -> Option<PyErr> {
    let mut stopped: Option<PyErr> = None;
    let mut patience = None;
    loop {
        let end = &mut *end;
        let over = py.detach(move || end.recv_timeout(LOOK)) != Err(RecvTimeoutError::Timeout);
        if stopped.is_none() {
            stopped = py.check_signals().and_then(|()| report_progress(way, listener)).err();
            patience = stopped.is_some().then(|| Instant::now() + GRACE);
        }
        if stopped.is_some() || way.guests.have_failed() {
            stop.ask();
        }
        if over {
            return stopped;
        }
        if patience.take_if(|end| Instant::now() > *end).is_some() {
            let _ = way.guests.interrupt(py);
        }
    }
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

/// Passes remarks on that may change what a result means.
pub(crate) fn warn(py: Python<'_>, lines: &[String]) -> PyResult<()> {
    lines.iter().try_for_each(|line| {
        let line = CString::new(line.as_str())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &line, 2)
    })
}
