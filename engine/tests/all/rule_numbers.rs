//! Each rule has a test or a golden game that names it.
//!
//! A test names a rule in its own name, as `r7_` or `_r7_`; a golden game in the comments at its head, as `R7`.

use std::fs;
use std::path::Path;

/// The numbers of `rules.md`, all of them.
const RULES: std::ops::RangeInclusive<u32> = 1..=27;

/// Where tests stand, below the workspace. R22 is about what clues mean, and so a test of the agents.
const SOURCES: [&str; 6] =
    ["engine/src", "engine/tests", "agents/src", "agents/tests", "sim-cli/src", "sim-cli/tests"];

/// Every file below a folder whose name ends so.
fn files(folder: &Path, ending: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(fs::read_to_string(&path).expect("a text").to_lowercase());
        }
    }
}

/// The names of the functions that are tests.
fn tests_of(source: &str) -> Vec<String> {
    let behind = source.split("#[test]").skip(1);
    let signatures = behind.filter_map(|text| text.split_once("fn "));
    let names = signatures.filter_map(|(_, rest)| rest.split_once('('));
    names.map(|(name, _)| format!("_{name}_")).collect()
}

/// The comments above a script, as words.
fn header(playthrough: &str) -> Vec<String> {
    let lines = playthrough.lines().take_while(|line| line.starts_with('#'));
    lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).map(str::to_owned).collect()
}

#[test]
fn every_rule_has_a_test_or_a_golden_game_that_names_it() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = engine.parent().expect("the engine is a member of a workspace");
    let (mut sources, mut playthroughs) = (Vec::new(), Vec::new());
    SOURCES.iter().for_each(|folder| files(&root.join(folder), "rs", &mut sources));
    files(&engine.join("tests/playthroughs"), "txt", &mut playthroughs);
    let tests: Vec<String> = sources.iter().flat_map(|source| tests_of(source)).collect();
    let words: Vec<String> = playthroughs.iter().flat_map(|text| header(text)).collect();
    let is_named = |rule: &u32| {
        let (part, word) = (format!("_r{rule}_"), format!("r{rule}"));
        tests.iter().any(|name| name.contains(&part)) || words.contains(&word)
    };
    let missing: Vec<String> = RULES.filter(|rule| !is_named(rule)).map(|n| format!("R{n}")).collect();
    assert!(missing.is_empty(), "no test and no golden game names {}", missing.join(", "));
    assert!(!is_named(&99), "a rule that is not there is not found");
}
