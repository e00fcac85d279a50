//! What the manifests of published crates must say, and which crates are published: all members of the workspace but those that say
//! `publish = false`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use toml::{Table, Value};

use crate::workspace::Workspace;

/// Members that serve the project alone, and the program, which a release publishes as `overhear-cli`. CONTRIBUTING.md, *Releases*, says so too.
const KEPT: [&str; 3] = ["benches", "sim-cli", "xtask"];

/// What stands in the folder of every published crate as at the top: links there, whose files `cargo package` packs.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Keys that `workspace.package` decides.
const SHARED: [&str; 6] = ["version", "edition", "rust-version", "license", "repository", "documentation"];

/// The most keywords of a crate, and letters of a keyword, that the index takes.
const MOST_KEYWORDS: usize = 5;
const LONGEST_KEYWORD: usize = 20;

/// A member of the workspace.
struct Member {
    folder: String,
    manifest: Table,
}

impl Member {
    fn all(workspace: &Workspace) -> Vec<Member> {
        let table: Table = workspace.read("Cargo.toml").expect("a text").parse().expect("a manifest");
        let folders = table["workspace"]["members"].as_array().expect("members").clone();
        folders
            .iter()
            .map(|folder| {
                let folder = folder.as_str().expect("a folder").to_owned();
                let text = workspace.read(&format!("{folder}/Cargo.toml")).expect("a text");
                Member { manifest: text.parse().expect("a manifest"), folder }
            })
            .collect()
    }

    fn package(&self, key: &str) -> Option<&Value> {
        self.manifest["package"].get(key)
    }

    fn is_published(&self) -> bool {
        self.package("publish").and_then(Value::as_bool).unwrap_or(true)
    }

    /// Returns what a crate of the index lacks.
    fn lacks(&self, workspace: &Workspace) -> Vec<String> {
        let words = |key: &str| -> Vec<&str> {
            let list = self.package(key).and_then(Value::as_array);
            list.into_iter().flatten().filter_map(Value::as_str).collect()
        };
        let mut lacking = Vec::new();
        let mut expect = |is_there: bool, what: &str| {
            if !is_there {
                lacking.push(format!("{}: {what}", self.folder));
            }
        };
        for key in SHARED {
            let is_shared =
                self.package(key).and_then(|value| value.get("workspace")?.as_bool()) == Some(true);
            expect(is_shared, &format!("write `{key}.workspace = true`"));
        }
        let keywords = words("keywords");
        expect(
            (1..=MOST_KEYWORDS).contains(&keywords.len())
                && keywords.iter().all(|word| word.len() <= LONGEST_KEYWORD),
            "1 to 5 keywords, of 20 letters each",
        );
        expect(!words("categories").is_empty(), "categories");
        expect(self.package("description").is_some(), "a description");
        let readme = self.package("readme").and_then(Value::as_str).map(|name| self.path(workspace, name));
        expect(readme.is_some_and(|path| path.is_file()), "a readme that is there");
        let includes = self.package("include").is_some().then(|| words("include"));
        for licence in LICENCES {
            let text = |path: PathBuf| fs::read_to_string(path).ok();
            let is_same = text(self.path(workspace, licence)) == text(workspace.path(licence));
            expect(is_same, &format!("{licence} as at the top: `ln -s` it"));
            let packs = includes.as_ref().is_none_or(|names| names.contains(&format!("/{licence}").as_str()));
            expect(packs, &format!("`include` leaves out {licence}"));
        }
        lacking
    }

    fn path(&self, workspace: &Workspace, name: &str) -> PathBuf {
        workspace.path(&self.folder).join(name)
    }
}

#[test]
fn published_crates_say_what_an_index_shows() {
    let workspace = Workspace::locate().expect("the workspace");
    let members = Member::all(&workspace);
    let lacking: Vec<String> = members
        .iter()
        .filter(|member| member.is_published())
        .flat_map(|member| member.lacks(&workspace))
        .collect();
    assert!(lacking.is_empty(), "{lacking:#?}");
}

#[test]
fn the_crates_that_are_kept_are_those_of_the_list() {
    let workspace = Workspace::locate().expect("the workspace");
    let members = Member::all(&workspace);
    let unpublished: BTreeSet<&str> =
        members.iter().filter(|member| !member.is_published()).map(|member| member.folder.as_str()).collect();
    assert_eq!(unpublished, BTreeSet::from(KEPT));
}
