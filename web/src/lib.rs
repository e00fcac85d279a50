//! The laboratory in a browser: the same requests as `sim-cli serve`, behind a C interface.
//!
//! A page writes a request as UTF-8 into memory that [`room`] gives it, calls [`ask`] and reads the reply from where the
//! result says; then it gives both back to [`leave`]. [`load_words`] loads the words of another language than English before the
//! first request. [`overhear_report::page_api`] lists the requests. After a panic, which ends the instance, [`last_words`] says what it was
//! about.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::RefCell;
use std::panic;
use std::sync::Once;

use overhear_report::page_api::{self, PageApi};

thread_local! {
    static PAGE: RefCell<PageApi> = RefCell::default();
    static LAST_WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

static HOOK: Once = Once::new();

/// So many bytes, of any alignment.
fn layout(len: usize) -> Layout {
    Layout::array::<u8>(len.max(1)).expect("a request fits in memory")
}

/// Memory for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    // SAFETY: the layout is never empty.
    unsafe { alloc(layout(len)) }
}

/// Gives memory back that [`room`] or [`ask`] gave. A text of length 0 has none.
///
/// # Safety
/// It was given with this length, and is given back once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn leave(start: *mut u8, len: usize) {
    // SAFETY: the caller's promise; a text is allocated with its exact length.
    unsafe { dealloc(start, layout(len)) }
}

/// Answers the request that stands at `start`: the address of the reply in the upper half, its length in the lower.
///
/// # Safety
/// `len` bytes have been written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(start: *const u8, len: usize) -> u64 {
    HOOK.call_once(|| panic::set_hook(Box::new(|info| LAST_WORDS.set(info.to_string()))));
    // SAFETY: the caller's promise.
    let request = unsafe { std::slice::from_raw_parts(start, len) };
    let request = String::from_utf8_lossy(request);
    hand_over(PAGE.with_borrow_mut(|page| page.ask(&request)))
}

/// Loads the words of a language: `code_len` bytes of its code, and a bundle of its files right behind them. The result is empty, or
/// says what is wrong, as that of [`ask`] does. The memory is not given back: the words stay there.
///
/// # Safety
/// `len` bytes have been written there, in memory that [`room`] gave for as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn load_words(start: *mut u8, code_len: usize, len: usize) -> u64 {
    // SAFETY: the caller's promise; the allocation had this length.
    let mut code = unsafe { Vec::from_raw_parts(start, len, len) };
    let bundle = code.split_off(code_len.min(len));
    let loaded = page_api::load_words(&String::from_utf8_lossy(&code), bundle);
    hand_over(loaded.map_or_else(|error| error.to_string(), |()| String::new()))
}

/// What the panic said that has ended the instance, as the result of [`ask`] is.
#[unsafe(no_mangle)]
pub extern "C" fn last_words() -> u64 {
    hand_over(LAST_WORDS.take())
}

fn hand_over(text: String) -> u64 {
    let bytes = text.into_bytes().into_boxed_slice();
    let len = bytes.len() as u64;
    (Box::into_raw(bytes) as *mut u8 as usize as u64) << 32 | len
}
