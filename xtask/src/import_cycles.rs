//! No file imports another that imports it in turn, be it by way of others; a parent and what is below it may: what is
//! imported from above does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, File, ItemMod, ItemUse, Meta, Token, UseTree, Visibility};

use crate::workspace::Workspace;

/// The folders of the crates that are looked at.
const CRATES: [&str; 19] = [
    "engine",
    "stats",
    "data",
    "data/space",
    "data/fr",
    "data/it",
    "data/sv",
    "agents",
    "bots",
    "lab/derive",
    "lab/tournament",
    "lab",
    "lab/report",
    "lab/overhear",
    "sim-cli",
    "python",
    "web",
    "benches",
    "xtask",
];

/// How often an import may be passed on before it is found.
const PASSES: usize = 8;

/// The names that lead from the top of a crate to a file.
type Module = Vec<String>;

/// What a file names of others.
#[derive(Default)]
struct Imports {
    paths: Vec<Module>,
    /// The paths that others find here, by the name under which they do.
    passed_on: BTreeMap<String, Module>,
}

impl Imports {
    fn of(text: &str) -> Imports {
        let file: File = syn::parse_file(text).expect("a source that is compiled");
        let mut imports = Imports::default();
        imports.visit_file(&file);
        imports
    }

    fn expand(&mut self, mut head: Module, tree: &UseTree, is_public: bool) {
        let (name, known_as) = match tree {
            UseTree::Path(path) => {
                head.push(path.ident.to_string());
                return self.expand(head, &path.tree, is_public);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.expand(head.clone(), tree, is_public));
            }
            UseTree::Glob(_) => return self.paths.push(head),
            UseTree::Name(name) => (&name.ident, &name.ident),
            UseTree::Rename(rename) => (&rename.ident, &rename.rename),
        };
        head.push(name.to_string());
        if is_public {
            self.passed_on.insert(known_as.to_string(), head.clone());
        }
        self.paths.push(head);
    }
}

impl Visit<'_> for Imports {
    fn visit_item_mod(&mut self, module: &ItemMod) {
        if !module.attrs.iter().any(is_for_tests) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        self.expand(Module::new(), &item.tree, !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &syn::Path) {
        self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

/// `cfg(test)`, alone or in `all`.
fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.parse_args::<Meta>().is_ok_and(|what| is_test(&what))
}

fn is_test(what: &Meta) -> bool {
    match what {
        Meta::List(list) if list.path.is_ident("all") => {
            let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            parts.is_ok_and(|parts| parts.iter().any(is_test))
        }
        _ => what.path().is_ident("test"),
    }
}

/// The files of a crate.
#[derive(Default)]
struct CrateFiles(BTreeMap<Module, Imports>);

impl CrateFiles {
    fn read(sources: &Path) -> CrateFiles {
        let mut house = CrateFiles::default();
        house.enter(sources, &Module::new());
        house
    }

    fn enter(&mut self, folder: &Path, module: &Module) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let module = match stem.as_str() {
                "lib" | "main" | "mod" => module.clone(),
                "tests" => continue,
                _ => [&module[..], &[stem]].concat(),
            };
            if path.is_dir() {
                self.enter(&path, &module);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                self.0.insert(module, Imports::of(&fs::read_to_string(&path).expect("a source")));
            }
        }
    }

    /// The file that a path leads to from here, if it is of this crate.
    fn file(&self, here: &Module, path: &[String], passes: usize) -> Option<Module> {
        let whole = self.whole(here, path)?;
        let length = (0..=whole.len()).rev().find(|&length| self.0.contains_key(&whole[..length]))?;
        let (file, rest) = (whole[..length].to_vec(), &whole[length..]);
        let passed_on = rest.first().and_then(|name| self.0[&file].passed_on.get(name));
        let further = passed_on.filter(|_| passes > 0).and_then(|from| self.file(&file, from, passes - 1));
        Some(further.unwrap_or(file))
    }

    /// A path from the top of the crate.
    fn whole(&self, here: &Module, path: &[String]) -> Option<Module> {
        let ups = path.iter().take_while(|name| *name == "super").count();
        if ups > 0 {
            return Some([&here[..here.len().checked_sub(ups)?], &path[ups..]].concat());
        }
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([&here[..], &path[1..]].concat()),
            name => {
                let below = [&here[..], &[name.to_owned()]].concat();
                self.0.contains_key(&below).then(|| [&here[..], path].concat())
            }
        }
    }

    fn imported(&self, here: &Module) -> BTreeSet<Module> {
        let files = self.0[here].paths.iter().filter_map(|path| self.file(here, path, PASSES));
        files.filter(|file| !here.starts_with(file)).collect()
    }

    /// The files from which imports lead back to them.
    fn circles(&self) -> Vec<String> {
        let imported: BTreeMap<&Module, _> = self.0.keys().map(|file| (file, self.imported(file))).collect();
        let circles = self.0.keys().filter(|from| {
            let (mut reached, mut open) = (BTreeSet::new(), vec![*from]);
            while let Some(file) = open.pop() {
                open.extend(imported[file].iter().filter(|next| reached.insert(*next)));
            }
            reached.contains(*from)
        });
        circles.map(|file| file.join("::")).collect()
    }
}

