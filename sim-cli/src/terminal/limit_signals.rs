//! Limits of the shell (`ulimit`): the program ends with a sentence in the place of a signal.
//!
//! A file that reaches the limit of file sizes fails as on a full disk. The limit of processor time is an interruption, like
//! Ctrl-C, which keeps the checkpoint.

#![expect(unsafe_code, reason = "the standard library sets no handlers and no limits")]

use std::sync::atomic::{AtomicBool, Ordering};

/// The most seconds before the end that are left to finish games and to write a checkpoint.
const LEFT: libc::rlim_t = 10;

static IS_SAID: AtomicBool = AtomicBool::new(false);

const SAID: &[u8] = b"the limit of processor time (ulimit -t) is nearly reached\n";

/// Sets both handlers. To be called before threads and bots begin; bots have the signals as they were.
pub(crate) fn heed_limits() {
    handle(libc::SIGXFSZ, write_on);
    handle(libc::SIGXCPU, interrupt);
    leave_time();
}

/// Lets the write fail, which names the file.
extern "C" fn write_on(_: libc::c_int) {}

/// Says why, and interrupts the run once: the system repeats the signal each second.
extern "C" fn interrupt(_: libc::c_int) {
    if !IS_SAID.swap(true, Ordering::Relaxed) {
        // SAFETY: `write` and `kill` may be called in a handler; the text is static.
        unsafe {
            libc::write(libc::STDERR_FILENO, SAID.as_ptr().cast(), SAID.len());
            libc::kill(libc::getpid(), libc::SIGTERM);
        }
    }
}

/// Sets a handler, but for a signal that was ignored when the program began.
fn handle(signal: libc::c_int, handler: extern "C" fn(libc::c_int)) {
    if super::ignored_signals::is_ignored(signal) {
        return;
    }
    // SAFETY: an action of zeros is a valid value, whose handler then is set; the handlers call only what a handler may.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(signal, &raw const action, std::ptr::null_mut());
    }
}

/// Moves the first limit of processor time before the second, at which the system kills the program: `ulimit -t` sets both to
/// one value.
fn leave_time() {
    // SAFETY: both calls read or write the value alone.
    unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_CPU, &raw mut limit) == 0 && limit.rlim_max != libc::RLIM_INFINITY {
            let first = limit.rlim_max - LEFT.min(limit.rlim_max / 2);
            limit.rlim_cur = limit.rlim_cur.min(first);
            libc::setrlimit(libc::RLIMIT_CPU, &raw const limit);
        }
    }
}
