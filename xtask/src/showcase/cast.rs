//! What the moving picture of the terminal shows: commands, and what each prints.

use anyhow::{Context as _, Result};

use crate::workspace::Workspace;
use crate::{cargo, process};

/// The commands, one for each of the three questions of README.md.
const COMMANDS: [&[&str]; 3] = [
    &["tournament", "--games", "2000", "--seed", "1"],
    &["rules", "compare", "official", "official,round_limit=6", "--games", "2000", "--seed", "1"],
    &["rules", "clue", "8 letters", "--keyword", "scorpion"],
];

/// What a terminal asks for by being one.
const ON_A_TERMINAL: [&str; 4] = ["--format", "table", "--color", "always"];

/// The columns of the terminal.
const COLUMNS: &str = "80";

/// A command on an empty screen.
pub(super) struct Scene {
    /// The command as it is typed.
    pub(super) command: String,
    /// What it prints on standard output, with escape codes for colours.
    pub(super) output: String,
}

/// Runs the commands. Progress and times, which go to standard error, are left out.
///
/// # Errors
/// A command that fails.
pub(super) fn play(workspace: &Workspace) -> Result<Vec<Scene>> {
    COMMANDS.iter().map(|words| scene(workspace, words)).collect()
}

fn scene(workspace: &Workspace, words: &[&str]) -> Result<Scene> {
    let command = typed(words);
    let mut program = cargo::sim(workspace)?;
    program.args(words).args(ON_A_TERMINAL).env("COLUMNS", COLUMNS);
    let output = process::output(&mut program).with_context(|| format!("`{command}` fails"))?;
    Ok(Scene { command, output })
}

/// Returns a command as a shell takes it.
fn typed(words: &[&str]) -> String {
    let quoted =
        words.iter().map(|word| if word.contains(' ') { format!("\"{word}\"") } else { (*word).to_owned() });
    std::iter::once("sim-cli".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_typed_with_quotes_where_a_shell_needs_them() {
        assert_eq!(typed(COMMANDS[2]), "sim-cli rules clue \"8 letters\" --keyword scorpion");
    }
}
