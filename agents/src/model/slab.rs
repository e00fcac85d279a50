//! Memory for large tables.
//!
//! Tables of tens of megabytes that are read at random spend much of their time in looking pages up. An anonymous map
//! can ask for large pages, which a vector cannot; where there are none, it is plain memory. WebAssembly has no maps: there
//! it is a vector.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;

/// What a thread panics with that finds no memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// How much was asked for.
    pub bytes: usize,
}

/// A slice of zeros to begin with, in large pages if the system has them.
pub(super) struct Slab<T> {
    bytes: Bytes,
    items: PhantomData<T>,
}

/// Bytes that begin where any number may.
#[cfg(not(target_family = "wasm"))]
type Bytes = memmap2::MmapMut;

/// So many bytes of zeros; nothing if there is no memory for them.
#[cfg(not(target_family = "wasm"))]
fn zeros(bytes: usize) -> Option<Bytes> {
    let map = Bytes::map_anon(bytes).ok()?;
    #[cfg(target_os = "linux")]
    map.advise(memmap2::Advice::HugePage).ok();
    Some(map)
}

/// Bytes that begin where any number may: a vector of the widest ones.
#[cfg(target_family = "wasm")]
struct Bytes {
    numbers: Vec<u128>,
    len: usize,
}

/// So many bytes of zeros; nothing if there is no memory for them.
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
        let Some(found) = zeros(bytes) else { std::panic::panic_any(OutOfMemory { bytes }) };
        Slab { bytes: found, items: PhantomData }
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
