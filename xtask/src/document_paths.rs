//! Every source file that a document names exists, so that a renamed file is renamed in the recipes too.

use std::fs;
use std::path::Path;

use crate::workspace::files_below;

/// Folders that hold no sources of the project.
const NO_SOURCES: [&str; 5] = ["target", ".git", "node_modules", "pictures", "__pycache__"];

/// Kinds of files that are looked for. Tables and results also exist only after a run.
const KINDS: [&str; 4] = [".rs", ".py", ".js", ".mjs"];

/// Returns the names of source files in backquotes. `NAME.rs` stands for a file of the reader's own, and so does `mine.py`.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).filter(|name| {
        name.chars().all(|c| c.is_ascii_alphanumeric() || "_./-".contains(c))
            && KINDS.iter().any(|kind| name.ends_with(kind))
            && !name.contains("NAME")
            && *name != "mine.py"
    })
}

#[test]
fn every_source_file_that_a_document_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let files = files_below(root, &NO_SOURCES);
    let mut checked = 0;
    for document in [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/models.md",
        "docs/page.md",
        "docs/recipes.md",
        "docs/trust.md",
    ] {
        let text = fs::read_to_string(root.join(document)).expect("a document");
        for name in named(&text) {
            assert!(files.iter().any(|file| file.ends_with(name)), "{document}: there is no file `{name}`");
            checked += 1;
        }
    }
    assert!(checked > 150, "{checked} names");
}
