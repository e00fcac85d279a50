//! Work shared among threads: by rayon, or on the calling thread alone if the crate is built without the feature `parallel`.
//!
//! Results keep the order of their items, so they do not depend on the number of threads.

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// Returns the number of threads that share work.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}

/// Runs two functions, at the same time if a thread is free, and returns both results.
#[cfg(feature = "parallel")]
pub(crate) fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    rayon::join(first, second)
}

/// Returns the results of a function for all items.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().map(function).collect()
}

/// The same for few items that each take long: rayon could give one thread a long run of them.
#[cfg(feature = "parallel")]
pub(crate) fn map_singly<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().with_max_len(1).map(function).collect()
}

/// Calls a function with each item.
#[cfg(feature = "parallel")]
pub(crate) fn for_each_mut<T: Send>(items: &mut [T], function: impl Fn(&mut T) + Sync + Send) {
    // A pool of one thread would only add the cost of handing tasks over.
    if threads() == 1 {
        items.iter_mut().for_each(function);
    } else {
        items.par_iter_mut().for_each(function);
    }
}

/// Runs two functions, one after the other, and returns both results.
#[cfg(not(feature = "parallel"))]
pub(crate) fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}

/// Returns the results of a function for all items.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(items: &[T], function: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(function).collect()
}

/// The same: only threads tell few items from many.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_singly<T, R>(items: &[T], function: impl Fn(&T) -> R) -> Vec<R> {
    map(items, function)
}

/// Calls a function with each item.
#[cfg(not(feature = "parallel"))]
pub(crate) fn for_each_mut<T>(items: &mut [T], function: impl Fn(&mut T)) {
    items.iter_mut().for_each(function);
}
