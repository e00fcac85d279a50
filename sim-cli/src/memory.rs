//! Memory: an allocation failure gives a sentence and exit code 1 instead of a signal, and unused memory is
//! returned before games are played.
#![allow(
    unsafe_code,
    reason = "an allocator cannot be written without; every call goes to the system's own, unchanged"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write as _;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use overhear_agents::words::{EMBEDDED_FILES, LANGUAGE_FILES};

/// The system's allocator, with an orderly exit on failure.
#[derive(Debug)]
pub struct Allocator;

/// Returns memory that was needed to prepare words and tables to the system: memory that the allocator keeps
/// after it was freed, and the pages of embedded word data, which are read from the program's file again on
/// access.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn give_back() {
    for file in EMBEDDED_FILES.iter().chain(&LANGUAGE_FILES) {
        let pages = file.content.as_ptr_range();
        let [start, end] = [pages.start.addr().next_multiple_of(PAGE), pages.end.addr() / PAGE * PAGE];
        // SAFETY: whole pages of a constant that is never written, so the file has the only other copy.
        unsafe {
            libc::madvise(
                pages.start.with_addr(start).cast_mut().cast(),
                end.saturating_sub(start),
                libc::MADV_DONTNEED,
            );
        }
    }
    // SAFETY: takes a number, and may be called from any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Does nothing on other systems.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) const fn give_back() {}

/// Upper bound of the page size. Whole blocks of this size consist of whole pages.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const PAGE: usize = 1 << 16;

/// Returns the memory, or ends the program on null without allocating.
fn non_null(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() {
        drop(writeln!(std::io::stderr(), "error: not enough memory for {bytes} more bytes"));
        std::process::exit(1);
    }
    memory
}

// SAFETY: the system's allocator keeps the contract, and receives every call unchanged.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        non_null(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and the memory came from the system's allocator.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        non_null(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`, and the memory came from the system's allocator.
        non_null(unsafe { System.realloc(memory, layout, size) }, size)
    }
}
