//! What happens when there is no memory left: a sentence and exit code 1, in the place of a signal.
#![allow(
    unsafe_code,
    reason = "an allocator cannot be written without; every call goes to the system's own, unchanged"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write as _;

/// The system's allocator, which ends the program where it has nothing more to give.
#[derive(Debug)]
pub struct Allocator;

/// The memory, if there is some; otherwise the program ends. Nothing is allocated on the way.
fn given(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() {
        drop(writeln!(std::io::stderr(), "error: there is no memory for {bytes} more bytes"));
        std::process::exit(1);
    }
    memory
}

// SAFETY: the system's allocator keeps the contract, and gets every call as it came.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and the memory came from the system's allocator.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`, and the memory came from the system's allocator.
        given(unsafe { System.realloc(memory, layout, size) }, size)
    }
}
