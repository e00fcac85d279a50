//! `cargo xtask api`: what the published libraries offer, item by item, against the listings in `xtask/api`.
//!
//! rustdoc writes the interfaces as JSON, of which the crate `public-api` makes a line for each public item. A line that goes or changes may
//! break programs of others: it is seen in the diff of a listing, and belongs into CHANGELOG.md.

use std::collections::BTreeSet;
use std::fs;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use public_api::Builder;
use serde::Deserialize;

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, process};

/// Where the listings are.
const PLACE: &str = "xtask/api";

/// The libraries whose interfaces are listed: all that others build on. `overhear` names what it takes from them.
const LIBRARIES: [&str; 8] = [
    "overhear",
    "overhear-agents",
    "overhear-bots",
    "overhear-engine",
    "overhear-lab",
    "overhear-report",
    "overhear-stats",
    "overhear-tournament",
];

/// The format of rustdoc's JSON that the crate `public-api` reads in the version of Cargo.toml.
const FORMAT: u32 = 57;

/// Asks rustdoc for JSON, which it writes only where what is unstable may be used.
const JSON: &str = "-Z unstable-options --output-format json";

/// The most changed lines that are printed of a library.
const SHOWN: usize = 20;

/// The part of rustdoc's JSON that is read here.
#[derive(Deserialize)]
struct Interface {
    format_version: u32,
}

/// Compares the interfaces with their listings; with `write`, puts them in the place of the listings.
///
/// # Errors
/// An interface that differs, with the lines that do.
pub(crate) fn check(workspace: &Workspace, write: bool) -> Result<Verdict> {
    let place = workspace.target("api");
    document(workspace, &place)?;
    let mut changed = Vec::new();
    for library in LIBRARIES {
        let json = place.join("doc").join(format!("{}.json", library.replace('-', "_")));
        let format = format(&json)?;
        if format != FORMAT {
            return Ok(Verdict::Skipped(format!(
                "rustdoc of this Rust writes format {format}, and the crate public-api here reads {FORMAT}"
            )));
        }
        changed.extend(compare(workspace, library, &listing(&json)?, write)?);
    }
    if !changed.is_empty() {
        bail!(
            "public interfaces differ from {PLACE}: {}; if they are as they should be: cargo xtask api --write, and CHANGELOG.md says what breaks",
            changed.join("; ")
        );
    }
    Ok(Verdict::Done)
}

/// Has rustdoc write the interfaces, in a folder of their own: what else is compiled is not compiled so.
fn document(workspace: &Workspace, place: &Path) -> Result<()> {
    let mut doc = cargo::command(workspace);
    doc.args(["doc", "--quiet", "--locked", "--no-deps", "--lib", "--target-dir"]).arg(place);
    doc.args(LIBRARIES.iter().flat_map(|name| ["-p", name]));
    process::run(doc.env("RUSTC_BOOTSTRAP", "1").env("RUSTDOCFLAGS", JSON))
}

/// Returns the version of the format of a JSON file of rustdoc.
fn format(json: &Path) -> Result<u32> {
    let file = fs::File::open(json).with_context(|| format!("cannot read {}", json.display()))?;
    let interface: Interface = serde_json::from_reader(BufReader::new(file))
        .with_context(|| format!("{}: not what rustdoc writes", json.display()))?;
    Ok(interface.format_version)
}

/// Returns a line for each public item, without what derives, blanket implementations and auto traits add.
fn listing(json: &Path) -> Result<String> {
    let items = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .with_context(|| format!("{} cannot be listed", json.display()))?;
    Ok(items.items().map(|item| format!("{item}\n")).collect())
}

/// Returns how many lines of a library's listing have changed, and prints the first; or writes it.
fn compare(workspace: &Workspace, library: &str, listing: &str, write: bool) -> Result<Option<String>> {
    let file = workspace.path(PLACE).join(format!("{library}.txt"));
    if write {
        fs::create_dir_all(workspace.path(PLACE)).with_context(|| format!("cannot make {PLACE}"))?;
        fs::write(&file, listing).with_context(|| format!("cannot write {}", file.display()))?;
        process::say(&format!("written: {PLACE}/{library}.txt, {} lines", listing.lines().count()));
        return Ok(None);
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    ensure!(!listing.trim().is_empty(), "{library}: no public item was found");
    let lines = changes(&expected, listing);
    for line in lines.iter().take(SHOWN) {
        process::say(&format!("{library}: {line}"));
    }
    Ok((!lines.is_empty()).then(|| format!("{library}: {} lines", lines.len())))
}

/// Returns the lines that only one of two listings has: `-` before those that are gone, `+` before new ones.
fn changes(old: &str, new: &str) -> Vec<String> {
    let [old, new] = [old, new].map(|text| text.lines().collect::<BTreeSet<&str>>());
    let gone = old.difference(&new).map(|line| format!("- {line}"));
    gone.chain(new.difference(&old).map(|line| format!("+ {line}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_signature_is_a_line_gone_and_a_line_new() {
        let old = "pub fn a()\npub fn b(u8)\n";
        assert_eq!(changes(old, "pub fn a()\npub fn b(u16)\n"), ["- pub fn b(u8)", "+ pub fn b(u16)"]);
        assert!(changes(old, "pub fn b(u8)\npub fn a()\n").is_empty());
    }

    #[test]
    fn every_listed_library_has_its_listing() {
        let workspace = Workspace::locate().expect("the workspace");
        for library in LIBRARIES {
            let listing = workspace.read(&format!("{PLACE}/{library}.txt")).expect("a listing");
            let module = format!("pub mod {}", library.replace('-', "_"));
            assert!(listing.lines().any(|line| line == module), "{library}: no `{module}`");
        }
    }
}
