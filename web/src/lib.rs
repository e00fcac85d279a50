//! The laboratory in a browser: the same requests as `sim-cli serve`, behind a C interface.
//!
//! A page writes a request as UTF-8 into memory from [`allocate`], calls [`ask`], reads the reply at the returned address, and
//! frees both with [`release`]. [`load_words`] loads the words of another language than English before the first request.
//! [`overhear_report::page_api`] lists the requests. A panic ends the instance; [`panic_message`] then returns its message.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::RefCell;
use std::panic;
use std::ptr;
use std::sync::Once;

use overhear_report::page_api::{self, PageApi};

thread_local! {
    static PAGE: RefCell<PageApi> = RefCell::default();
    static PANIC_MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

static HOOK: Once = Once::new();

/// Returns the layout of `len` bytes, at least one.
fn layout(len: usize) -> Layout {
    Layout::array::<u8>(len.max(1)).expect("a request fits in memory")
}

/// Allocates `len` bytes and returns their address.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(len: usize) -> *mut u8 {
    // SAFETY: the layout is never empty.
    unsafe { alloc(layout(len)) }
}

/// Frees memory that [`allocate`] or a function that returns a text has allocated. A text of length 0 has none.
///
/// # Safety
/// The memory was allocated with this length and is freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(start: *mut u8, len: usize) {
    // SAFETY: by the caller's promise; a text is allocated with its exact length.
    unsafe { dealloc(start, layout(len)) }
}

/// Answers the request at `start`. The upper half of the result is the address of the reply, the lower its length in bytes.
///
/// # Safety
/// The caller has written `len` bytes there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(start: *const u8, len: usize) -> u64 {
    HOOK.call_once(|| panic::set_hook(Box::new(|info| PANIC_MESSAGE.set(info.to_string()))));
    // SAFETY: the caller's promise.
    let request = unsafe { std::slice::from_raw_parts(start, len) };
    let request = String::from_utf8_lossy(request);
    leaked_text(PAGE.with_borrow_mut(|page| page.ask(&request)))
}

/// Loads the words of a language. At `start` are `code_len` bytes of its code, then the bundle of its files. Returns an error
/// message as [`ask`] returns a reply, empty on success. Takes over the memory: the caller must not release it.
///
/// # Safety
/// The caller has written `len` bytes there, into memory that [`allocate`] returned for `len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn load_words(start: *mut u8, code_len: usize, len: usize) -> u64 {
    // SAFETY: the caller's promise; the allocation had this length.
    let mut code = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(start, len)) }.into_vec();
    let bundle = code.split_off(code_len.min(len));
    let loaded = page_api::load_words(&String::from_utf8_lossy(&code), bundle);
    leaked_text(loaded.map_or_else(|error| error.to_string(), |()| String::new()))
}

/// Returns the message of the panic that ended the instance, as [`ask`] returns a reply.
#[unsafe(no_mangle)]
pub extern "C" fn panic_message() -> u64 {
    leaked_text(PANIC_MESSAGE.take())
}

/// Leaks a text to the page, which releases it, and returns its address and length as [`ask`] does.
fn leaked_text(text: String) -> u64 {
    let bytes = text.into_bytes().into_boxed_slice();
    let len = bytes.len() as u64;
    (Box::into_raw(bytes).cast::<u8>() as usize as u64) << 32 | len
}
