//! A run beside the interpreter: it plays on threads of its own while the calling one looks for Ctrl-C and shows progress.

use std::ffi::CString;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use overhear_lab::{ErrorKind, LabError, Stop, Watch};
use pyo3::exceptions::{PyKeyboardInterrupt, PyUserWarning};
use pyo3::prelude::*;

use crate::errors::exception;
use crate::listening::Listener;
use crate::pool::pool;

/// How long Ctrl-C waits at most before it is seen.
const LOOK: Duration = Duration::from_millis(50);

/// How a run is played: on how many threads, and who is told how far it is.
pub(crate) struct Way<'py> {
    /// Threads; one for each core if nothing is said.
    pub(crate) threads: Option<u16>,
    /// Called with games counted and games in all, now and then.
    pub(crate) progress: Option<Bound<'py, PyAny>>,
}

/// Runs a job without the interpreter's lock. Ctrl-C, or an exception of `progress`, stops it after the games in flight.
///
/// # Errors
/// What the job ends in, as an exception; what stopped it, if something did.
pub(crate) fn watched<T, J>(py: Python<'_>, way: &Way<'_>, job: J) -> PyResult<T>
where
    T: Send,
    J: FnOnce(&Watch) -> Result<T, LabError> + Send,
{
    let (stop, listener) = (Stop::default(), Arc::new(Listener::default()));
    let watch = Watch { stop: stop.clone(), progress: Arc::clone(&listener) as _ };
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
    let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    warn(py, &listener.warnings())?;
    match (result, stopped) {
        (Ok(result), None) => Ok(result),
        (Ok(_), Some(stopped)) => Err(stopped),
        (Err(error), Some(stopped)) => Err(reason(py, &error, stopped)),
        (Err(error), None) => Err(exception(py, &error)),
    }
}

/// Looks on until the run ends; what it was stopped by, if something did.
fn look_on(
    py: Python<'_>,
    way: &Way<'_>,
    end: &mut Receiver<()>,
    stop: &Stop,
    listener: &Listener,
) -> Option<PyErr> {
    let mut stopped = None;
    loop {
        let end = &mut *end;
        let over = py.detach(move || end.recv_timeout(LOOK)) != Err(RecvTimeoutError::Timeout);
        if stopped.is_none() {
            stopped = py.check_signals().and_then(|()| tell(way, listener)).err();
            if stopped.is_some() {
                stop.ask();
            }
        }
        if over {
            return stopped;
        }
    }
}

/// Tells how far the run is.
fn tell(way: &Way<'_>, listener: &Listener) -> PyResult<()> {
    match (&way.progress, listener.games()) {
        (Some(progress), Some(games)) => progress.call1(games).map(drop),
        _ => Ok(()),
    }
}

/// What is raised for a run that was stopped: the run's own sentence about Ctrl-C, and else the exception itself.
fn reason(py: Python<'_>, error: &LabError, stopped: PyErr) -> PyErr {
    if error.kind() == ErrorKind::Interrupted && stopped.is_instance_of::<PyKeyboardInterrupt>(py) {
        return exception(py, error);
    }
    stopped
}

/// Passes remarks on that may change what a result means.
pub(crate) fn warn(py: Python<'_>, lines: &[String]) -> PyResult<()> {
    lines.iter().try_for_each(|line| {
        let line = CString::new(line.as_str())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &line, 2)
    })
}
