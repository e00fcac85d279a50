//! The table of all errors and warnings, `docs/errors.md`: a test keeps it equal to the sources.

mod rust;
mod scripts;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::files_below::files_below;
use crate::workspace::Workspace;

/// The table, from the top of the repository.
const TABLE: &str = "docs/errors.md";

/// Parts of the repository that users get messages of, and the folders of their sources.
const PARTS: [(&str, &[&str]); 13] = [
    ("engine", &["engine/src"]),
    ("agents", &["agents/src"]),
    ("bots", &["bots/src"]),
    ("bots/kit", &["bots/kit"]),
    ("stats", &["stats/src"]),
    ("lab/derive", &["lab/derive/src"]),
    ("lab/tournament", &["lab/tournament/src"]),
    ("lab", &["lab/src"]),
    ("lab/report", &["lab/report/src"]),
    ("sim-cli", &["sim-cli/src"]),
    ("python", &["python/src", "python/lib"]),
    ("web", &["web/src"]),
    ("web/page", &["web/page"]),
];

const HEAD: &str = "# Errors and warnings\n\n\
    The texts of all errors and warnings, as the sources have them; `{…}` is filled in. Settings that a message names are \
    shown as the interface spells them: `--log-format`, `log_format`. One printed message can join texts of two \
    files: the code that reads a file adds its name and line, the code that checks the content adds what is wrong: `words.csv: line 3: …`. Some texts \
    are parts that are put into others. A test of `xtask` keeps this \
    file equal to the sources; `UPDATE_GOLDEN=1 cargo test -p xtask messages` writes it anew.\n";

/// Texts of a file, sorted.
type Texts = BTreeSet<String>;

/// Returns the sources below a path, without tests.
fn sources(path: &Path) -> Vec<PathBuf> {
    let mut files = files_below(path, &["tests"]);
    files.retain(|file| !file.ends_with("tests.rs"));
    files
}

/// Returns the texts of the messages that a source makes.
fn texts(path: &Path) -> Texts {
    let read = || fs::read_to_string(path).expect("a source");
    match path.extension().and_then(|kind| kind.to_str()) {
        Some("rs") => rust::texts(&read()),
        Some("py") => scripts::texts(&read(), scripts::PYTHON),
        Some("js") => scripts::texts(&read(), scripts::JAVASCRIPT),
        _ => Texts::new(),
    }
}

/// Returns the table of the repository's messages.
fn table(workspace: &Workspace) -> String {
    let mut table = HEAD.to_owned();
    for (part, folders) in PARTS {
        table.extend(["\n## ", part, "\n"]);
        let mut files = BTreeMap::new();
        for path in folders.iter().flat_map(|folder| sources(&workspace.path(folder))) {
            let below = path.strip_prefix(workspace.path("")).expect("a path of the repository");
            files.insert(below.to_string_lossy().replace('\\', "/"), texts(&path));
        }
        for (file, texts) in files.iter().filter(|(_, texts)| !texts.is_empty()) {
            table.extend(["\n### ", file, "\n\n"]);
            texts.iter().for_each(|text| table.extend(["- ", &code_span(text), "\n"]));
        }
    }
    table
}

/// Returns a text as a code span of Markdown.
fn code_span(text: &str) -> String {
    let text = text.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'");
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

#[test]
fn the_message_table_is_that_of_the_sources() {
    let workspace = Workspace::locate().expect("the workspace");
    let (path, found) = (workspace.path(TABLE), table(&workspace));
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &found).expect("the table is written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differing: Vec<&str> = found.lines().filter(|line| !kept.lines().any(|kept| kept == *line)).collect();
    assert!(
        kept == found,
        "{TABLE} differs from the sources; run `UPDATE_GOLDEN=1 cargo test -p xtask messages` and read what is new: \
         {differing:#?}"
    );
}

#[test]
fn a_code_span_keeps_backticks_and_shows_line_ends() {
    assert_eq!(code_span("it's \"a\""), "`it's \"a\"`");
    assert_eq!(code_span("no `{x}`\n"), "`` no `{x}`\\n ``");
}
