//! Work side by side.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does `work` for every number below `count`, several at a time, and returns the answers in the order of the
/// numbers.
pub(crate) fn each<T: Send>(at_a_time: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let mut answers: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..at_a_time)
            .map(|_| {
                scope.spawn(|| {
                    let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                    numbers.take_while(|&n| n < count).map(|n| (n, work(n))).collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("the work does not panic")).collect()
    });
    answers.sort_by_key(|&(n, _)| n);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_worked_on_once_and_in_order() {
        for at_a_time in [1, 3, 9] {
            assert_eq!(each(at_a_time, 5, |n| n * n), [0, 1, 4, 9, 16]);
        }
        assert!(each(2, 0, |n| n).is_empty());
    }
}
