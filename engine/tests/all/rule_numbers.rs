//! Each rule has a test of its own, which names it and no other, as `r7_` or `_r7_`, and runs by default.

use std::fs;
use std::path::Path;

use overhear_engine::rules::{SWITCHES, Switch};

/// The numbers that `docs/rules.md` lists.
const RULES: std::ops::RangeInclusive<u32> = 1..=27;

/// Where tests stand, below the workspace. R22 is about what clues mean, and so a test of the agents.
const SOURCES: [&str; 8] = [
    "engine/src",
    "engine/tests",
    "agents/src",
    "agents/tests",
    "lab/src",
    "lab/tournament/src",
    "sim-cli/src",
    "sim-cli/tests",
];

/// Every file below a folder whose name ends so.
fn files(folder: &Path, ending: &str, texts: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, texts);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            texts.push(fs::read_to_string(&path).expect("a text").to_lowercase());
        }
    }
}

#[test]
fn the_page_of_the_rules_lists_each_number_once() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md");
    let text = fs::read_to_string(path).expect("docs/rules.md");
    let numbers =
        text.lines().filter_map(|line| line.strip_prefix("- **R")?.split_once("**")?.0.parse().ok());
    assert_eq!(numbers.collect::<Vec<u32>>(), RULES.collect::<Vec<u32>>());
}

#[test]
fn the_page_of_the_rules_names_every_switch() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md");
    let text = fs::read_to_string(path).expect("docs/rules.md");
    let is_named = |key: &str| {
        [format!("`{key}`"), format!("`{key}=")].iter().any(|written| text.contains(written.as_str()))
    };
    let missing: Vec<&str> = SWITCHES.iter().map(Switch::key).filter(|key| !is_named(key)).collect();
    assert!(missing.is_empty(), "docs/rules.md does not name {missing:?}");
}

#[test]
fn the_seed_of_the_fuzz_target_names_every_switch() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/rules/official.toml");
    let text = fs::read_to_string(path).expect("fuzz/seeds/rules/official.toml");
    let keys: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key).collect();
    let missing: Vec<&str> = SWITCHES.iter().map(Switch::key).filter(|key| !keys.contains(key)).collect();
    assert!(missing.is_empty(), "fuzz/seeds/rules/official.toml does not name {missing:?}");
}

/// A test, and the rules that its name names.
struct Test {
    rules: Vec<u32>,
    is_ignored: bool,
}

/// The tests of a source.
fn tests_of(source: &str) -> impl Iterator<Item = Test> + '_ {
    let behind = source.split("#[test]").skip(1);
    behind.filter_map(|text| text.split_once("fn ")).filter_map(|(attributes, rest)| {
        let (name, _) = rest.split_once('(')?;
        Some(Test { rules: rules_of(name), is_ignored: attributes.contains("#[ignore") })
    })
}

/// The rules in a name: `r7` between its underscores.
fn rules_of(name: &str) -> Vec<u32> {
    name.split('_').filter_map(|part| part.strip_prefix('r')?.parse().ok()).collect()
}

/// The rules that no test has to itself: one that runs by default and names no other rule.
fn without_a_test(tests: &[Test]) -> Vec<u32> {
    RULES.filter(|&rule| !tests.iter().any(|test| test.rules == [rule] && !test.is_ignored)).collect()
}

#[test]
fn every_rule_has_a_test_of_its_own() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = engine.parent().expect("the engine is a member of a workspace");
    let mut sources = Vec::new();
    SOURCES.iter().for_each(|folder| files(&root.join(folder), "rs", &mut sources));
    let mut tests: Vec<Test> = sources.iter().flat_map(|source| tests_of(source)).collect();
    assert_eq!(without_a_test(&tests), [0; 0], "no test is named after these rules alone");
    let most = RULES.max();
    assert!(
        tests.iter().flat_map(|test| &test.rules).all(|rule| Some(*rule) <= most),
        "there is no such rule"
    );
    tests.retain(|test| test.rules != [23]);
    assert_eq!(without_a_test(&tests), [23]);
}

#[test]
fn a_test_is_known_by_its_attribute_and_a_rule_by_its_number() {
    let source =
        "fn r1_no_test() {}\n#[test]\nfn r2_r3_two() {}\n#[test]\n#[ignore = \"slow\"]\nfn r4_later() {}";
    let tests: Vec<(Vec<u32>, bool)> = tests_of(source).map(|test| (test.rules, test.is_ignored)).collect();
    assert_eq!(tests, [(vec![2, 3], false), (vec![4], true)]);
    assert_eq!(rules_of("r27_every_rule_of_r1x"), [27]);
    let one = |rules: Vec<u32>, is_ignored| without_a_test(&[Test { rules, is_ignored }]).contains(&4);
    assert!(one(vec![4, 5], false) && one(vec![4], true) && !one(vec![4], false));
}
