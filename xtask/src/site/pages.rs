//! Documents of the repository as pages of the site: which they are, what they are called there, and their links.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::address::Address;
use crate::workspace::Workspace;

/// The table of contents.
pub(super) const SUMMARY: &str = "docs/site/SUMMARY.md";

/// Folders of the site that hold no pages of documents; a link to one of them is kept.
pub(super) const MADE: [&str; 4] = ["live", "python-api", "rust", "sample"];

/// The names of pages by the paths of their documents.
pub(super) type Names = BTreeMap<String, String>;

/// Returns the documents of the table of contents, with the names of their pages.
pub(super) fn names(summary: &str) -> Result<Names> {
    let targets = links(summary).into_iter().map(|place| &summary[place]).filter(|target| !target.is_empty());
    targets.map(|target| below(SUMMARY, target).map(|path| (path.clone(), page_name(&path)))).collect()
}

/// Returns the name of the page of a document.
fn page_name(document: &str) -> String {
    match document {
        "README.md" => "overview.md".to_owned(),
        _ => match document.strip_prefix("docs/site/").or(document.strip_prefix("docs/")) {
            Some(name) => name.to_owned(),
            None => match document.strip_suffix("/README.md") {
                Some(folder) => format!("{folder}.md"),
                None => document.to_lowercase(),
            },
        },
    }
}

/// Returns the path from the top of the repository that a link in a document leads to.
pub(super) fn below(document: &str, target: &str) -> Result<String> {
    let mut path = PathBuf::from(document);
    path.pop();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => ensure!(path.pop(), "{document}: `{target}` leads out of the repository"),
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => {
                bail!("{document}: `{target}` leads out of the repository")
            }
        }
    }
    Ok(path.to_string_lossy().replace('\\', "/"))
}

/// Returns where a file of the repository is on the site if it is a picture.
fn picture(file: &str) -> Option<String> {
    let name =
        file.rsplit('/').next().filter(|name| [".png", ".svg"].iter().any(|kind| name.ends_with(kind)))?;
    Some(format!("pictures/{name}"))
}

/// A picture of a document: its file, from the top of the repository, and its place on the site.
pub(super) struct PagePicture {
    pub(super) file: String,
    pub(super) name: String,
}

/// A writer of pages.
pub(super) struct Pages<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) names: &'a Names,
    pub(super) address: &'a Address,
}

impl Pages<'_> {
    /// Returns the text of a page: its document, with links to other pages by their names and links to other files of the repository by
    /// their addresses.
    ///
    /// # Errors
    /// A link that leads to nothing.
    pub(super) fn text(&self, document: &str, page: &str) -> Result<String> {
        let text = self.workspace.read(document)?;
        let mut written = String::new();
        let mut end = 0;
        for place in links(&text) {
            written.push_str(&text[end..place.start]);
            written.push_str(&self.target(document, page, &text[place.clone()])?);
            end = place.end;
        }
        Ok(written + &text[end..])
    }

    /// Returns the pictures of a document.
    ///
    /// # Errors
    /// A document that cannot be read.
    pub(super) fn pictures(&self, document: &str) -> Result<Vec<PagePicture>> {
        let text = self.workspace.read(document)?;
        let own = links(&text).into_iter().filter(|place| !text[place.clone()].contains("://"));
        let files = own.filter_map(|place| below(document, &text[place]).ok());
        Ok(files.filter_map(|file| Some(PagePicture { name: picture(&file)?, file })).collect())
    }

    /// Returns where a link leads from a page.
    fn target(&self, document: &str, page: &str, target: &str) -> Result<String> {
        let (path, anchor) = target.find('#').map_or((target, ""), |at| target.split_at(at));
        let is_made = document.starts_with("docs/site/")
            && MADE.iter().any(|folder| path.starts_with(&format!("{folder}/")));
        if path.is_empty() || is_made || path.contains("://") || path.starts_with("mailto:") {
            return Ok(target.to_owned());
        }
        let file = below(document, path)?;
        if let Some(name) = self.names.get(&file) {
            let up = "../".repeat(page.matches('/').count());
            return Ok(format!("{up}{name}{anchor}"));
        }
        if let Some(name) = picture(&file) {
            return Ok(format!("{}{name}", "../".repeat(page.matches('/').count())));
        }
        let metadata = self.workspace.path(&file).metadata();
        let kind = if metadata.with_context(|| format!("{document}: there is no {file}"))?.is_dir() {
            "tree"
        } else {
            "blob"
        };
        Ok(format!("{}/{kind}/main/{file}{anchor}", self.address.repository))
    }
}

