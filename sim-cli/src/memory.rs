//! What happens when there is no memory left: a sentence and exit code 1, in the place of a signal. And
//! memory that is no longer needed is given back before games are played.
#![allow(
    unsafe_code,
    reason = "an allocator cannot be written without; every call goes to the system's own, unchanged"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write as _;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use overhear_agents::words::EMBEDDED_FILES;

/// The system's allocator, which ends the program where it has nothing more to give.
#[derive(Debug)]
pub struct Allocator;

/// Gives the system what was needed while words and tables were prepared: what was freed and its allocator
/// keeps, and the pages of the word data, which are read from the program's file again if somebody asks.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn give_back() {
    for file in &EMBEDDED_FILES {
        let pages = file.content.as_ptr_range();
        let [start, end] = [pages.start.addr().next_multiple_of(PAGE), pages.end.addr() / PAGE * PAGE];
        // SAFETY: whole pages of a constant, of which no copy but that in the file exists: they are never written.
        unsafe {
            libc::madvise(
                pages.start.with_addr(start).cast_mut().cast(),
                end.saturating_sub(start),
                libc::MADV_DONTNEED,
            );
        }
    }
    // SAFETY: it takes a number, and may be called from any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Gives nothing back where it is not known how.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) const fn give_back() {}

/// No page is larger: whole ones of smaller size are in it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const PAGE: usize = 1 << 16;

/// Returns the memory, if there is some; otherwise the program ends. Nothing is allocated on the way.
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
