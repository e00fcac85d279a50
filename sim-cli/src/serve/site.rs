//! The page's files, which the program carries.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct File {
    name: &'static str,
    /// What it is, for browsers.
    pub(super) kind: &'static str,
    /// What stands in it.
    pub(super) content: &'static str,
}

const fn of(name: &'static str, kind: &'static str, content: &'static str) -> File {
    File { name, kind, content }
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Every file but the worker, which has nothing to do where a program answers.
const FILES: [File; 9] = [
    of("index.html", "text/html; charset=utf-8", include_str!("../../../web/page/index.html")),
    of("page.css", "text/css; charset=utf-8", include_str!("../../../web/page/page.css")),
    of("page.js", SCRIPT, include_str!("../../../web/page/page.js")),
    of("engine.js", SCRIPT, include_str!("../../../web/page/engine.js")),
    of("dom.js", SCRIPT, include_str!("../../../web/page/dom.js")),
    of("figures.js", SCRIPT, include_str!("../../../web/page/figures.js")),
    of("rules.js", SCRIPT, include_str!("../../../web/page/rules.js")),
    of("sheets.js", SCRIPT, include_str!("../../../web/page/sheets.js")),
    of("glossary.md", "text/plain; charset=utf-8", include_str!("../../../docs/glossary.md")),
];

/// The file of this name.
pub(super) fn file(name: &str) -> Option<&'static File> {
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
        assert!(index.contains("data-back-end=\"browser\"") && index.contains("</header>"));
    }
}
