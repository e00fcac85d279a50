//! The files of the page, for a host of plain files or for `sim-cli serve`.
//!
//! ```
//! let index = overhear_page::file("index.html").expect("built in");
//! assert!(index.content.contains("page.js"));
//! ```

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its name, by which the others ask for it.
    pub name: &'static str,
    /// What it is, for browsers.
    pub kind: &'static str,
    /// What stands in it.
    pub content: &'static str,
}

const fn of(name: &'static str, kind: &'static str, content: &'static str) -> File {
    File { name, kind, content }
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Every file that both back ends need; the glossary, which the page asks for as `glossary.md`, stands elsewhere.
pub const FILES: [File; 33] = [
    of("index.html", "text/html; charset=utf-8", include_str!("index.html")),
    of("page.css", "text/css; charset=utf-8", include_str!("page.css")),
    of("page.js", SCRIPT, include_str!("page.js")),
    of("backends.js", SCRIPT, include_str!("backends.js")),
    of("dom.js", SCRIPT, include_str!("dom.js")),
    of("figures.js", SCRIPT, include_str!("figures.js")),
    of("rules.js", SCRIPT, include_str!("rules.js")),
    of("sheets.js", SCRIPT, include_str!("sheets.js")),
    of("rules_view.js", SCRIPT, include_str!("rules_view.js")),
    of("deck_file.js", SCRIPT, include_str!("deck_file.js")),
    of("deck_words.js", SCRIPT, include_str!("deck_words.js")),
    of("deck_picture.js", SCRIPT, include_str!("deck_picture.js")),
    of("deck_offers.js", SCRIPT, include_str!("deck_offers.js")),
    of("deck_view.js", SCRIPT, include_str!("deck_view.js")),
    of("three_view.js", SCRIPT, include_str!("three_view.js")),
    of("language.js", SCRIPT, include_str!("language.js")),
    of("coach_examples.js", SCRIPT, include_str!("coach_examples.js")),
    of("coach_view.js", SCRIPT, include_str!("coach_view.js")),
    of("coach_sheet.js", SCRIPT, include_str!("coach_sheet.js")),
    of("coach_review.js", SCRIPT, include_str!("coach_review.js")),
    of("coach_bridge.js", SCRIPT, include_str!("coach_bridge.js")),
    of("coach_curve.js", SCRIPT, include_str!("coach_curve.js")),
    of("coach_theirs.js", SCRIPT, include_str!("coach_theirs.js")),
    of("coach_guess.js", SCRIPT, include_str!("coach_guess.js")),
    of("drawing.js", SCRIPT, include_str!("drawing.js")),
    of("sweep_view.js", SCRIPT, include_str!("sweep_view.js")),
    of("sweep_drawing.js", SCRIPT, include_str!("sweep_drawing.js")),
    of("shipped.js", SCRIPT, include_str!("shipped.js")),
    of("helps.js", SCRIPT, include_str!("helps.js")),
    of("table_matrix.js", SCRIPT, include_str!("table_matrix.js")),
    of("tiles.js", SCRIPT, include_str!("tiles.js")),
    of("strip.js", SCRIPT, include_str!("strip.js")),
    of("take.js", SCRIPT, include_str!("take.js")),
];

/// What a browser runs that plays games itself; it has nothing to do where a program answers.
pub const WORKER: File = of("worker.js", SCRIPT, include_str!("worker.js"));

/// What keeps a static site for the next visit; a program that answers is asked itself.
pub const OFFLINE: File = of("offline.js", SCRIPT, include_str!("offline.js"));

/// The file of this name, but for the worker.
pub fn file(name: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_file_that_it_asks_for() {
        for File { content, .. } in FILES.iter().filter(|file| file.kind == SCRIPT) {
            for import in content.lines().filter_map(|line| line.split_once("from \"./")) {
                let name = import.1.split('"').next().expect("a name");
                assert!(file(name).is_some(), "{name}");
            }
        }
        let index = file("index.html").expect("built in").content;
        assert!(["page.css", "page.js"].iter().all(|name| index.contains(name) && file(name).is_some()));
        assert!(file("worker.js").is_none() && file("../Cargo.toml").is_none());
        assert!(file("backends.js").is_some_and(|file| file.content.contains(WORKER.name)));
        assert!(index.contains("data-back-end=\"browser\"") && index.contains("</header>"));
    }
}
