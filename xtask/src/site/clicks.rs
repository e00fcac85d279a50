//! What a newcomer finds from the first page within two clicks.

use std::collections::BTreeSet;
use std::path::Path;

use super::pages::{MADE, below, links};
use crate::workspace::Workspace;

/// The first page.
const FIRST: &str = "docs/site/start.md";

/// What is looked for, where it stands, and what must be said there.
const WANTED: [Wanted; 8] = [
    Wanted { what: "run it", place: "README.md", says: "cargo run --release -p sim-cli -- tournament" },
    Wanted { what: "install it", place: "README.md#install", says: "cargo install --path sim-cli" },
    Wanted {
        what: "an agent in Rust",
        place: "docs/recipes.md#a-clue-giver-or-a-guesser",
        says: "pub(crate) const KIND",
    },
    Wanted {
        what: "an agent in Rust, in a program of one's own",
        place: "rust/overhear/index.html",
        says: "impl Encryptor for",
    },
    Wanted { what: "an agent in Python", place: "docs/python.md#a-class-that-plays", says: "class " },
    Wanted {
        what: "rules of one's own",
        place: "docs/rules.md#which-command-answers-a-question-about-rules",
        says: "official,KEY=VALUE",
    },
    Wanted { what: "the card of a model", place: "docs/models.md#3-the-card", says: "sim-cli bench" },
    Wanted { what: "how to cite", place: "docs/related-work.md#how-to-cite", says: "@software{" },
];

struct Wanted {
    what: &'static str,
    place: &'static str,
    says: &'static str,
}

/// Returns where the links of a document lead: paths from the top of the repository, or of the site for what is made, with their anchors.
fn targets(workspace: &Workspace, document: &str) -> BTreeSet<String> {
    let text = workspace.read(document).expect("a text");
    links(&text)
        .into_iter()
        .filter_map(|place| {
            let target = &text[place];
            if document == FIRST && MADE.iter().any(|folder| target.starts_with(&format!("{folder}/"))) {
                return Some(target.to_owned());
            }
            let (path, anchor) = target.find('#').map_or((target, ""), |at| target.split_at(at));
            let is_elsewhere = target.contains("://") || target.starts_with("mailto:");
            let file = if path.is_empty() { Ok(document.to_owned()) } else { below(document, path) };
            (!is_elsewhere).then(|| file.expect("a path") + anchor)
        })
        .collect()
}

/// Returns the text that a place has: of a document from its heading to the next one of that level, of a page of rustdoc what it is made of.
fn text_at(workspace: &Workspace, place: &str) -> String {
    let Some((document, anchor)) = place.split_once('#') else {
        let document = if place == "rust/overhear/index.html" { "lab/overhear/README.md" } else { place };
        return workspace.read(document).expect("a text");
    };
    let text = workspace.read(document).expect("a text");
    let sections = text.split("\n## ").skip(1);
    let section = sections.filter(|section| slug(section.lines().next().unwrap_or("")) == anchor);
    section.map(str::to_owned).next().unwrap_or_else(|| panic!("{document} has no heading {anchor}"))
}

/// Returns the anchor of a heading.
fn slug(heading: &str) -> String {
    let letters = heading.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    letters.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn what_newcomers_look_for_is_two_clicks_away_and_says_it() {
    let workspace = Workspace::locate().expect("the workspace");
    let first = targets(&workspace, FIRST);
    let files = first.iter().map(|target| target.split('#').next().unwrap_or(target));
    let pages: BTreeSet<&str> =
        files.filter(|file| Path::new(file).extension().is_some_and(|kind| kind == "md")).collect();
    let second = pages.iter().flat_map(|page| targets(&workspace, page));
    let reached: BTreeSet<String> = first.iter().cloned().chain(second).collect();
    for Wanted { what, place, says } in WANTED {
        let is_reached =
            reached.iter().any(|target| target == place || target.starts_with(&format!("{place}#")));
        assert!(is_reached, "{what}: {place} is more than two clicks from {FIRST}");
        let text = text_at(&workspace, place);
        assert!(text.contains(says), "{what}: {place} does not say `{says}`");
    }
}
