//! The documentation: its examples run, and written with warnings as errors.
//!
//! `cargo doc` reads every crate once more; for `cargo test --doc`, cargo hands rustdoc what the tests have compiled. So this
//! program stands in for rustdoc there: it has the crate's documentation written while the real one runs its examples.

use std::env;
use std::ffi::{OsStr, OsString};
use std::process::{Command, ExitCode};
use std::thread;

use anyhow::{Context, Result};

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, process};

/// Holds the directory for the documentation where this program stands in for rustdoc.
const PLACE: &str = "OVERHEAR_DOCUMENTATION";

/// What only the running of examples takes, and how many words belong to it.
const OF_EXAMPLES: [(&str, usize); 2] = [("--test", 1), ("--test-run-directory", 2)];

/// Runs the examples of every library, and writes its documentation.
pub(crate) fn check(workspace: &Workspace) -> Result<Verdict> {
    let mut examples = cargo::test(workspace);
    examples
        .args(["--doc", "--no-fail-fast"])
        .env("RUSTDOC", env::current_exe().context("this program has no path")?);
    process::run(examples.env(PLACE, workspace.target("doc")))?;
    Ok(Verdict::Done)
}

/// Does what cargo asks of rustdoc, if this program was started in its place.
pub(crate) fn stand_in() -> Option<ExitCode> {
    let place = env::var_os(PLACE)?;
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let written = documenting(&arguments, &place);
    let succeeded = thread::scope(|scope| {
        let written = written.map(|words| scope.spawn(move || rustdoc(&words)));
        let ran = rustdoc(&arguments);
        let written = written.is_none_or(|writes| writes.join().expect("waiting does not panic"));
        ran && written
    });
    Some(if succeeded { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs rustdoc itself; whether it succeeds.
fn rustdoc(words: &[OsString]) -> bool {
    let status = Command::new("rustdoc").args(words).env_remove(PLACE).status();
    status.is_ok_and(|status| status.success())
}

/// What rustdoc is told to write the documentation of a crate whose examples it was asked to run; nothing if it was asked something else.
fn documenting(arguments: &[OsString], place: &OsStr) -> Option<Vec<OsString>> {
    if !arguments.iter().any(|word| word == "--test") {
        return None;
    }
    let mut words = Vec::new();
    let mut remaining = arguments.iter();
    while let Some(word) = remaining.next() {
        match OF_EXAMPLES.iter().find(|(name, _)| word == name) {
            Some((_, belong)) => remaining.by_ref().take(belong - 1).for_each(drop),
            None => words.push(word.clone()),
        }
    }
    words.extend(["-D", "warnings", "--out-dir"].map(OsString::from));
    words.push(place.to_owned());
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn what_runs_examples_is_left_out() {
        let arguments = words("--crate-name a --test a/src/lib.rs --test-run-directory /a --extern b=b.rlib");
        let expected = words("--crate-name a a/src/lib.rs --extern b=b.rlib -D warnings --out-dir doc");
        assert_eq!(documenting(&arguments, OsStr::new("doc")), Some(expected));
    }

    #[test]
    fn another_question_is_not_about_documentation() {
        assert_eq!(documenting(&words("-vV"), OsStr::new("doc")), None);
    }
}
