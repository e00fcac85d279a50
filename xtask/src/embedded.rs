//! The engine where a program embeds it: without its default features it brings few crates, and compiles for a page.

use std::path::Path;

use anyhow::Result;

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, process};

/// What a page is compiled for.
const PAGE: &str = "wasm32-unknown-unknown";

/// Each of its features alone, and none.
const FEATURES: [&str; 5] = ["", "csv", "parallel", "serde", "simd"];

/// The engine, and nothing that it has by default.
const BARE: [&str; 5] = ["--locked", "--quiet", "-p", "overhear-engine", "--no-default-features"];

/// Compiles the engine with each feature alone, for this machine, and without any for a page if the standard library is there for that.
///
/// # Errors
/// What the compiler finds.
pub(crate) fn check(workspace: &Workspace) -> Result<Verdict> {
    for feature in FEATURES {
        process::run(cargo::command(workspace).arg("check").args(BARE).args(["--features", feature]))?;
    }
    let place =
        process::output(workspace.command("rustc").args(["--print", "target-libdir", "--target", PAGE]));
    if place.is_none_or(|place| !Path::new(&place).is_dir()) {
        return Ok(Verdict::Skipped(format!(
            "the target {PAGE} is not installed: `rustup target add {PAGE}`"
        )));
    }
    process::run(cargo::command(workspace).arg("check").args(BARE).args(["--target", PAGE]))?;
    Ok(Verdict::Done)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use anyhow::{Context as _, ensure};

    use super::*;

    /// The most crates of the engine without its default features, itself among them.
    const MOST: usize = 15;

    /// Crates that it must do without.
    const ABSENT: [&str; 3] = ["csv", "rayon", "serde"];

    /// Returns the names of the crates that the engine is compiled with, itself among them.
    ///
    /// # Errors
    /// A lock file that does not fit, or a cargo that does not answer.
    fn crates(workspace: &Workspace, features: &[&str]) -> Result<BTreeSet<String>> {
        let mut tree = cargo::command(workspace);
        tree.args([
            "tree",
            "--locked",
            "--offline",
            "-p",
            "overhear-engine",
            "-e",
            "normal",
            "--prefix",
            "none",
        ]);
        let tree_text = process::output(tree.args(features)).context("`cargo tree` fails")?;
        let names: BTreeSet<String> =
            tree_text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
        ensure!(names.contains("overhear-engine"), "`cargo tree` does not name the engine");
        Ok(names)
    }

    #[test]
    fn the_engine_alone_brings_few_crates() {
        let workspace = Workspace::locate().expect("the workspace");
        let bare = crates(&workspace, &["--no-default-features"]).expect("a tree");
        assert!(bare.len() <= MOST, "{} crates: {bare:?}", bare.len());
        assert!(ABSENT.iter().all(|name| !bare.contains(*name)), "{bare:?}");
        let whole = crates(&workspace, &[]).expect("a tree");
        assert!(
            ABSENT.iter().all(|name| whole.contains(*name)),
            "the default features bring them: {whole:?}"
        );
    }
}
