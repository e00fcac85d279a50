//! `cargo xtask release --dry`: what a release makes, made on this machine; nothing is published.

use std::time::Instant;

use anyhow::{Result, ensure};
use clap::ValueEnum;

use super::{check, notes, templates, workflows};
use crate::summary::clock;
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{dist, package, process, site, wheels};

/// A part of a release that publishes nothing, in the order in which they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Versions, changelog, names and address.
    Versions,
    /// The workflows, looked at by actionlint.
    Workflows,
    /// The changelog of the version.
    Notes,
    /// The crates, packed and compiled as they were packed.
    Crates,
    /// The program for this machine, with its checksum.
    Program,
    /// The sources of the Python package.
    Sdist,
    /// The wheel for this machine.
    Wheel,
    /// The wheels for Linux and Windows, cross-built.
    Wheels,
    /// The documentation.
    Site,
    /// The files for other package managers that this machine has the archives of.
    Packages,
}

impl Part {
    fn make(self, workspace: &Workspace) -> Result<Verdict> {
        match self {
            Self::Versions => {
                let problems = check::problems(workspace)?;
                ensure!(problems.is_empty(), "{}", problems.join("; "));
            }
            Self::Workflows => return workflows::check(workspace),
            Self::Notes => process::say(&notes::latest(&workspace.read("CHANGELOG.md")?)?),
            Self::Crates => dist::crates(workspace)?,
            Self::Program => return dist::build(workspace),
            Self::Sdist => return package::sdist(workspace),
            Self::Wheel => return package::released_wheel(workspace),
            Self::Wheels => return wheels::run(workspace, &[]),
            Self::Site => return site::build(workspace),
            Self::Packages => {
                templates::fill(workspace, &["dist", "sdist"].map(|folder| workspace.target(folder)))?;
            }
        }
        Ok(Verdict::Done)
    }
}

/// Makes all parts or those named, whichever fail, and says how each ended.
///
/// # Errors
/// The parts that failed.
pub(crate) fn run(workspace: &Workspace, only: &[Part]) -> Result<()> {
    let (mut lines, mut failed) = (Vec::new(), Vec::new());
    for part in Part::value_variants().iter().filter(|part| only.is_empty() || only.contains(part)) {
        let name = part.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        process::say(&format!("\n=== {name} ==="));
        let start = Instant::now();
        let end = match part.make(workspace).and_then(|verdict| match verdict {
            Verdict::Skipped(reason) if only.contains(part) => Err(anyhow::anyhow!(reason)),
            verdict => Ok(verdict),
        }) {
            Ok(Verdict::Skipped(reason)) => format!("skipped: {reason}"),
            Ok(_) => format!("made in {}", clock(start.elapsed())),
            Err(error) => {
                failed.push(name.clone());
                format!("FAILED: {error:#}")
            }
        };
        lines.push(format!("{name:10} {end}"));
    }
    process::say(&format!("\n=== summary, nothing was published ===\n{}", lines.join("\n")));
    ensure!(failed.is_empty(), "not ready for a release: {}", failed.join(", "));
    Ok(())
}
