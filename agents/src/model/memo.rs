//! A thread-safe memo that computes values without holding the lock.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Computed values, each with its key.
pub(crate) struct Memo<K, V>(Mutex<Vec<(K, Arc<V>)>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        Memo(Mutex::new(Vec::new()))
    }
}

impl<K: PartialEq, V> Memo<K, V> {
    /// Creates an empty memo.
    pub(crate) const fn new() -> Memo<K, V> {
        Memo(Mutex::new(Vec::new()))
    }

    /// Returns the value of a key, computing it on first use.
    ///
    /// No lock is held meanwhile, because the pool's threads may need another value. If two threads compute
    /// one value, the first result stored wins.
    pub(crate) fn get(&self, key: K, work_out: impl FnOnce() -> V) -> Arc<V> {
        if let Some(value) = find(&self.all(), &key) {
            return value;
        }
        let new = Arc::new(work_out());
        let mut all = self.all();
        find(&all, &key).unwrap_or_else(|| {
            all.push((key, Arc::clone(&new)));
            new
        })
    }

    /// Removes the values that are not in use.
    pub(crate) fn forget_unused(&self) {
        self.all().retain(|(_, value)| Arc::strong_count(value) > 1);
    }

    fn all(&self) -> MutexGuard<'_, Vec<(K, Arc<V>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn find<K: PartialEq, V>(all: &[(K, Arc<V>)], key: &K) -> Option<Arc<V>> {
    all.iter().find(|(known, _)| known == key).map(|(_, value)| Arc::clone(value))
}

/// Returns the value of a cell, computing it on first use.
///
/// Two threads may compute it at once; neither waits, so the function is safe on any thread of a pool.
pub(super) fn without_waiting<T>(cell: &OnceLock<T>, work_out: impl FnOnce() -> T) -> &T {
    cell.get().unwrap_or_else(|| {
        let new = work_out();
        cell.get_or_init(|| new)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_worked_out_once_and_again_when_it_was_forgotten() {
        let memo = Memo::default();
        let one = memo.get(1, || "one");
        assert!(Arc::ptr_eq(&one, &memo.get(1, || unreachable!("it is there"))));
        assert_eq!(*memo.get(2, || "two"), "two");
        memo.forget_unused();
        assert_eq!((*memo.get(1, || "again"), *memo.get(2, || "again")), ("one", "again"));
    }
}
