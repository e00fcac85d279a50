//! A second try of what a browser did not carry through.

use std::io;
use std::sync::mpsc::RecvTimeoutError;

use anyhow::Result;

use crate::process;
use crate::verdict::PartEnd;
use crate::webdriver::ErrorReply;

/// Tries a part of a check, and once more if the browser failed by itself; each try opens a browser of its own. On a busy machine a browser
/// now and then loses the answer of a script, which says nothing about the page. What the page does wrong fails at once, at either try; a
/// browser that fails twice is an end of its own, so that it fails nothing else.
pub(crate) fn retry_if_browser_failed(part: impl Fn() -> Result<()>) -> Result<PartEnd> {
    let Err(first) = part() else { return Ok(PartEnd::Done) };
    if !is_of_browser(&first) {
        return Err(first);
    }
    process::say(&format!("in a fresh browser once more: {first:#}"));
    match part() {
        Ok(()) => Ok(PartEnd::DoneOnRetry(format!("{first:#}"))),
        Err(second) if is_of_browser(&second) => {
            Ok(PartEnd::BrowserFailed(format!("{second:#} (the first time: {first:#})")))
        }
        Err(second) => Err(second.context(format!("a second time (the first time: {first:#})"))),
    }
}

/// Returns whether an error is one of the browser, its driver or the connection to them.
fn is_of_browser(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let reply = cause.downcast_ref::<ErrorReply>();
        cause.downcast_ref::<io::Error>().is_some_and(is_of_connection)
            || cause.is::<RecvTimeoutError>()
            || reply.is_some_and(ErrorReply::is_of_browser)
    })
}

/// Returns whether an error is one of a connection; one of a file is not the browser's.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(
        error.kind(),
        Kind::BrokenPipe
            | Kind::ConnectionAborted
            | Kind::ConnectionRefused
            | Kind::ConnectionReset
            | Kind::Interrupted
            | Kind::NotConnected
            | Kind::Other
            | Kind::TimedOut
            | Kind::UnexpectedEof
            | Kind::WouldBlock
    )
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use anyhow::anyhow;
    use serde_json::json;

    use super::*;

    /// Tries a part that fails so many times before it passes; returns the result and how often it was tried.
    fn tried(failures: u32, failure: impl Fn() -> anyhow::Error) -> (Result<PartEnd>, u32) {
        let tries = Cell::new(0);
        let result = retry_if_browser_failed(|| {
            tries.set(tries.get() + 1);
            let number = format!("failure {}", tries.get());
            if tries.get() <= failures { Err(failure().context(number)) } else { Ok(()) }
        });
        (result, tries.get())
    }

    /// The answer of a browser with an error of this name.
    fn reply(name: &str) -> anyhow::Error {
        ErrorReply::of(&json!({ "error": name, "message": "words" })).into()
    }

    #[test]
    fn a_part_that_passes_is_not_repeated() {
        assert!(matches!(tried(0, || reply("unknown error")), (Ok(PartEnd::Done), 1)));
    }

    #[test]
    fn one_failure_is_told_and_two_are_the_browsers_fault() {
        for failure in [
            || reply("unknown error"),
            || io::Error::other("cut").into(),
            || RecvTimeoutError::Timeout.into(),
        ] {
            let (Ok(PartEnd::DoneOnRetry(reason)), 2) = tried(1, failure) else {
                panic!("it is tried twice, and passes")
            };
            assert!(reason.starts_with("failure 1: "), "{reason}");
        }
        let (Ok(PartEnd::BrowserFailed(reason)), 2) = tried(2, || reply("unknown error")) else {
            panic!("two browsers are tried, and no third")
        };
        assert!(reason.contains("failure 1") && reason.contains("failure 2"), "{reason}");
    }

    #[test]
    fn what_the_page_does_wrong_at_the_second_try_fails() {
        let tries = Cell::new(0);
        let failed = retry_if_browser_failed(|| {
            tries.set(tries.get() + 1);
            Err(if tries.get() == 1 { reply("unknown error") } else { anyhow!("a text is cut off") })
        });
        assert!(format!("{:#}", failed.unwrap_err()).contains("a text is cut off"));
    }

    #[test]
    fn what_the_page_does_wrong_is_not_tried_again() {
        for failure in [
            || anyhow!("a text is cut off"),
            || reply("no such element"),
            || reply("script timeout"),
            || io::Error::new(io::ErrorKind::InvalidInput, "no regular file").into(),
        ] {
            let (Err(_), 1) = tried(1, failure) else { panic!("it is tried once, and fails") };
        }
    }
}
