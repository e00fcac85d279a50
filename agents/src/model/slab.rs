//! Memory for large tables.
//!
//! Random reads in tables of tens of megabytes spend much time on page look-ups. An anonymous map can ask for
//! large pages, which a vector cannot; without large pages it is plain memory. WebAssembly has no maps, so
//! there it is a vector.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;

/// Panic payload when there is no memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The number of bytes requested.
    pub bytes: usize,
}

/// A slice of zeros to begin with, in large pages if the system has them.
pub(super) struct Slab<T> {
    bytes: Bytes,
    items: PhantomData<T>,
}

/// Zeroed bytes, aligned for any number.
#[cfg(not(target_family = "wasm"))]
type Bytes = memmap2::MmapMut;

/// Returns zeroed bytes; `None` if there is no memory for them.
#[cfg(not(target_family = "wasm"))]
fn zeros(bytes: usize) -> Option<Bytes> {
    let map = Bytes::map_anon(bytes).ok()?;
    #[cfg(target_os = "linux")]
    map.advise(memmap2::Advice::HugePage).ok();
    Some(map)
}

/// Zeroed bytes, aligned for any number: a vector of the widest integers.
#[cfg(target_family = "wasm")]
struct Bytes {
    numbers: Vec<u128>,
    len: usize,
}

/// Returns zeroed bytes; `None` if there is no memory for them.
#[cfg(target_family = "wasm")]
fn zeros(bytes: usize) -> Option<Bytes> {
    let (mut numbers, len) = (Vec::new(), bytes.div_ceil(size_of::<u128>()));
    numbers.try_reserve_exact(len).ok()?;
    numbers.resize(len, 0);
    Some(Bytes { numbers, len: bytes })
}

#[cfg(target_family = "wasm")]
impl Deref for Bytes {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.numbers)[..self.len]
    }
}

#[cfg(target_family = "wasm")]
impl DerefMut for Bytes {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.numbers)[..self.len]
    }
}

impl<T: Pod> Slab<T> {
    /// Room for `len` items; panics with [`OutOfMemory`] if there is none.
    pub(super) fn zeroed(len: usize) -> Slab<T> {
        let bytes = len.max(1) * size_of::<T>();
        let Some(memory) = zeros(bytes) else { std::panic::panic_any(OutOfMemory { bytes }) };
        Slab { bytes: memory, items: PhantomData }
    }
}

impl<T: Pod> Deref for Slab<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.bytes)
    }
}

impl<T: Pod> DerefMut for Slab<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.bytes)
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
