//! The package of the program under its name on the index of crates, where `sim-cli` belongs to another project.

use std::fs;

use anyhow::{Context as _, Result, ensure};

use crate::workspace::Workspace;

/// The manifest, and the lines of its package that a release writes otherwise.
const MANIFEST: &str = "sim-cli/Cargo.toml";
const NAME: &str = "name = \"sim-cli\"\n";
const PUBLISHED_NAME: &str = "name = \"overhear-cli\"\n";
const KEPT: &str = "publish = false\n";

/// Renames the package in its manifest, and lets it be published. Its library and its program keep their names.
///
/// # Errors
/// A manifest that has another name, or cannot be written.
pub(crate) fn rename(workspace: &Workspace) -> Result<()> {
    let text = renamed(&workspace.read(MANIFEST)?)?;
    fs::write(workspace.path(MANIFEST), text).with_context(|| format!("cannot write {MANIFEST}"))?;
    println!("{MANIFEST}: the package is called as on the index; this is not to be committed");
    Ok(())
}

/// Returns the manifest with the other name.
fn renamed(manifest: &str) -> Result<String> {
    // Targets have names too: only the table of the package, which is the first, is changed.
    let end = manifest.find("\n[").map_or(manifest.len(), |at| at + 1);
    let (package, rest) = manifest.split_at(end);
    ensure!(
        package.contains(NAME) && package.contains(KEPT),
        "{MANIFEST}: the package is not that of the tree"
    );
    Ok(package.replace(NAME, PUBLISHED_NAME).replace(KEPT, "") + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_renamed_package_can_be_published_and_has_its_program() {
        let workspace = Workspace::locate().expect("the workspace");
        let text = renamed(&workspace.read(MANIFEST).expect("a text")).expect("a manifest");
        let manifest: toml::Table = text.parse().expect("a manifest");
        let package = &manifest["package"];
        assert_eq!(package["name"].as_str(), Some("overhear-cli"));
        assert!(package.get("publish").is_none());
        let programs: Vec<&str> = manifest["bin"]
            .as_array()
            .expect("programs")
            .iter()
            .filter_map(|bin| bin["name"].as_str())
            .collect();
        assert!(programs.contains(&package["default-run"].as_str().expect("a program")), "{programs:?}");
        assert!(renamed(&text).is_err(), "it is renamed once");
    }
}
