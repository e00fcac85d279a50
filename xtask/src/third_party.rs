//! The licences of the packages that the program contains: a list, and the texts that stand in the packages.

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

/// The line before a text.
const RULE: &str = "================================================================================";

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

/// Returns the packages of others that a package of this repository contains on this machine, and their terms.
///
/// # Errors
/// A cargo that does not answer, or a package that states no licence and has no text.
pub(crate) fn terms(workspace: &Workspace, package: &str) -> Result<String> {
    let mut ask = cargo::command(workspace);
    ask.args([
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--filter-platform",
        &cargo::host(workspace)?,
    ]);
    let printed = process::output(&mut ask).context("`cargo metadata` fails")?;
    let metadata: Metadata =
        serde_json::from_str(&printed).context("`cargo metadata` prints something else")?;
    let mut contained = contained(&metadata, package)?;
    contained.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    text(package, &contained)
}

/// Returns the packages of others that are linked into one of this repository.
fn contained<'m>(metadata: &'m Metadata, package: &str) -> Result<Vec<&'m Package>> {
    let nodes: BTreeMap<&str, &Node> = metadata.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
    let is_start = |one: &&Package| one.name == package && one.source.is_none();
    let start =
        metadata.packages.iter().find(is_start).with_context(|| format!("there is no package {package}"))?;
    let (mut reached, mut open) = (BTreeSet::new(), vec![&*start.id]);
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            let node = nodes.get(id).with_context(|| format!("`cargo metadata` does not resolve {id}"))?;
            let linked = node.deps.iter().filter(|one| one.dep_kinds.iter().any(|kind| kind.kind.is_none()));
            open.extend(linked.map(|one| &*one.pkg));
        }
    }
    let is_contained = |one: &&Package| one.source.is_some() && reached.contains(&*one.id);
    Ok(metadata.packages.iter().filter(is_contained).collect())
}

/// Writes the list, then each text once, with the packages that it stands in.
fn text(package: &str, contained: &[&Package]) -> Result<String> {
    let mut list = format!("{package} contains these packages of others, under their own terms.\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in contained {
        let name = format!("{} {}", one.name, one.version);
        let own = texts_in(one.manifest_path.parent().context("a folder")?)?;
        ensure!(one.license.is_some() || !own.is_empty(), "{name} states no licence and has no text of one");
        writeln!(
            list,
            "{name}: {}{}; {}",
            one.license.as_deref().unwrap_or("the text below"),
            if own.is_empty() { ", without a text in the package" } else { "" },
            one.repository.as_deref().unwrap_or("no repository is stated")
        )?;
        for text in own {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        write!(list, "\n{RULE}\n{}\n\n{}\n", names.join(", "), text)?;
    }
    Ok(list)
}

/// Returns the texts of terms in the folder of a package.
fn texts_in(folder: &Path) -> Result<Vec<String>> {
    let mut texts = BTreeSet::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if entry.path().is_file() && TERMS.iter().any(|begin| name.starts_with(begin)) {
            let bytes = fs::read(entry.path()).with_context(|| format!("cannot read {name}"))?;
            texts.insert(String::from_utf8_lossy(&bytes).trim().replace("\r\n", "\n"));
        }
    }
    Ok(texts.into_iter().filter(|text| !text.is_empty()).collect())
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
        let text = terms(&workspace, "sim-cli").expect("terms");
        let list = text.split(RULE).next().unwrap_or_default();
        assert!(list.contains("\nserde ") && !list.contains("\nproptest "), "{list}");
        assert!(text.matches(RULE).count() > 10, "{list}");
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
