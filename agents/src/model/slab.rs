//! Memory for large tables.
//!
//! Tables of tens of megabytes that are read at random spend much of their time in looking pages up. An anonymous map
//! can ask for large pages, which a vector cannot; where there are none, it is plain memory.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::MmapMut;

/// What a thread panics with that finds no memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// How much was asked for.
    pub bytes: usize,
}

/// A slice of zeros to begin with, in large pages if the system has them.
pub(super) struct Slab<T> {
    map: MmapMut,
    items: PhantomData<T>,
}

impl<T: Pod> Slab<T> {
    /// Room for `len` items; panics with [`OutOfMemory`] if there is none.
    pub(super) fn zeroed(len: usize) -> Slab<T> {
        let bytes = len.max(1) * size_of::<T>();
        let map = MmapMut::map_anon(bytes).unwrap_or_else(|_| std::panic::panic_any(OutOfMemory { bytes }));
        #[cfg(target_os = "linux")]
        map.advise(memmap2::Advice::HugePage).ok();
        Slab { map, items: PhantomData }
    }
}

impl<T: Pod> Deref for Slab<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.map)
    }
}

impl<T: Pod> DerefMut for Slab<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slab_is_zeros_and_keeps_what_is_written() {
        let mut slab = Slab::<u16>::zeroed(1000);
        assert!(slab.len() >= 1000 && slab.iter().all(|&item| item == 0));
        slab[999] = 7;
        assert_eq!(slab[999], 7);
    }
}
