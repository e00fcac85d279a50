//! The threads that play.

use std::collections::BTreeMap;
use std::mem;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use overhear_lab::LabError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::exception;

/// Pools by process and number of threads. A forked process has the memory of its parent's pools but none of their threads,
/// so it starts its own.
static POOLS: Mutex<BTreeMap<(u32, usize), Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());

/// Returns the pool of this many threads that calls share, one thread for each core by default.
///
/// # Errors
/// A number of threads out of range, and a system that gives no threads.
pub(crate) fn shared_pool(threads: Option<u16>) -> Result<Arc<ThreadPool>, LabError> {
    let threads = overhear_lab::threads(threads)?;
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let place = (process::id(), threads);
    if let Some(pool) = pools.get(&place) {
        return Ok(Arc::clone(pool));
    }
    let built = built(ThreadPoolBuilder::new().num_threads(threads))?;
    Ok(Arc::clone(pools.entry(place).or_insert_with(|| Arc::new(built))))
}

/// Returns a pool for a single run.
///
/// A class that is asked for an answer may start a run of its own and wait for it. In a shared pool that run would wait for
/// threads that wait for the answer.
///
/// # Errors
/// As for [`shared_pool`].
pub(crate) fn own_pool(threads: Option<u16>) -> Result<Arc<ThreadPool>, LabError> {
    let threads = overhear_lab::threads(threads)?;
    built(ThreadPoolBuilder::new().num_threads(threads)).map(Arc::new)
}

/// Does short work on all cores, without the interpreter's lock.
///
/// # Errors
/// The error of the work, as an exception.
pub(crate) fn pooled<T: Send>(
    py: Python<'_>,
    job: impl FnOnce() -> Result<T, LabError> + Send,
) -> PyResult<T> {
    py.detach(|| shared_pool(None)?.install(job)).map_err(|error| exception(py, &error))
}

/// Does work on the calling thread alone, also where the work would spread over the global pool.
///
/// The global pool has no threads in a forked process and would never answer there. The thread becomes the only worker of a
/// pool of its own, which costs nothing from the second call on.
pub(crate) fn on_this_thread<T>(job: impl FnOnce() -> T) -> T {
    if rayon::current_thread_index().is_none()
        && let Ok(pool) = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
    {
        // A pool that is dropped dismisses its worker, and this thread goes on.
        mem::forget(pool);
    }
    job()
}

fn built(builder: ThreadPoolBuilder) -> Result<ThreadPool, LabError> {
    builder.build().map_err(|error| LabError::runtime(format_args!("cannot start the threads: {error}")))
}
