//! A large table in equal parts, each filled on first use.

use std::slice::ChunksExactMut;
use std::sync::{Mutex, OnceLock, PoisonError};

use self_cell::{MutBorrow, self_cell};

use super::slab::Slab;

/// Parts of equal length in one piece of memory, in the order of first use.
///
/// Unused parts take no memory.
pub(crate) struct LazyTable(SlabAndParts);

self_cell!(
    struct SlabAndParts {
        owner: MutBorrow<Slab<u16>>,
        #[not_covariant]
        dependent: PartTable,
    }
);

struct PartTable<'a> {
    rest: Mutex<ChunksExactMut<'a, u16>>,
    filled: Box<[OnceLock<&'a [u16]>]>,
}

impl LazyTable {
    /// Creates `count` empty parts of `len` numbers.
    pub(crate) fn new(count: usize, len: usize) -> LazyTable {
        LazyTable(SlabAndParts::new(MutBorrow::new(Slab::zeroed(count * len)), |memory| PartTable {
            rest: Mutex::new(memory.borrow_mut().chunks_exact_mut(len)),
            filled: (0..count).map(|_| OnceLock::new()).collect(),
        }))
    }

    /// Returns a part by its number. The first caller fills it while concurrent callers wait, so `fill` must
    /// not wait for another thread.
    #[inline]
    pub(crate) fn get(&self, number: usize, fill: impl FnOnce(&mut [u16])) -> &[u16] {
        self.0.with_dependent(|_, split| {
            *split.filled[number].get_or_init(|| {
                let part = split.rest.lock().unwrap_or_else(PoisonError::into_inner).next();
                let part = part.expect("there is memory for each part");
                fill(part);
                part
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_filled_once_whoever_asks() {
        let parts = LazyTable::new(5, 3);
        let written = |n: usize| {
            parts.get(n, |part| part.iter_mut().zip(10 * n..).for_each(|(number, v)| *number = v as u16))[0]
        };
        std::thread::scope(|scope| {
            for first in 0..4 {
                let numbers = move || (first..first + 5).map(|n| written(n % 5)).sum::<u16>();
                scope.spawn(move || assert_eq!(numbers(), 100));
            }
        });
        assert_eq!(parts.get(4, |_| unreachable!("it is filled")), [40, 41, 42]);
    }
}
