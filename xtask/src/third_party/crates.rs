//! The licences of the packages that something contains: a list, and the texts that stand in the packages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::workspace::Workspace;
use crate::{cargo, process};

/// How the names of files with terms begin, in small letters.
const TERMS: [&str; 6] = ["copying", "copyright", "licence", "license", "notice", "unlicense"];

/// The licences that this project takes where a package leaves a choice, the first one first.
const TAKEN: [&str; 2] = ["MIT", "Apache-2.0"];

/// How files name the licences that are left to choose from, in small letters.
const NAMED: [&str; 8] = ["apache", "boost", "bsl", "cc0", "gpl", "mit", "unlicense", "zlib"];

/// What everything contains that Rust compiles.
const RUST: &str = "Rust's standard library: MIT OR Apache-2.0, beside a program with all of its terms in RUST-LIBRARY.html; https://github.com/rust-lang/rust";

/// The line before a text.
pub(super) const RULE: &str =
    "================================================================================";

/// The part of what `cargo metadata` prints that is read here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Graph,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    repository: Option<String>,
    /// Where it comes from; none for the packages of this repository.
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Graph {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `build` or `dev`; none for what is linked.
    kind: Option<String>,
}

/// A workspace of the repository, for what it makes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Workspaces {
    /// That of the program.
    Program,
    /// That of the Python package.
    Wheel,
    /// That of the page that computes in the browser.
    Page,
}

impl Workspaces {
    /// Its manifest, and the package that contains the others.
    const fn manifest_and_package(self) -> [&'static str; 2] {
        match self {
            Self::Program => ["Cargo.toml", "sim-cli"],
            Self::Wheel => ["python/Cargo.toml", "overhear-python"],
            Self::Page => ["web/Cargo.toml", "overhear-web"],
        }
    }
}

/// Returns the packages of others that are contained in what a workspace makes for any of these targets, and their terms.
///
/// # Errors
/// A cargo that does not answer, or a package that states no licence and has no text.
pub(super) fn terms(workspace: &Workspace, workspaces: Workspaces, targets: &[&str]) -> Result<String> {
    let [manifest, package] = workspaces.manifest_and_package();
    let mut ask = cargo::command(workspace);
    ask.args(["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest]);
    ask.args(targets.iter().flat_map(|target| ["--filter-platform", target]));
    let printed =
        process::output(&mut ask).with_context(|| format!("`cargo metadata` fails for {manifest}"))?;
    let metadata: Metadata =
        serde_json::from_str(&printed).context("`cargo metadata` prints something else")?;
    let mut contained = contained(&metadata, package)?;
    contained.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    text(package, &contained)
}

/// Returns the packages of others that are linked into one of this repository.
fn contained<'m>(metadata: &'m Metadata, package: &str) -> Result<Vec<&'m Package>> {
    let nodes: BTreeMap<&str, &Node> = metadata.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
    let start = metadata
        .packages
        .iter()
        .find(|one| one.name == package && one.source.is_none())
        .with_context(|| format!("there is no package {package}"))?;
    let (mut reached, mut open) = (BTreeSet::new(), vec![&*start.id]);
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            let node = nodes.get(id).with_context(|| format!("`cargo metadata` does not resolve {id}"))?;
            let linked = node.deps.iter().filter(|one| one.dep_kinds.iter().any(|kind| kind.kind.is_none()));
            open.extend(linked.map(|one| &*one.pkg));
        }
    }
    Ok(metadata.packages.iter().filter(|one| one.source.is_some() && reached.contains(&*one.id)).collect())
}

/// Writes the list, then each text once, with the packages that it stands in.
fn text(package: &str, contained: &[&Package]) -> Result<String> {
    let mut list = format!("{package} contains these packages of others, under their own terms.\n\n{RUST}\n");
    let mut texts: BTreeMap<String, Text> = BTreeMap::new();
    for one in contained {
        let name = format!("{} {}", one.name, one.version);
        let own = texts_in(one.manifest_path.parent().context("a folder")?, one.choice())?;
        ensure!(one.license.is_some() || !own.is_empty(), "{name} states no licence and has no text of one");
        writeln!(
            list,
            "{name}: {}{}{}; {}",
            one.license.as_deref().unwrap_or("the text below"),
            one.choice().map_or_else(String::new, |choice| format!(", of which {choice} is taken")),
            if own.is_empty() { ", without a text in the package" } else { "" },
            one.repository.as_deref().unwrap_or("no repository is stated")
        )?;
        for content in own {
            let words = content.split_whitespace().collect::<Vec<_>>().join(" ");
            texts.entry(words).or_insert(Text { content, packages: Vec::new() }).packages.push(name.clone());
        }
    }
    for Text { content, packages } in texts.values() {
        write!(list, "\n{RULE}\n{}\n\n{content}\n", packages.join(", "))?;
    }
    Ok(list)
}

/// Terms, and the packages that they stand in, however their lines are broken.
struct Text {
    content: String,
    packages: Vec<String>,
}

