//! What a release needs of the tree.

use anyhow::{Context, Result, ensure};

use crate::address::Address;
use crate::workspace::Workspace;
use crate::{dist, process, taken_names, third_party};

/// Files that hold the version beside the workspace's own, and the text in front of it.
const VERSIONED: [(&str, &str); 4] = [
    ("CITATION.cff", "version: "),
    ("docs/related-work.md", "  version = {"),
    ("python/Cargo.toml", "version = \""),
    ("web/Cargo.toml", "version = \""),
];

/// Checks that the tree can be released, and prints the steps that are left to a person. With a tag, it must be that of the version.
///
/// # Errors
/// A tree with changes, versions that differ, a changelog without the version, a taken name, no address, another tag, a crate that cannot
/// be packed.
pub(crate) fn check(workspace: &Workspace, tag: Option<&str>) -> Result<()> {
    let version = version(workspace)?;
    check_clean(workspace)?;
    let problems = problems(workspace)?;
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    if let Some(tag) = tag {
        ensure!(
            tag == format!("v{version}"),
            "the tag is {tag}, but Cargo.toml has version {version}; tag v{version}"
        );
    }
    dist::crates(workspace)?;
    println!("version {version}: everything agrees. What a person does now:");
    println!("  cargo xtask test --all && cargo xtask release --dry");
    println!("  git tag -a v{version} -m 'Overhear {version}' && git push origin v{version}");
    println!(
        "  .github/workflows/release.yml builds, tries and publishes what the tag stands for, once its environment is approved"
    );
    Ok(())
}

/// Returns what in the files of the tree keeps it from being released, a sentence each.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn problems(workspace: &Workspace) -> Result<Vec<String>> {
    let version = version(workspace)?;
    let mut problems = Vec::new();
    for (file, before) in VERSIONED {
        problems.extend(check_version(workspace, file, before, &version).err());
    }
    problems.extend(check_changelog(workspace, &version).err());
    problems.extend(check_date(workspace, &version).err());
    problems.extend(third_party::check_wheels(workspace).err());
    let mut problems: Vec<String> = problems.into_iter().map(|error| format!("{error:#}")).collect();
    let taken = taken_names::find(workspace)?;
    if !taken.is_empty() {
        problems.push(format!(
            "a file tells readers to install a name that belongs to another project: {taken:?}"
        ));
    }
    if !Address::read(workspace)?.is_set() {
        problems.push(
            "the address of the repository is not set; `cargo xtask address https://HOST/OWNER/NAME` sets it"
                .to_owned(),
        );
    }
    Ok(problems)
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
    let stated = line[before.len()..].trim_end_matches(['"', '}', ',']);
    ensure!(stated == version, "{file}: version {stated}, but Cargo.toml has {version}; write {version}");
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

/// Refuses a citation whose date is not that of the version in the changelog.
fn check_date(workspace: &Workspace, version: &str) -> Result<()> {
    let (changelog, citation) = (workspace.read("CHANGELOG.md")?, workspace.read("CITATION.cff")?);
    let heading = format!("## [{version}] - ");
    let date = changelog.lines().find_map(|line| line.strip_prefix(&heading)).unwrap_or_default().trim();
    let cited =
        citation.lines().find_map(|line| line.strip_prefix("date-released: ")).unwrap_or_default().trim();
    ensure!(
        date == cited,
        "CITATION.cff: date-released {cited}, but CHANGELOG.md has {date} for {version}; write {date}"
    );
    Ok(())
}
