//! Every rule of the game has a test that is called after it: `r23_…` names rule R23.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, File, ItemFn};

use crate::workspace::Workspace;

/// The crates whose tests are looked at.
const CRATES: [&str; 5] = ["engine", "agents", "bots", "lab", "sim-cli"];

/// The numbers of the rules.
const RULES: std::ops::RangeInclusive<u8> = 1..=27;

/// The numbers of the rules that the tests of a file are called after.
#[derive(Default)]
struct NamedRules(BTreeSet<u8>);

impl Visit<'_> for NamedRules {
    fn visit_item_fn(&mut self, function: &ItemFn) {
        if function.attrs.iter().any(is_test) {
            self.0.extend(rules_in(&function.sig.ident.to_string()));
        }
        visit::visit_item_fn(self, function);
    }
}

/// Returns `true` for `#[test]`.
fn is_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("test")
}

/// Returns the numbers of the rules in a name such as `r19_r20_no_clue_comes_again`.
fn rules_in(name: &str) -> impl Iterator<Item = u8> {
    name.split('_').filter_map(|word| word.strip_prefix('r')?.parse().ok())
}

/// Adds the rules that the tests of the sources in a folder and those below it are called after.
fn add_named(folder: &Path, rules: &mut NamedRules) {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            add_named(&path, rules);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let file: File = syn::parse_file(&text).expect("a source that is compiled");
            rules.visit_file(&file);
        }
    }
}

#[test]
fn every_rule_is_named_by_a_test() {
    let (workspace, mut named) = (Workspace::locate().expect("the workspace"), NamedRules::default());
    CRATES.iter().for_each(|name| add_named(&workspace.path(name), &mut named));
    let missing: Vec<u8> = RULES.filter(|rule| !named.0.contains(rule)).collect();
    assert!(missing.is_empty(), "no test is called after the rules {missing:?}");
}

#[test]
fn a_name_counts_if_a_test_has_it_and_a_number_stands_behind_the_letter() {
    let text = "#[test] fn r3_r12_a() {} fn r4_b() {} mod m { #[test] fn c_r5() {} #[cfg(x)] fn r6() {} }";
    let mut named = NamedRules::default();
    named.visit_file(&syn::parse_file(text).expect("a source"));
    assert_eq!(named.0, BTreeSet::from([3, 5, 12]));
    assert_eq!(rules_in("red_r_rx1_r27").collect::<Vec<_>>(), [27]);
}
