//! The notes of a release: what CHANGELOG.md says of its version.

use anyhow::{Result, ensure};

use crate::workspace::Workspace;

/// Prints the notes of the latest version.
///
/// # Errors
/// A changelog without a version.
pub(crate) fn print(workspace: &Workspace) -> Result<()> {
    println!("{}", latest(&workspace.read("CHANGELOG.md")?)?);
    Ok(())
}

/// Returns what stands below the heading of the latest version that has a number.
pub(super) fn latest(changelog: &str) -> Result<String> {
    let sections = changelog.split("\n## [").skip(1);
    let mut numbered = sections.filter(|section| section.starts_with(|first: char| first.is_ascii_digit()));
    let text =
        numbered.next().and_then(|section| section.split_once('\n')).map_or("", |(_, text)| text.trim());
    ensure!(!text.is_empty(), "CHANGELOG.md: the latest version has no notes");
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_those_of_the_latest_numbered_version() {
        let text = "# Changelog\n\n## [Unreleased]\n- later\n\n## [0.4.0] - 2026-12-01\n### Added\n- this\n\n## [0.3.0] - 2026-11-25\n- old\n";
        assert_eq!(latest(text).expect("notes"), "### Added\n- this");
        assert!(latest("# Changelog\n\n## [Unreleased]\n- later\n").is_err());
    }
}
