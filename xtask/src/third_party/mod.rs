//! What the project hands out that others wrote, and under which terms: the crates, and the libraries that are linked beside them.

mod crates;
mod libraries;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use self::crates::Workspaces;
use crate::workspace::{Workspace, files_below};
use crate::{cargo, process};

/// The terms of the crates and of the C library, beside what contains them.
pub(crate) const THIRD_PARTY: &str = "THIRD-PARTY.txt";

/// The terms of Rust's standard library, beside a program.
pub(crate) const RUST_LIBRARY: &str = "RUST-LIBRARY.html";

/// The texts of the project's licences, at the top of the repository and of every packed crate.
pub(crate) const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// The notices of the words, in the repository.
pub(crate) const WORDS: &str = "data/licences";

/// What `.github/workflows/release.yml` builds wheels for.
const WHEELS: [&str; 5] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-gnu",
];

/// Where the terms of what a wheel contains stand: pip and maturin take them from there.
const OF_WHEELS: &str = "python/THIRD-PARTY.txt";

/// Puts the terms of the program, of its words and of all that it contains into a folder.
///
/// # Errors
/// Terms that are not there, or cannot be written.
pub(crate) fn put_beside_program(workspace: &Workspace, place: &Path) -> Result<()> {
    let host = cargo::host(workspace)?;
    let crates = crates::terms(workspace, Workspaces::Program, &[&host])?;
    let library = libraries::c_library(workspace, &host)?;
    put(workspace, place, &(crates + &library))?;
    match libraries::of_rust(workspace) {
        Some(file) => {
            fs::copy(&file, place.join(RUST_LIBRARY))
                .with_context(|| format!("cannot copy {}", file.display()))?;
        }
        None => process::say("this Rust has no file of its library's terms: they are left out"),
    }
    Ok(())
}

/// Puts the terms of the page that computes in the browser, and of its words, into a folder.
///
/// # Errors
/// As [`put_beside_program`].
pub(crate) fn put_beside_page(workspace: &Workspace, place: &Path, target: &str) -> Result<()> {
    put(workspace, place, &crates::terms(workspace, Workspaces::Page, &[target])?)
}

/// Refuses terms of wheels that are not those of what wheels contain.
///
/// # Errors
/// Old terms, or a cargo that does not answer.
pub(crate) fn check_wheels(workspace: &Workspace) -> Result<()> {
    let is_current = workspace.read(OF_WHEELS)? == of_wheels(workspace)?;
    ensure!(is_current, "{OF_WHEELS} is old; run `UPDATE_GOLDEN=1 cargo test -p xtask third_party`");
    Ok(())
}

/// Returns the terms of the crates in any wheel.
fn of_wheels(workspace: &Workspace) -> Result<String> {
    crates::terms(workspace, Workspaces::Wheel, &WHEELS)
}

/// Puts the project's licences, the notices of the words, and what is said of others into a folder.
fn put(workspace: &Workspace, place: &Path, others: &str) -> Result<()> {
    fs::create_dir_all(place).with_context(|| format!("cannot make {}", place.display()))?;
    let words = files_below(&workspace.path(WORDS), &[]);
    for file in LICENCES.map(|name| workspace.path(name)).into_iter().chain(words) {
        fs::copy(&file, place.join(file.file_name().context("a name")?))
            .with_context(|| format!("cannot copy {}", file.display()))?;
    }
    fs::write(place.join(THIRD_PARTY), others).with_context(|| format!("cannot write {}", place.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_in_a_wheel_are_those_of_what_it_contains() {
        let workspace = Workspace::locate().expect("the workspace");
        let terms = of_wheels(&workspace).expect("terms");
        assert!(terms.contains("\npyo3 ") && terms.contains("\narrow-array "));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(workspace.path(OF_WHEELS), &terms).expect("written");
        }
        check_wheels(&workspace).expect("current terms");
    }

    #[test]
    fn the_program_comes_with_the_terms_of_what_is_linked_into_it() {
        let workspace = Workspace::locate().expect("the workspace");
        let place = workspace.fresh("test-terms").expect("a folder");
        put_beside_program(&workspace, &place).expect("terms");
        let read = |name: &str| fs::read_to_string(place.join(name)).expect(name);
        assert!(LICENCES.iter().all(|name| read(name) == workspace.read(name).expect("a text")));
        assert!(read("wordnet-3.0.txt").contains("Princeton"));
        let text = read(THIRD_PARTY);
        assert!(text.contains("\nserde ") && !text.contains("\nproptest "));
        let has_c_library = text.contains("GNU LESSER GENERAL PUBLIC LICENSE");
        assert_eq!(has_c_library, cfg!(all(target_os = "linux", target_env = "gnu")));
    }
}
