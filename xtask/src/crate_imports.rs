//! The table of crates in ARCHITECTURE.md names what each imports, and no more.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use toml::{Table, Value};

use crate::workspace::Workspace;

/// Names of folders, by the folder that imports them.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Returns the imports as the table of ARCHITECTURE.md says: folders in backquotes, in its first and second column.
fn stated(text: &str) -> Imports {
    let rows = text.lines().skip_while(|line| !line.starts_with("| crate | imports |")).skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .flat_map(|row| {
            let [folders, imports] =
                [1, 2].map(|column| quoted(row.split('|').nth(column).unwrap_or_default()));
            folders.into_iter().map(move |folder| (folder, imports.clone()))
        })
        .collect()
}

/// Returns what stands between backquotes.
fn quoted(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the folders that the dependencies of a manifest lead to; those for tests alone do not count.
fn imports(manifest: &Table, folders: &BTreeMap<String, String>) -> BTreeSet<String> {
    let dependencies = manifest.get("dependencies").and_then(Value::as_table);
    dependencies.into_iter().flat_map(Table::keys).filter_map(|name| folders.get(name).cloned()).collect()
}

fn read(path: &Path) -> Table {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn package_name(manifest: &Table) -> String {
    let name = manifest.get("package").and_then(|package| package.get("name")?.as_str());
    name.expect("the manifest of a package").to_owned()
}

#[test]
fn the_table_of_crates_agrees_with_their_manifests() {
    let workspace = Workspace::locate().expect("the workspace");
    let stated = stated(&fs::read_to_string(workspace.path("ARCHITECTURE.md")).expect("a text"));
    let manifests: BTreeMap<&String, Table> =
        stated.keys().map(|folder| (folder, read(&workspace.path(folder).join("Cargo.toml")))).collect();
    let folders =
        manifests.iter().map(|(folder, manifest)| (package_name(manifest), (*folder).clone())).collect();
    for (folder, manifest) in &manifests {
        assert_eq!(
            stated[*folder],
            imports(manifest, &folders),
            "ARCHITECTURE.md: the imports of `{folder}`"
        );
    }
    let members = read(&workspace.path("Cargo.toml"))["workspace"]["members"].as_array().cloned();
    for member in members.expect("members of the workspace") {
        let folder = member.as_str().expect("a path");
        assert!(stated.contains_key(folder), "ARCHITECTURE.md: `{folder}` is not in the table of crates");
    }
}

#[test]
fn a_row_names_several_crates_and_what_they_import() {
    let text = "| crate | imports | responsibility |\n| --- | --- | --- |\n| `a`, `b` | `c` | Words |\n| `c` | | `d` |\n\n| `e` |";
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    let expected = [("a", set(&["c"])), ("b", set(&["c"])), ("c", set(&[]))];
    assert_eq!(stated(text), expected.map(|(folder, imports)| (folder.to_owned(), imports)).into());
}
