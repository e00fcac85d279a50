//! Work on several threads, as far as threads are available.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// Runs all tasks at once, each on its own thread, and returns the results in order. Tasks for which no
/// thread is available run on this one.
pub(crate) fn side_by_side<T: Send, F: FnOnce() -> T + Send>(all: impl Iterator<Item = F>) -> Vec<T> {
    let all: Vec<Mutex<Option<F>>> = all.map(|one| Mutex::new(Some(one))).collect();
    thread::scope(|scope| {
        let begun: Vec<_> = all
            .iter()
            .map(|one| Builder::new().spawn_scoped(scope, move || run(one)).map_err(|_| one))
            .collect();
        let results = begun.into_iter().map(|begun| match begun {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(one) => run(one),
        });
        results.collect()
    })
}

fn run<T, F: FnOnce() -> T>(task: &Mutex<Option<F>>) -> T {
    let task = task.lock().unwrap_or_else(PoisonError::into_inner).take();
    task.expect("each is done once")()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        assert_eq!(side_by_side((0..20).map(|n| move || n * n)), (0..20).map(|n| n * n).collect::<Vec<_>>());
        assert!(side_by_side(std::iter::empty::<fn() -> u8>()).is_empty());
    }
}
