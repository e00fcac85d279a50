//! `cargo xtask release`: checks everything that a release needs, and prints what a person then does. It changes nothing itself.

use anyhow::{Context, Result, ensure};

use crate::workspace::Workspace;
use crate::{dist, process, taken_names};

/// Files that hold the version beside the workspace's own, and the text in front of it.
const VERSIONED: [(&str, &str); 3] = [
    ("CITATION.cff", "version: "),
    ("python/Cargo.toml", "version = \""),
    ("web/Cargo.toml", "version = \""),
];

/// Checks that the tree can be released, and prints the steps that are left to a person.
///
/// # Errors
/// A tree with changes, versions that differ, a changelog without the version, a taken name, a crate that cannot be packed.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let version = version(workspace)?;
    check_clean(workspace)?;
    for (file, before) in VERSIONED {
        check_version(workspace, file, before, &version)?;
    }
    check_changelog(workspace, &version)?;
    let taken = taken_names::find(workspace)?;
    ensure!(
        taken.is_empty(),
        "a file tells readers to install a name that belongs to another project: {taken:?}"
    );
    dist::crates(workspace)?;
    println!("version {version}: everything agrees. What a person does now:");
    println!("  cargo xtask test --all");
    println!("  cargo xtask dist && cargo xtask wheel");
    println!("  git tag -a v{version} -m 'Overhear {version}' && git push origin v{version}");
    println!(
        "  publish the crates in the order of the table in ARCHITECTURE.md, from the top down, from data/space, data/fr, data/it and data/sv up, then target/wheels"
    );
    Ok(())
}

/// Returns the version of the workspace.
fn version(workspace: &Workspace) -> Result<String> {
    let manifest: toml::Table = workspace.read("Cargo.toml")?.parse()?;
    let version = manifest.get("workspace").and_then(|table| table.get("package")?.get("version")?.as_str());
    version.map(str::to_owned).context("Cargo.toml: no workspace.package.version")
}

fn check_clean(workspace: &Workspace) -> Result<()> {
    let changed = process::output(workspace.command("git").args(["status", "--porcelain"]))
        .context("git does not say whether the tree has changes")?;
    ensure!(
        changed.trim().is_empty(),
        "the tree has changes that are not committed; commit them first:\n{changed}"
    );
    Ok(())
}

fn check_version(workspace: &Workspace, file: &str, before: &str, version: &str) -> Result<()> {
    let text = workspace.read(file)?;
    let line =
        text.lines().find(|line| line.starts_with(before)).with_context(|| format!("{file}: no version"))?;
    let found = line[before.len()..].trim_end_matches('"');
    ensure!(found == version, "{file}: version {found}, but Cargo.toml has {version}; write {version}");
    Ok(())
}

fn check_changelog(workspace: &Workspace, version: &str) -> Result<()> {
    let text = workspace.read("CHANGELOG.md")?;
    let heading = format!("## [{version}]");
    let latest = text.lines().find(|line| line.starts_with("## [") && !line.starts_with("## [Unreleased]"));
    let is_latest = latest.is_some_and(|line| line.starts_with(&heading));
    ensure!(is_latest, "CHANGELOG.md: the latest version is not {version}; add a heading `{heading} - DATE`");
    let unreleased = text.split("## [Unreleased]").nth(1).and_then(|rest| rest.split("\n## [").next());
    let is_empty = unreleased.is_none_or(|notes| notes.trim().is_empty());
    ensure!(is_empty, "CHANGELOG.md: notes stand under Unreleased; move them below `{heading}`");
    Ok(())
}