/// Returns the places of the targets of links, `](…)`, outside code.
pub(super) fn links(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut places = Vec::new();
    let (mut is_code, mut start) = (false, 0);
    for line in text.split_inclusive('\n') {
        is_code ^= line.trim_start().starts_with("```");
        if !is_code {
            let mut at = 0;
            for (n, part) in line.split('`').enumerate() {
                // What stands between backquotes is code.
                if n % 2 == 0 {
                    places.extend(
                        links_of_line(part).map(|place| start + at + place.start..start + at + place.end),
                    );
                }
                at += part.len() + 1;
            }
        }
        start += line.len();
    }
    places
}

/// Returns the places of the targets in a part of a line. A name of a link that is code ends in a part of its own, so only `](` is looked for.
fn links_of_line(part: &str) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    part.match_indices("](").filter_map(|(at, opening)| {
        let start = at + opening.len();
        part[start..].find(')').map(|length| start..start + length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::files_below;

    #[test]
    fn links_are_found_outside_code() {
        let text = "a [b](c.md) and [`d`](e.md#f), `[g](h)`\n```\n[i](j)\n```\n[k]()\n";
        let targets: Vec<&str> = links(text).into_iter().map(|place| &text[place]).collect();
        assert_eq!(targets, ["c.md", "e.md#f", ""]);
    }

    #[test]
    fn documents_have_pages_of_short_names() {
        for (document, page) in [
            ("README.md", "overview.md"),
            ("CONTRIBUTING.md", "contributing.md"),
            ("docs/runs.md", "runs.md"),
            ("docs/python/results.md", "python/results.md"),
            ("docs/site/start.md", "start.md"),
            ("data/README.md", "data.md"),
        ] {
            assert_eq!(page_name(document), page);
        }
    }

    #[test]
    fn links_lead_to_pages_to_files_of_the_repository_or_are_refused() {
        let workspace = Workspace::locate().expect("the workspace");
        let names = names(&workspace.read(SUMMARY).expect("a text")).expect("documents");
        let address = Address::of("https://code.example/o/n", None).expect("an address");
        let pages = Pages { workspace: &workspace, names: &names, address: &address };
        let target = |document: &str, page: &str, target: &str| pages.target(document, page, target).ok();
        assert_eq!(
            target("docs/python/grid.md", "python/grid.md", "../runs.md#files").as_deref(),
            Some("../runs.md#files")
        );
        assert_eq!(target("README.md", "overview.md", "docs/runs.md").as_deref(), Some("runs.md"));
        assert_eq!(
            target("README.md", "overview.md", "data/licences").as_deref(),
            Some("https://code.example/o/n/tree/main/data/licences")
        );
        assert_eq!(target("docs/runs.md", "runs.md", "#here").as_deref(), Some("#here"));
        assert_eq!(target("docs/runs.md", "runs.md", "no-such-file.md"), None);
        assert_eq!(target("README.md", "overview.md", "../outside.md"), None);
    }

    #[test]
    fn every_document_is_a_page_and_no_link_leads_nowhere() {
        let workspace = Workspace::locate().expect("the workspace");
        let names = names(&workspace.read(SUMMARY).expect("a text")).expect("documents");
        let documents = files_below(&workspace.path("docs"), &[]);
        for document in documents.iter().filter(|file| file.extension().is_some_and(|kind| kind == "md")) {
            let below = document.strip_prefix(workspace.path("")).expect("a path of the repository");
            let below = below.to_string_lossy().replace('\\', "/");
            assert!(below == SUMMARY || names.contains_key(&below), "{SUMMARY} lacks {below}");
        }
        let address = Address::read(&workspace).expect("addresses");
        let pages = Pages { workspace: &workspace, names: &names, address: &address };
        for (document, page) in &names {
            pages.text(document, page).unwrap_or_else(|error| panic!("{error:#}"));
            for PagePicture { file, .. } in pages.pictures(document).expect("a text") {
                assert!(workspace.path(&file).is_file(), "{document}: there is no {file}");
            }
        }
    }
}
