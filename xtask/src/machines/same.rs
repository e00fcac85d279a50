//! Directories whose files are the same bytes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Files that differ from run to run, or from machine to machine.
const APART: [&str; 3] = ["timing.json", "letters", "letters.exe"];

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Compares all files of two directories, and returns how many there are.
pub(super) fn check(one: &Path, other: &Path) -> Result<usize> {
    let (names, others) = (files(one)?, files(other)?);
    let lone: Vec<_> = names.symmetric_difference(&others).map(|name| name.display().to_string()).collect();
    ensure!(lone.is_empty(), "only one of the machines writes {}", lone.join(", "));
    let mut different = Vec::new();
    for name in &names {
        if read(&one.join(name))? != read(&other.join(name))? {
            different.push(name.display().to_string());
        }
    }
    ensure!(
        different.is_empty(),
        "{} and {} have other bytes in {}",
        one.display(),
        other.display(),
        different.join(", ")
    );
    ensure!(!names.is_empty(), "{} has no files", one.display());
    Ok(names.len())
}

/// Returns the files of a directory and those below it, by their paths in it.
fn files(top: &Path) -> Result<BTreeSet<PathBuf>> {
    let (mut files, mut folders) = (BTreeSet::new(), vec![top.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if !APART.iter().any(|name| entry.file_name() == *name) {
                files.insert(entry.path().strip_prefix(top)?.to_owned());
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(files: &[(&str, &str)]) -> PathBuf {
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("overhear-same-{}-{number}", std::process::id()));
        for (name, text) in files {
            let path = dir.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        dir
    }

    #[test]
    fn what_differs_is_named() {
        let one = written(&[("a/b.csv", "1"), ("timing.json", "1"), ("c", "2")]);
        let same = written(&[("a/b.csv", "1"), ("timing.json", "2"), ("c", "2"), ("letters.exe", "")]);
        let other = written(&[("a/b.csv", "2"), ("c", "2")]);
        let more = written(&[("a/b.csv", "1"), ("c", "2"), ("d", "")]);
        assert_eq!(check(&one, &same).expect("the same"), 2);
        assert!(check(&one, &other).expect_err("another").to_string().ends_with("in a/b.csv"));
        assert!(check(&one, &more).expect_err("one more").to_string().ends_with("writes d"));
        [one, same, other, more].iter().for_each(|dir| fs::remove_dir_all(dir).expect("removed"));
    }
}
