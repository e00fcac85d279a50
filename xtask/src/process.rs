//! Starting programs: shown and checked, or asked quietly.

use std::cell::Cell;
use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Prints a line at once, so that it stands before what a program started next prints; a closed pipe is no error.
pub(crate) fn say(line: &str) {
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{line}").and_then(|()| stdout.flush()).ok();
}

thread_local! {
    static APART: Cell<bool> = const { Cell::new(false) };
}

/// Does work beside other work: commands that it runs from this thread print in one piece.
pub(crate) fn apart<T>(work: impl FnOnce() -> T) -> T {
    APART.set(true);
    let done = work();
    APART.set(false);
    done
}

/// Shows the command, runs it with its output passed through, and fails unless it succeeds.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    if APART.get() { run_apart(command) } else { run_shown(command) }
}

/// The same, shown as it comes even beside other work: for what all of it waits for.
pub(crate) fn run_shown(command: &mut Command) -> Result<()> {
    let line = line(command);
    say(&format!("$ {line}"));
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` ended with {status}");
    }
    Ok(())
}

/// The same for a command that runs beside others: what it prints is shown in one piece, once it has ended.
pub(crate) fn run_apart(command: &mut Command) -> Result<()> {
    let line = line(command);
    let output = command.output().with_context(|| format!("cannot start `{line}`"))?;
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    say(format!("$ {line}\n{out}{err}").trim_end());
    if !output.status.success() {
        bail!("`{line}` ended with {}", output.status);
    }
    Ok(())
}

/// Whether the command can be started and succeeds; its output is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// What the command prints on standard output, if it can be started and succeeds.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command as a person would type it; a program given by its path is named without its directories.
fn line(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_without_the_directories_of_its_program() {
        assert_eq!(line(Command::new("/usr/bin/cargo").args(["fmt", "--all"])), "cargo fmt --all");
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error_and_no_panic() {
        let missing = || Command::new("overhear-no-such-program");
        assert!(run(&mut missing()).is_err());
        assert!(!succeeds(&mut missing()));
        assert_eq!(output(&mut missing()), None);
    }
}
