//! Names of other people's packages: no file may tell a reader to install them.
//!
//! On the crates' index `sim-cli` is taken, on the Python index `overhear`. The program is published as the crate `overhear-cli`,
//! the Python package as the distribution `overhear-lab` (imported as `overhear`).

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::workspace::Workspace;

/// Kinds of files that a reader may copy a command from.
const READ: [&str; 9] = ["md", "rs", "py", "toml", "html", "js", "yml", "ipynb", "txt"];

/// Folders of what tools have made.
const BUILT: [&str; 3] = ["target", "node_modules", "__pycache__"];

/// This file, which has the commands that it looks for.
const OWN: &str = "taken_names.rs";

/// The crate that is taken, and the distribution.
const CRATE: &str = "sim-cli";
const DISTRIBUTION: &str = "overhear";

/// Returns one line `file:line: text` for each command in the repository that would install a taken name.
pub(crate) fn find(workspace: &Workspace) -> Result<Vec<String>> {
    let mut places = Vec::new();
    search(&workspace.path(""), Path::new(""), &mut places)?;
    places.sort();
    Ok(places)
}

/// Searches a folder and those below it, but for built and hidden ones.
fn search(root: &Path, folder: &Path, places: &mut Vec<String>) -> Result<()> {
    for entry in
        fs::read_dir(root.join(folder)).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let below = folder.join(&name);
        if entry.file_type()?.is_dir() {
            let is_hidden = name.starts_with('.') && name != ".github";
            if !is_hidden && !BUILT.contains(&name.as_str()) {
                search(root, &below, places)?;
            }
        } else if below.extension().is_some_and(|end| READ.iter().any(|read| end == *read)) && name != OWN {
            let Ok(text) = fs::read_to_string(root.join(&below)) else { continue };
            let lines = text.lines().zip(1..).filter(|(line, _)| installs_taken_name(line));
            places
                .extend(lines.map(|(line, number)| format!("{}:{number}: {}", below.display(), line.trim())));
        }
    }
    Ok(())
}

/// Returns `true` if a line holds a command that fetches a taken name from an index; a path (`./python`, `--path sim-cli`) is none.
/// In prose a command ends with its code span.
fn installs_taken_name(line: &str) -> bool {
    line.split('`').any(is_taken_command)
}

fn is_taken_command(line: &str) -> bool {
    let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || "`'\"()".contains(c)).collect();
    names_after(&words, &["cargo"], &["install", "add"]).iter().any(|names| names_taken(names, CRATE))
        || names_after(&words, &["pip", "pip3", "uv", "pipx", "poetry", "conda"], &["install", "add", "pip"])
            .iter()
            .any(|names| names_taken(names, DISTRIBUTION))
}

/// Returns the words behind each program of the list that one of the verbs follows.
fn names_after<'a>(words: &'a [&'a str], programs: &[&str], verbs: &[&str]) -> Vec<&'a [&'a str]> {
    let pairs = words.windows(2).enumerate();
    let calls = pairs.filter(|(_, pair)| programs.contains(&pair[0]) && verbs.contains(&pair[1]));
    calls.map(|(place, _)| &words[place + 2..]).collect()
}

/// Returns `true` if the arguments of an install command name `taken` itself, with or without a version or extras.
fn names_taken(arguments: &[&str], taken: &str) -> bool {
    let mut before = "";
    arguments.iter().filter(|word| !word.is_empty()).take_while(|word| !["&&", ";", "|"].contains(*word)).any(
        |word| {
            let is_path = before == "--path";
            before = word;
            let name = word.split(['[', '=', '<', '>', '~', '@', '!', ',', '.', ':', ';']).next();
            !is_path && !word.starts_with('.') && name == Some(taken)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_names_are_found_and_paths_are_not() {
        for line in [
            "cargo install sim-cli".to_owned(),
            "`cargo install --locked sim-cli@0.3`".to_owned(),
            format!("pip install {}", "overhear"),
            format!("run pip install '{}[env]'", "overhear"),
            format!("pip install -U {}==0.3", "overhear"),
            format!("uv pip install {}", "overhear"),
        ] {
            assert!(installs_taken_name(&line), "{line}");
        }
        for line in [
            "cargo install --path sim-cli",
            "cargo install overhear-cli",
            "cargo run -p sim-cli",
            "pip install ./python[env]",
            "pip install 'overhear-lab[env]'",
            "pip install overhear_lab-0.3.0.whl",
            "import overhear",
            "`pip install ./python`. The package is imported as `overhear.Agent`",
        ] {
            assert!(!installs_taken_name(line), "{line}");
        }
    }

    #[test]
    fn no_file_tells_a_reader_to_install_a_taken_name() {
        assert_eq!(find(&Workspace::locate().unwrap()).unwrap(), Vec::<String>::new());
    }
}
