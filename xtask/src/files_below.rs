//! The files that tests of the sources read.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns a file, or all files in a folder and below, without folders of the names to skip.
pub(crate) fn files_below(path: &Path, skipped: &[&str]) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .filter(|path| !(path.is_dir() && skipped.iter().any(|name| path.ends_with(name))))
        .flat_map(|path| files_below(&path, skipped))
        .collect()
}
