//! A second try of what a browser did not carry through.

use anyhow::{Context, Result};

use crate::process;

/// Tries a part of a check, and once more if it fails; each try opens a browser of its own. On a busy machine a browser now and then loses
/// the answer of a script, or never ends loading a page, which says nothing about the page: a page that is wrong fails twice. Returns why
/// the first try failed if the second one passed, for the summary.
pub(crate) fn twice(part: impl Fn() -> Result<()>) -> Result<Option<String>> {
    let Err(first) = part() else { return Ok(None) };
    process::say(&format!("in a fresh browser once more: {first:#}"));
    part().with_context(|| format!("a second time (the first time: {first:#})"))?;
    Ok(Some(format!("{first:#}")))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use anyhow::bail;

    use super::*;

    /// Tries a part that fails so many times before it passes; returns the result and how often it was tried.
    fn tried(failures: u32) -> (Result<Option<String>>, u32) {
        let tries = Cell::new(0);
        let result = twice(|| {
            tries.set(tries.get() + 1);
            if tries.get() <= failures {
                bail!("failure {}", tries.get());
            }
            Ok(())
        });
        (result, tries.get())
    }

    #[test]
    fn a_part_that_passes_is_not_repeated() {
        assert!(matches!(tried(0), (Ok(None), 1)));
    }

    #[test]
    fn one_failure_is_told_and_two_fail() {
        assert!(matches!(tried(1), (Ok(Some(reason)), 2) if reason == "failure 1"));
        let (failed, 2) = tried(2) else { panic!("a third try, or none") };
        let said = format!("{:#}", failed.unwrap_err());
        assert!(said.contains("failure 1") && said.contains("failure 2"), "{said}");
    }
}
