//! Words that the project's English does without: each has a plainer one.

use std::fs;
use std::path::Path;

use crate::workspace::files_below;

/// Folders and files that users and engineers read.
const READ: [&str; 25] = [
    "README.md",
    "ARCHITECTURE.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "agents/src",
    "benches/src",
    "bots/kit",
    "bots/src",
    "data/README.md",
    "docs",
    "engine/src",
    "lab/derive/src",
    "lab/examples",
    "lab/overhear",
    "lab/report/src",
    "lab/src",
    "lab/tournament/src",
    "python/lib",
    "python/src",
    "sim-cli/src",
    "stats/src",
    "web/page",
    "web/src",
    "xtask/src",
];

/// Files that are not looked at: tests, and this list.
const IGNORED: [&str; 4] =
    ["plain_words.rs", "tests.rs", "clue_text/tests/keywords.rs", "clue_text/tests/mod.rs"];

/// Kinds of files that are looked at.
const KINDS: [&str; 8] = ["css", "html", "js", "md", "py", "pyi", "rs", "txt"];

/// What is not to be found, in lower case, with a space on either side.
const FORBIDDEN: [&str; 13] = [
    " whoever ",
    " whom ",
    " somebody ",
    " nobody ",
    " of the one ",
    " that of the other ",
    " has come to ",
    " what of it ",
    " does not agree in ",
    " the middle nine ",
    " is out after ",
    " he ",
    " him ",
];

/// Returns a line in lower case with a space for each run of other characters than letters. A name in code is one word.
fn spaced(line: &str) -> String {
    let words = line.split(|c: char| !c.is_alphabetic() && c != '_').filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |line, word| line + &word.to_lowercase() + " ")
}

/// The constants that list English function words, these among them.
const LISTS: &str = "const FUNCTION_WORDS:";

/// Adds the lines of a file that have a forbidden word.
fn collect(path: &Path, riddles: &mut Vec<String>) {
    let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
    if !KINDS.contains(&kind) || IGNORED.iter().any(|name| path.ends_with(name)) {
        return;
    }
    let text = fs::read_to_string(path).expect("a text");
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut is_list = false;
    for (number, line) in (1..).zip(text.lines()) {
        is_list |= line.contains(LISTS);
        let spaced = spaced(line);
        if FORBIDDEN.iter().any(|word| spaced.contains(word)) && !is_list {
            riddles.push(format!("{}:{number}: {}", path.display(), line.trim()));
        }
        is_list &= !line.ends_with(';');
    }
}

#[test]
fn documents_and_sources_do_without_riddles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let mut riddles = Vec::new();
    let files = READ.iter().flat_map(|name| files_below(&root.join(name), &[]));
    files.for_each(|file| collect(&file, &mut riddles));
    assert!(riddles.is_empty(), "write these plainly: {riddles:#?}");
}

#[test]
fn a_word_is_found_between_other_signs_and_not_within_words() {
    assert_eq!(spaced("// `Nobody`, he said"), " nobody he said ");
    assert!(!spaced("the").contains(" he "));
}
