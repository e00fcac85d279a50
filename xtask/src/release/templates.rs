//! Files for other package managers, filled with version, addresses and checksums: `xtask/packages/*.in`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::address::Address;
use crate::process;
use crate::workspace::Workspace;

/// Where the templates are, and the end of their names.
const TEMPLATES: &str = "xtask/packages";
const TEMPLATE: &str = ".in";

/// What stands in a template for the checksum of a file: `@SHA256:NAME@`.
const CHECKSUM: &str = "@SHA256:";

/// Fills every template whose files are in one of these folders into `target/packages`, and names those that lack one.
///
/// # Errors
/// A template that cannot be read or written.
pub(crate) fn fill(workspace: &Workspace, folders: &[PathBuf]) -> Result<()> {
    let place = workspace.fresh("packages")?;
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let address = Address::read(workspace)?;
    for template in templates(workspace)? {
        let name = template.file_stem().context("a name")?;
        let text =
            fs::read_to_string(&template).with_context(|| format!("cannot read {}", template.display()))?;
        let text = filled(&text, &address, env!("CARGO_PKG_VERSION"), |file| {
            folders.iter().find_map(|folder| checksum(&folder.join(file)))
        });
        match text {
            Ok(text) => {
                fs::write(place.join(name), text)
                    .with_context(|| format!("cannot write {}", name.display()))?;
                process::say(&format!("{}", place.join(name).display()));
            }
            Err(missing) => process::say(&format!("{}: not filled, {missing} is not there", name.display())),
        }
    }
    Ok(())
}

/// Returns the templates, sorted.
fn templates(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let mut templates = Vec::new();
    for entry in fs::read_dir(workspace.path(TEMPLATES)).context("there are no templates")? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(TEMPLATE) {
            templates.push(path);
        }
    }
    templates.sort();
    Ok(templates)
}

/// Returns a template with its blanks filled, or the name of the first file that is missing.
fn filled(
    template: &str,
    address: &Address,
    version: &str,
    checksum: impl Fn(&str) -> Option<String>,
) -> Result<String, String> {
    let mut text = template
        .replace("@VERSION@", version)
        .replace("@REPOSITORY@", &address.repository)
        .replace("@DOCUMENTATION@", &address.documentation);
    while let Some(at) = text.find(CHECKSUM) {
        let rest = &text[at + CHECKSUM.len()..];
        let name = rest.split('@').next().unwrap_or_default().to_owned();
        let sum = checksum(&name).ok_or_else(|| name.clone())?;
        text = text.replace(&format!("{CHECKSUM}{name}@"), &sum);
    }
    Ok(text)
}

/// Returns the SHA-256 of a file in hexadecimal digits, if it is there.
pub(super) fn checksum(file: &Path) -> Option<String> {
    let content = fs::read(file).ok()?;
    Some(Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_filled_and_missing_files_are_named() {
        let address = Address::of("https://github.com/o/overhear", None).expect("an address");
        let template =
            "version @VERSION@ of @REPOSITORY@, @DOCUMENTATION@\nsha @SHA256:overhear-@VERSION@.tar.gz@\n";
        let sum = |name: &str| (name == "overhear-1.2.3.tar.gz").then(|| "ab".to_owned());
        assert_eq!(
            filled(template, &address, "1.2.3", sum).expect("all files"),
            "version 1.2.3 of https://github.com/o/overhear, https://o.github.io/overhear/\nsha ab\n"
        );
        assert_eq!(filled(template, &address, "1.2.3", |_| None), Err("overhear-1.2.3.tar.gz".to_owned()));
    }

    #[test]
    fn every_template_is_filled_where_all_files_are_there() {
        let workspace = Workspace::locate().expect("the workspace");
        let address = Address::read(&workspace).expect("addresses");
        let templates = templates(&workspace).expect("templates");
        assert!(templates.len() >= 3, "{templates:?}");
        for template in templates {
            let text = fs::read_to_string(&template).expect("a text");
            let text = filled(&text, &address, "1.2.3", |name| {
                assert!(name.contains("1.2.3") && name.ends_with(".tar.gz"), "{name}");
                Some("0".repeat(64))
            });
            assert!(!text.expect("all files").contains('@'), "{}: a blank is left", template.display());
        }
    }
}
