//! Signals that were ignored when the program began, as `nohup` and `trap '' TERM` ask for: they stay ignored.

#![expect(unsafe_code, reason = "the standard library cannot ask what becomes of a signal")]

/// The signals that a handler of this program would take.
const HEARD: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// Those of the signals that are ignored.
pub(super) struct IgnoredSignals(Vec<libc::c_int>);

impl IgnoredSignals {
    /// Asks which signals are ignored. To be called before a handler is set.
    pub(super) fn now() -> IgnoredSignals {
        IgnoredSignals(HEARD.into_iter().filter(|&signal| is_ignored(signal)).collect())
    }

    /// Ignores the signals again, after a handler was set for all.
    pub(super) fn ignore(&self) {
        for &signal in &self.0 {
            // SAFETY: ignoring a signal runs no code of this program.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
    }
}

pub(super) fn is_ignored(signal: libc::c_int) -> bool {
    // SAFETY: an action of zeros is a valid value, which `sigaction` overwrites; without a new action it changes nothing.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
    }
}
