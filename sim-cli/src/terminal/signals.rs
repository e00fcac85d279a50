//! Signals on Unix: those that were ignored when the program began, and those of the limits of the shell (`ulimit`).
//!
//! Ignored signals, as `nohup` and `trap '' TERM` ask for them, stay ignored. At a limit the program ends with a sentence in the
//! place of a signal: a file that reaches the limit of file sizes fails as on a full disk; the limit of processor time is an
//! interruption, like Ctrl-C, which keeps the checkpoint.

#![expect(
    unsafe_code,
    reason = "the standard library sets no handlers and no limits, and cannot ask for them"
)]

use std::sync::atomic::{AtomicBool, Ordering};

/// The signals that a handler of this program would take.
const HEARD: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// Those of the signals that are ignored, while a handler is set for all.
pub(super) struct IgnoredSignals(Vec<libc::c_int>);

impl IgnoredSignals {
    /// Asks which signals are ignored, and holds them back until they are ignored again: one that comes meanwhile would reach the
    /// handler. To be called before a handler is set and before other threads begin, which would not hold them back.
    pub(super) fn hold() -> IgnoredSignals {
        let ignored = IgnoredSignals(HEARD.into_iter().filter(|&signal| is_ignored(signal)).collect());
        ignored.mask(libc::SIG_BLOCK);
        ignored
    }

    /// Ignores the signals again, after a handler was set for all. Those that were held back are lost with it.
    pub(super) fn ignore(&self) {
        for &signal in &self.0 {
            // SAFETY: ignoring a signal runs no code of this program.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
        self.mask(libc::SIG_UNBLOCK);
    }

    /// Holds the signals back in this thread, or no longer.
    fn mask(&self, how: libc::c_int) {
        // SAFETY: a set of zeros is a valid value, which is emptied before signals are added to it.
        unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            for &signal in &self.0 {
                libc::sigaddset(&raw mut set, signal);
            }
            libc::pthread_sigmask(how, &raw const set, std::ptr::null_mut());
        }
    }
}

fn is_ignored(signal: libc::c_int) -> bool {
    // SAFETY: an action of zeros is a valid value, which `sigaction` overwrites; without a new action it changes nothing.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
    }
}

/// The most seconds before the end that are left to finish games and to write a checkpoint.
const SECONDS_BEFORE_END: libc::rlim_t = 10;

static IS_ANNOUNCED: AtomicBool = AtomicBool::new(false);

const MESSAGE: &[u8] = b"the limit of processor time (ulimit -t) is nearly reached\n";

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
    if !IS_ANNOUNCED.swap(true, Ordering::Relaxed) {
        // SAFETY: `write` and `kill` may be called in a handler; the text is static.
        unsafe {
            libc::write(libc::STDERR_FILENO, MESSAGE.as_ptr().cast(), MESSAGE.len());
            libc::kill(libc::getpid(), libc::SIGTERM);
        }
    }
}

/// Sets a handler, but for a signal that was ignored when the program began.
fn handle(signal: libc::c_int, handler: extern "C" fn(libc::c_int)) {
    if is_ignored(signal) {
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
            let first = limit.rlim_max - SECONDS_BEFORE_END.min(limit.rlim_max / 2);
            limit.rlim_cur = limit.rlim_cur.min(first);
            libc::setrlimit(libc::RLIMIT_CPU, &raw const limit);
        }
    }
}
