//! Links of the finished pages: each leads to a file of the site, and to a place in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

/// Returns how many links the pages of a folder have to one another and to other files of the site.
///
/// Pages of the folders `unread` are led to, but their own links are left to what wrote them.
///
/// # Errors
/// Links that lead to nothing, all of them.
pub(super) fn check(site: &Path, pages: &[PathBuf], unread: &[&str]) -> Result<usize> {
    let mut known = Anchors::default();
    let (mut checked, mut broken) = (0, BTreeSet::new());
    for page in pages.iter().filter(|page| is_read(site, page, unread)) {
        let text = fs::read_to_string(page).with_context(|| format!("cannot read {}", page.display()))?;
        for target in ["href=\"", "src=\""].into_iter().flat_map(|attribute| values(&text, attribute)) {
            let target = target.replace("&amp;", "&");
            if target.is_empty() || target.contains(':') {
                continue;
            }
            checked += 1;
            if !known.leads_somewhere(site, page, &target)? {
                broken.insert(format!("{}: {target}", page.strip_prefix(site).unwrap_or(page).display()));
            }
        }
    }
    ensure!(broken.is_empty(), "links that lead to nothing: {broken:#?}");
    Ok(checked)
}

fn is_read(site: &Path, page: &Path, unread: &[&str]) -> bool {
    let first = page.strip_prefix(site).ok().and_then(|below| below.components().next());
    !first.is_some_and(|first| unread.iter().any(|folder| first == Component::Normal(folder.as_ref())))
}

/// The places of pages that were led to, by page.
#[derive(Default)]
struct Anchors(BTreeMap<PathBuf, BTreeSet<String>>);

impl Anchors {
    /// Returns `true` if there is what a link of a page leads to.
    fn leads_somewhere(&mut self, site: &Path, page: &Path, target: &str) -> Result<bool> {
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let path = path.split('?').next().unwrap_or_default();
        let mut file = if path.is_empty() { page.to_owned() } else { page.with_file_name("").join(path) };
        if path.starts_with('/') {
            file = site.join(path.trim_start_matches('/'));
        }
        if file.is_dir() {
            file.push("index.html");
        }
        if !file.is_file() {
            return Ok(false);
        }
        if anchor.is_empty() || file.extension().is_none_or(|kind| kind != "html") {
            return Ok(true);
        }
        if !self.0.contains_key(&file) {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            self.0.insert(file.clone(), values(&text, "id=\"").map(str::to_owned).collect());
        }
        Ok(self.0[&file].contains(anchor))
    }
}

/// Returns the values of an attribute.
fn values<'t>(text: &'t str, attribute: &'static str) -> impl Iterator<Item = &'t str> {
    text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn links_without_an_end_are_named() {
        let site = Workspace::locate().expect("the workspace").fresh("test-site-links").expect("a folder");
        fs::create_dir_all(site.join("made")).expect("a folder");
        let write = |name: &str, text: &str| fs::write(site.join(name), text).expect("a file");
        write(
            "a.html",
            r##"<h1 id="top">A</h1><a href="#top">t</a><a href="made/b.html#x">b</a><a href="https://c.example">c</a>"##,
        );
        write("made/b.html", r#"<h1 id="x">B</h1><a href="gone.html">g</a>"#);
        let pages = [site.join("a.html"), site.join("made/b.html")];
        assert_eq!(check(&site, &pages, &["made"]).expect("sound links"), 2);
        let error = check(&site, &pages, &[]).expect_err("a broken link").to_string();
        assert!(error.contains("made/b.html: gone.html"), "{error}");
        write("a.html", r#"<a href="made/b.html#y">b</a>"#);
        assert!(check(&site, &pages, &["made"]).is_err());
    }
}
