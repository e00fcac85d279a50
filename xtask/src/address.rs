//! `cargo xtask address URL`: where the project is published, in every file that states it.
//!
//! `workspace.package` in Cargo.toml decides. The other files repeat it for tools that do not read that table.

use std::fs;

use anyhow::{Context as _, Result, ensure};

use crate::workspace::Workspace;

/// The host of an address that is not set yet: reserved for names that lead nowhere (RFC 2606).
const UNSET: &str = "https://example.invalid/";

/// Files that state the address of the repository or of the documentation.
const STATED: [&str; 9] = [
    "CITATION.cff",
    "CODE_OF_CONDUCT.md",
    "Cargo.toml",
    "README.md",
    "SECURITY.md",
    "docs/related-work.md",
    "python/Cargo.toml",
    "python/README.md",
    "python/pyproject.toml",
];

/// The addresses of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// The page of the repository, without a slash at its end.
    pub(crate) repository: String,
    /// The documentation site, with a slash at its end.
    pub(crate) documentation: String,
}

impl Address {
    /// Reads the addresses from `workspace.package`.
    ///
    /// # Errors
    /// A manifest without them.
    pub(crate) fn read(workspace: &Workspace) -> Result<Address> {
        let manifest: toml::Table = workspace.read("Cargo.toml")?.parse()?;
        let package = manifest.get("workspace").and_then(|table| table.get("package"));
        let [repository, documentation] = ["repository", "documentation"].map(|key| {
            let text = package.and_then(|table| table.get(key)?.as_str());
            text.map(str::to_owned).with_context(|| format!("Cargo.toml: no workspace.package.{key}"))
        });
        Ok(Address { repository: repository?, documentation: documentation? })
    }

    /// Returns the address of a repository, and of the pages that its host serves for it unless another is given.
    ///
    /// # Errors
    /// An address that is none of the web.
    pub(crate) fn of(repository: &str, documentation: Option<&str>) -> Result<Address> {
        let repository = repository.trim_end_matches('/').trim_end_matches(".git");
        let documentation =
            documentation.map_or_else(|| pages(repository), |url| url.trim_end_matches('/').to_owned() + "/");
        for url in [repository, &documentation] {
            let is_url = url.strip_prefix("https://").is_some_and(|rest| rest.contains('/'))
                && !url.contains(|c: char| c.is_whitespace() || "\"'<>`".contains(c));
            ensure!(is_url, "`{url}` is no address of a repository; write https://HOST/OWNER/NAME");
        }
        Ok(Address { repository: repository.to_owned(), documentation })
    }

    /// Whether a person has set it.
    pub(crate) fn is_set(&self) -> bool {
        !self.repository.starts_with(UNSET)
    }

    /// Returns a text with these addresses in the place of those.
    fn replaced(&self, text: &str, before: &Address) -> String {
        // One may begin with the other, so that the second replacement must not find the first one's result.
        let marked = text.replace(&before.documentation, "\0");
        marked.replace(&before.repository, &self.repository).replace('\0', &self.documentation)
    }
}

/// Returns where hosts serve the pages of a repository; elsewhere a folder of it.
fn pages(repository: &str) -> String {
    for (host, pages) in [("https://github.com/", "github.io"), ("https://gitlab.com/", "gitlab.io")] {
        if let Some((owner, name)) = repository.strip_prefix(host).and_then(|rest| rest.split_once('/')) {
            return format!("https://{}.{pages}/{name}/", owner.to_lowercase());
        }
    }
    format!("{repository}/docs/")
}

/// Writes an address into every file that states one.
///
/// # Errors
/// No address, or a file that cannot be written.
pub(crate) fn set(workspace: &Workspace, repository: &str, documentation: Option<&str>) -> Result<()> {
    let (before, after) = (Address::read(workspace)?, Address::of(repository, documentation)?);
    for file in STATED {
        let text = after.replaced(&workspace.read(file)?, &before);
        fs::write(workspace.path(file), text).with_context(|| format!("cannot write {file}"))?;
    }
    println!(
        "repository {}, documentation {}: written into {}",
        after.repository,
        after.documentation,
        STATED.join(", ")
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    #[test]
    fn hosts_serve_pages_of_a_repository() {
        let of = |url: &str| Address::of(url, None).map(|address| address.documentation).ok();
        assert_eq!(
            of("https://github.com/Some/overhear/").as_deref(),
            Some("https://some.github.io/overhear/")
        );
        assert_eq!(
            of("https://gitlab.com/some/overhear.git").as_deref(),
            Some("https://some.gitlab.io/overhear/")
        );
        assert_eq!(
            of("https://code.example/some/overhear").as_deref(),
            Some("https://code.example/some/overhear/docs/")
        );
        for wrong in ["", "github.com/some/overhear", "https://github.com", "https://a b/c"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn both_addresses_are_replaced_wherever_they_stand() {
        let before = Address::of("https://a.example/x", None).expect("an address");
        let after = Address::of("https://github.com/o/x", None).expect("an address");
        let text = "see https://a.example/x/docs/runs.html, https://a.example/x/issues";
        assert_eq!(
            after.replaced(text, &before),
            "see https://o.github.io/x/runs.html, https://github.com/o/x/issues"
        );
        assert_eq!(before.replaced(&after.replaced(text, &before), &after), text);
        assert!(
            after.is_set() && !Address::of("https://example.invalid/x", None).expect("an address").is_set()
        );
    }

    #[test]
    fn the_files_that_state_the_address_are_those_of_the_list() {
        let workspace = Workspace::locate().expect("the workspace");
        let Address { repository, documentation } = Address::read(&workspace).expect("addresses");
        let states_address = |file: &str| {
            let text = workspace.read(file).expect("a text");
            text.contains(&repository) || text.contains(&documentation)
        };
        for file in STATED {
            assert!(
                states_address(file),
                "{file} does not state the address of Cargo.toml; `cargo xtask address URL` sets both"
            );
        }
        let listed =
            process::output(workspace.command("git").args(["grep", "-lF", &repository])).unwrap_or_default();
        let others: Vec<&str> = listed.lines().filter(|file| !STATED.contains(file)).collect();
        assert!(others.is_empty(), "add {others:?} to the files that `cargo xtask address` writes");
    }
}
