//! The threads that play.

use std::collections::BTreeMap;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use overhear_lab::LabError;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Pools by process and number of threads. A forked process has the memory of another's pool but none of its threads: it
/// starts its own.
static POOLS: Mutex<BTreeMap<(u32, usize), Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());

/// A pool of so many threads, one for each core if nothing is said; started once a process.
pub(crate) fn pool(threads: Option<u16>) -> Result<Arc<ThreadPool>, LabError> {
    let threads = overhear_lab::threads(threads)?;
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let place = (process::id(), threads);
    if let Some(pool) = pools.get(&place) {
        return Ok(Arc::clone(pool));
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = built.map_err(|error| LabError::runtime(format_args!("cannot start the threads: {error}")))?;
    Ok(Arc::clone(pools.entry(place).or_insert_with(|| Arc::new(pool))))
}