/// Two folders, by their paths.
type Folders = [String; 2];

impl CrateFiles {
    /// The folders or files beside each other of which either imports something of the other. A file is taken for a
    /// folder that holds nothing else.
    fn mutual_folders(&self) -> BTreeSet<Folders> {
        let mut arrows: BTreeSet<Folders> = BTreeSet::new();
        for here in self.0.keys() {
            for there in self.imported(here) {
                let common = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
                let sides = [here, &there].map(|file| file.get(..=common).unwrap_or_default());
                if sides.iter().all(|side| !side.is_empty()) {
                    arrows.insert(sides.map(|side| side.join("::")));
                }
            }
        }
        arrows.iter().filter(|[a, b]| a < b && arrows.contains(&[b.clone(), a.clone()])).cloned().collect()
    }
}

#[test]
fn no_folders_of_the_laboratory_import_each_other() {
    let workspace = Workspace::locate().expect("a workspace");
    for name in CRATES.into_iter().filter(|name| name.starts_with("lab")) {
        let pairs = CrateFiles::read(&workspace.path(name).join("src")).mutual_folders();
        assert!(pairs.is_empty(), "{name}: {pairs:#?}");
    }
}

#[test]
fn folders_that_import_each_other_are_found_and_parents_are_not() {
    let files = [
        ("", "mod a; mod b; mod c;"),
        ("a", "mod one; mod two;"),
        (
            "a/one",
            "use crate::b::three::Three; use super::two::Two; use crate::a::two::Other; pub struct One;",
        ),
        ("a/two", "pub struct Two; pub struct Other;"),
        ("b", "pub mod three; mod four;"),
        ("b/three", "pub struct Three;"),
        ("b/four", "use crate::c::Five;"),
        ("c", "use crate::a::one::One; pub struct Five;"),
    ];
    let mut house = house(&files);
    assert!(house.mutual_folders().is_empty());
    house.0.insert(vec!["b".to_owned(), "four".to_owned()], Imports::of("use crate::a::two::Two;"));
    let pair = |one: &str, other: &str| BTreeSet::from([[one.to_owned(), other.to_owned()]]);
    assert_eq!(house.mutual_folders(), pair("a", "b"));
    house.0.insert(vec!["b".to_owned(), "four".to_owned()], Imports::of("use crate::c::Five;"));
    house.0.insert(vec!["c".to_owned()], Imports::of("use crate::b::three::Three; pub struct Five;"));
    assert_eq!(house.mutual_folders(), pair("b", "c"), "a file and a folder");
}

#[test]
fn no_file_imports_itself_by_way_of_others() {
    let workspace = Workspace::locate().expect("a workspace");
    let circles = CRATES.map(|name| (name, CrateFiles::read(&workspace.path(name).join("src")).circles()));
    let in_circles: Vec<_> = circles.into_iter().filter(|(_, files)| !files.is_empty()).collect();
    assert!(in_circles.is_empty(), "{in_circles:#?}");
}

/// The files of a crate, by their paths.
#[cfg(test)]
fn house(files: &[(&str, &str)]) -> CrateFiles {
    let named = |name: &str| name.split_terminator('/').map(str::to_owned).collect();
    CrateFiles(files.iter().map(|(name, text)| (named(name), Imports::of(text))).collect())
}

#[test]
fn a_circle_by_way_of_what_a_parent_passes_on_is_found() {
    let files = [
        ("", "mod a; mod b; mod c; pub use c::Third;"),
        (
            "a",
            "use crate::b::{Second as Other, self}; #[cfg(all(test, unix))] mod tests { use crate::c::Third; }",
        ),
        ("b", "fn f() -> super::Third { loop {} }"),
        ("c", "pub struct Third;"),
    ];
    let mut house = house(&files);
    assert!(house.circles().is_empty());
    house.0.insert(vec!["c".to_owned()], Imports::of("use crate::a::First; pub struct Third;"));
    assert_eq!(house.circles(), ["a", "b", "c"]);
}

#[test]
fn a_circle_by_way_of_a_child_is_found() {
    let inside = [
        ("", "mod a; mod b; fn main() { a::first() }"),
        ("a", "mod child; use child::Child; pub fn first() {}"),
        ("a/child", "use super::first; use crate::b::Second; pub struct Child;"),
        ("b", "pub struct Second;"),
    ];
    let mut house = house(&inside);
    assert!(house.circles().is_empty());
    house.0.insert(vec!["b".to_owned()], Imports::of("use crate::a::first; pub struct Second;"));
    assert_eq!(house.circles(), ["a", "a::child", "b"]);
}
