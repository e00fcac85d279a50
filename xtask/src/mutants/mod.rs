//! `cargo xtask mutants`: whether the tests notice when what decides results is changed.
//!
//! A mutant is the project with one small change: a `+` for a `-`, a function that returns at once. A sample of those that could be made is
//! drawn by a seed, each is built and tested in a copy of the tree, and those that no test notices are printed.

mod outcome;
mod part;
mod sample;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::process;
use crate::tools::MUTANTS;
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use outcome::Outcomes;
pub(crate) use part::Part;
use sample::{Mutant, draw};

/// Draws a sample of `size` mutants and tests them.
pub(crate) fn run(workspace: &Workspace, only: Option<Part>, size: usize, seed: u64) -> Result<Verdict> {
    let program = match MUTANTS.obtain(workspace) {
        Ok(program) => program,
        Err(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let place = workspace.fresh("mutants")?;
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let trial = Trial { workspace, program, place };
    let parts: Vec<Part> = Part::all().filter(|part| only.is_none_or(|only| only == *part)).collect();
    let mut mutants = Vec::new();
    for &part in &parts {
        mutants.extend(trial.list(part)?);
    }
    let all = mutants.len();
    let drawn = draw(&mutants, size, seed);
    process::say(&format!("{} of {all} mutants, drawn with seed {seed}", drawn.len()));
    let mut outcomes = Outcomes::default();
    for part in parts {
        let chosen: Vec<&Mutant> = drawn.iter().filter(|mutant| mutant.part == part).collect();
        if !chosen.is_empty() {
            outcomes.add(part, &trial.test(part, &chosen)?)?;
        }
    }
    process::say(&outcomes.to_string());
    fs::remove_dir_all(trial.place.join("build")).ok();
    Ok(Verdict::Done)
}

/// The tool, and where it works.
struct Trial<'a> {
    workspace: &'a Workspace,
    program: PathBuf,
    place: PathBuf,
}

impl Trial<'_> {
    /// Returns the mutants that could be made of a part.
    fn list(&self, part: Part) -> Result<Vec<Mutant>> {
        let mut list = self.command(part);
        list.args(["--list", "--json"]);
        let text = process::output(&mut list)
            .with_context(|| format!("{} lists no mutants of {part}", MUTANTS.name))?;
        sample::read(part, &text)
    }

    /// Tries mutants of a part, and returns what became of them as the tool writes it down.
    fn test(&self, part: Part, mutants: &[&Mutant]) -> Result<String> {
        let out = self.place.join(part.to_string());
        let mut test = self.command(part);
        for mutant in mutants {
            test.arg("--re").arg(format!("^{}$", sample::escaped(&mutant.name)));
        }
        let diff = sample::diff(mutants, |file| self.workspace.read(file))?;
        let lines = self.place.join(format!("{part}.diff"));
        fs::write(&lines, diff).with_context(|| format!("cannot write {}", lines.display()))?;
        test.arg("--in-diff").arg(&lines);
        test.args(["--no-shuffle", "--colors", "never", "--output"]).arg(&out);
        // It fails where a mutant survives: what became of each stands in its report.
        process::run(&mut test).ok();
        let report = out.join("mutants.out/outcomes.json");
        fs::read_to_string(&report).with_context(|| format!("cannot read {}", report.display()))
    }

    /// Returns the tool on the sources of a part, in a copy of the tree: what others have compiled is kept between copies.
    ///
    /// It builds every feature: what is not compiled cannot fail a test, and a mutant of it would count as missed.
    fn command(&self, part: Part) -> std::process::Command {
        let mut command = MUTANTS.command(self.workspace, self.program.clone());
        command.env("CARGO_TARGET_DIR", self.place.join("build")).env("TMPDIR", &self.place);
        command.arg("--all-features");
        for package in part.packages() {
            command.args(["--package", package]);
        }
        for file in part.files() {
            command.args(["--file", file]);
        }
        command
    }
}

/// Returns `true` if there is a folder or file of the sources of every part.
#[cfg(test)]
fn is_there(workspace: &Workspace, file: &str) -> bool {
    workspace.path(file.trim_end_matches("/**")).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_sources() {
        let workspace = Workspace::locate().expect("the workspace");
        for file in Part::all().flat_map(Part::files) {
            assert!(is_there(&workspace, file), "{file} is not there; name what decides results today");
        }
        assert!(!is_there(&workspace, "engine/src/nowhere/**"));
    }
}
