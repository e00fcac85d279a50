//! Commands of this program as the user types them.

use std::path::Path;

use overhear_lab::table::{quoted, quoted_path};

/// Names that the program is installed under.
const NAMES: [&str; 2] = ["overhear", "sim-cli"];

/// Returns the name by which the program was called; `sim-cli` for any other name.
pub(crate) fn program_name() -> &'static str {
    let called = std::env::args_os().next();
    let stem = called.as_deref().and_then(|path| Path::new(path).file_stem());
    let known = NAMES.into_iter().find(|name| stem.is_some_and(|stem| stem.eq_ignore_ascii_case(name)));
    known.unwrap_or("sim-cli")
}

/// Returns a command line that calls this program as it was called now.
fn own_command(words: &[&str]) -> String {
    let program = std::env::args_os().next().and_then(|name| name.into_string().ok());
    let program = program.unwrap_or_else(|| "sim-cli".to_owned());
    let all = std::iter::once(program.as_str()).chain(words.iter().copied());
    all.map(quoted).collect::<Vec<_>>().join(" ")
}

/// Returns the command that resumes the run of a directory.
pub(crate) fn resumption(command: &str, directory: &Path) -> String {
    let words: Vec<&str> = command.split(' ').chain(["--resume"]).collect();
    format!("{} {}", own_command(&words), quoted_path(directory))
}
