//! Tells the program which build it is: the commit, whether the sources were changed since, and a hash of the sources.
//!
//! The hash alone decides whether two builds are one; it needs no git. Only what makes the program is hashed and watched,
//! so that nothing is built anew for a test or a text. A label that says `-dirty` becomes stale with the next commit;
//! a release build watches for that.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest as _, Sha256};

/// What makes the program, in the workspace. Files of words are here for the label: the identity of a build has the hash of
/// each besides, as the program carries it.
const WORKSPACE: [&str; 42] = [
    "Cargo.lock",
    "engine/Cargo.toml",
    "engine/src",
    "agents/Cargo.toml",
    "agents/src",
    "bots/Cargo.toml",
    "bots/src",
    "stats/Cargo.toml",
    "stats/src",
    "lab/Cargo.toml",
    "lab/src",
    "lab/derive/Cargo.toml",
    "lab/derive/src",
    "lab/report/Cargo.toml",
    "lab/report/build.rs",
    "lab/report/src",
    "lab/tournament/Cargo.toml",
    "lab/tournament/build.rs",
    "lab/tournament/src",
    "sim-cli/Cargo.toml",
    "sim-cli/src",
    "data/Cargo.toml",
    "data/build.rs",
    "data/packing.rs",
    "data/src",
    "data/lexicon-en.tsv",
    "data/morphology-en.tsv",
    "data/pronunciation-en.tsv",
    "data/compounds-en.bin",
    "data/deck.csv",
    "data/associations",
    "data/norms",
    "data/minds",
    "data/lexicon/translations.tsv",
    "data/lexicon/names.tsv",
    "data/lexicon/own-fr.tsv",
    "data/lexicon/own-it.tsv",
    "data/lexicon/own-sv.tsv",
    "data/space",
    "data/fr",
    "data/it",
    "data/sv",
];

/// The same where the package stands alone, its dependencies as Cargo.lock names them.
const PACKAGE: [&str; 4] = ["Cargo.toml", "Cargo.lock", "build.rs", "src"];

fn main() {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let workspace = package.ancestors().nth(2).filter(|root| root.join("engine/src").is_dir());
    let (root, parts) = workspace.map_or((package.as_path(), &PACKAGE[..]), |root| (root, &WORKSPACE[..]));
    let parts: Vec<&str> = parts.iter().copied().filter(|part| root.join(part).exists()).collect();
    parts.iter().for_each(|part| println!("cargo:rerun-if-changed={}", root.join(part).display()));
    let (sources, commit) = (sources(root, &parts), commit(root, &parts));
    let build = commit.clone().unwrap_or_else(|| format!("sources {}", &sources[..12]));
    let commit = commit.unwrap_or_default();
    for (name, value) in [("SOURCES", &sources), ("COMMIT", &commit), ("BUILD", &build)] {
        println!("cargo:rustc-env=OVERHEAR_{name}={value}");
    }
}

/// The SHA-256 of all files, each with its path.
fn sources(root: &Path, parts: &[&str]) -> String {
    let mut files = BTreeSet::new();
    parts.iter().for_each(|part| collect(&root.join(part), &mut files));
    let mut hash = Sha256::new();
    for file in files {
        let content = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let path = file.strip_prefix(root).expect("it was found there").to_string_lossy().replace('\\', "/");
        hash.update(format!("{path}\0{}\0", content.len()));
        hash.update(content);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn collect(path: &Path, files: &mut BTreeSet<PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        entries.filter_map(Result::ok).for_each(|entry| collect(&entry.path(), files));
    } else {
        files.insert(path.to_owned());
    }
}

/// The commit, with `-dirty` behind it if the sources differ from it; none outside a repository of this very workspace.
fn commit(root: &Path, parts: &[&str]) -> Option<String> {
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    if fs::canonicalize(top.trim()).ok()? != fs::canonicalize(root).ok()? {
        return None;
    }
    let commit = git(root, &["rev-parse", "--short=12", "HEAD"])?.trim().to_owned();
    let changes = git(root, &[&["status", "--porcelain", "--untracked-files=all", "--"], parts].concat())?;
    if changes.is_empty() {
        return Some(commit);
    }
    if env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        let log = root.join(git(root, &["rev-parse", "--git-path", "logs/HEAD"])?.trim());
        if log.exists() {
            println!("cargo:rerun-if-changed={}", log.display());
        }
    }
    Some(format!("{commit}-dirty"))
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        git.env_remove(variable);
    }
    let output = git.arg("-C").arg(root).arg("--no-optional-locks").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok())?
}