impl Package {
    /// Returns the licence that is taken where the package leaves a choice with one of those that this project takes.
    fn choice(&self) -> Option<&'static str> {
        let stated = self.license.as_deref()?;
        if stated.contains(['(', ')']) || stated.contains(" AND ") {
            return None;
        }
        let offered: Vec<&str> = stated.split(" OR ").flat_map(|part| part.split('/')).collect();
        TAKEN.into_iter().find(|licence| offered.len() > 1 && offered.contains(licence))
    }
}

/// Returns the texts of terms in the folder of a package, those alone of the licence that is taken if their files are named by licences.
fn texts_in(folder: &Path, choice: Option<&str>) -> Result<Vec<String>> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if entry.path().is_file() && TERMS.iter().any(|begin| name.starts_with(begin)) {
            let bytes = fs::read(entry.path()).with_context(|| format!("cannot read {name}"))?;
            texts.insert(name, String::from_utf8_lossy(&bytes).trim().replace("\r\n", "\n"));
        }
    }
    let choice = choice.map(|licence| licence.to_lowercase().trim_end_matches("-2.0").to_owned());
    if let Some(choice) = choice.filter(|choice| texts.keys().any(|name| name.contains(choice))) {
        texts.retain(|name, _| name.contains(&choice) || !NAMED.iter().any(|other| name.contains(other)));
    }
    Ok(texts.into_values().filter(|text| !text.is_empty()).collect::<BTreeSet<_>>().into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, folder: &Path, source: Option<&str>) -> Package {
        Package {
            id: name.to_owned(),
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            license: Some("MIT".to_owned()),
            repository: None,
            source: source.map(str::to_owned),
            manifest_path: folder.join(name).join("Cargo.toml"),
        }
    }

    #[test]
    fn every_package_in_the_program_states_its_terms() {
        let workspace = Workspace::locate().expect("the workspace");
        let host = cargo::host(&workspace).expect("a host");
        let text = terms(&workspace, Workspaces::Program, &[&host]).expect("terms");
        let list = text.split(RULE).next().unwrap_or_default();
        assert!(list.contains("\nserde ") && !list.contains("\nproptest "), "{list}");
        assert!(text.matches(RULE).count() > 10, "{list}");
    }

    #[test]
    fn of_licences_to_choose_from_one_is_taken_and_its_text_alone_stands_there() {
        let folder = Workspace::locate().expect("the workspace").fresh("test-choice").expect("a folder");
        let choice = |licence: &str| {
            Package { license: Some(licence.to_owned()), ..package("one", &folder, None) }.choice()
        };
        assert_eq!(choice("Apache-2.0 OR GPL-2.0-only"), Some("Apache-2.0"));
        assert_eq!(choice("Unlicense/MIT"), Some("MIT"));
        assert_eq!([choice("MIT"), choice("(MIT OR Apache-2.0) AND Unicode-3.0")], [None, None]);
        fs::create_dir_all(&folder).expect("a folder");
        for name in ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-GPL2", "NOTICE"] {
            fs::write(folder.join(name), name).expect("a file");
        }
        assert_eq!(texts_in(&folder, Some("Apache-2.0")).expect("texts"), ["LICENSE-APACHE", "NOTICE"]);
        assert_eq!(texts_in(&folder, None).expect("texts").len(), 4);
    }

    #[test]
    fn what_is_linked_is_listed_and_each_text_stands_once() {
        let folder = Workspace::locate().expect("the workspace").fresh("test-third-party").expect("a folder");
        for (name, text) in [("a", "Terms."), ("b", "Terms."), ("built", "Other terms.")] {
            fs::create_dir_all(folder.join(name)).expect("a folder");
            fs::write(folder.join(name).join("LICENSE-MIT"), text).expect("a file");
        }
        let dependency = |pkg: &str, kind: Option<&str>| Dependency {
            pkg: pkg.to_owned(),
            dep_kinds: vec![Kind { kind: kind.map(str::to_owned) }],
        };
        let node = |id: &str, deps: Vec<Dependency>| Node { id: id.to_owned(), deps };
        let index = Some("registry");
        let metadata = Metadata {
            packages: vec![
                package("own", &folder, None),
                package("a", &folder, index),
                package("b", &folder, index),
                package("built", &folder, index),
            ],
            resolve: Graph {
                nodes: vec![
                    node("own", vec![dependency("a", None), dependency("built", Some("build"))]),
                    node("a", vec![dependency("b", None)]),
                    node("b", vec![]),
                    node("built", vec![]),
                ],
            },
        };
        let text = text("own", &contained(&metadata, "own").expect("packages")).expect("a text");
        assert!(text.contains("\na 1.0.0: MIT; no repository is stated\n"), "{text}");
        assert!(text.ends_with(&format!("{RULE}\na 1.0.0, b 1.0.0\n\nTerms.\n")), "{text}");
        assert!(!text.contains("built") && text.matches("Terms.").count() == 1, "{text}");
        assert!(contained(&metadata, "none").is_err());
    }
}
