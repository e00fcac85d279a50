//! Putting the site together.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use super::html_links;
use super::pages::{MADE, Names, PagePicture, Pages, SUMMARY, names};
use super::rustdoc;
use crate::address::Address;
use crate::python::{Availability, Venv};
use crate::tools::MDBOOK;
use crate::verdict::Verdict;
use crate::web::{self, host::Host};
use crate::workspace::{Workspace, copy_folder, files_below};
use crate::{cargo, process};

/// The folder of the page that computes in the browser, and what leads to it: a line of a table on the first page.
const LIVE: &str = "live";
const LINK_TO_LIVE: &str = "](live/";

/// The most bytes of the site, without that page, which has a limit of its own.
const MOST: u64 = 20_000_000;

/// Crates whose interface is written: what an agent or an experiment of one's own needs. The others would make the site too large.
const DESCRIBED: [&str; 5] = ["overhear", "overhear-engine", "overhear-agents", "overhear-lab", "sim-cli"];

/// The run whose page is the sample.
const SAMPLE: [&str; 7] = ["tournament", "--games", "2000", "--seed", "1", "--progress", "none"];

/// Builds the site below `target/site`.
///
/// # Errors
/// A document with a link that leads to nothing, a tool that fails, a site that is too large.
pub(crate) fn build(workspace: &Workspace) -> Result<Verdict> {
    let mdbook = match MDBOOK.obtain(workspace) {
        Ok(program) => program,
        Err(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let requirements = workspace.path("xtask/site/requirements.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-site"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let address = Address::read(workspace)?;
    let live = web::site(workspace);
    let live = live.join("index.html").is_file().then_some(live);
    if live.is_none() {
        process::say("without the page that computes in the browser: `cargo xtask web` builds it");
    }
    let book = sources(workspace, &address, live.is_some())?;
    let site = workspace.fresh("site")?;
    let mut make = MDBOOK.command(workspace, mdbook);
    make.arg("build").arg(&book).arg("--dest-dir").arg(&site);
    if address.is_set() {
        make.env("MDBOOK_OUTPUT__HTML__GIT_REPOSITORY_URL", &address.repository);
    }
    process::run(&mut make)?;
    python_interface(workspace, &venv, &site.join("python-api"))?;
    rust_interface(workspace, &site.join("rust"))?;
    sample(workspace, &site.join("sample"))?;
    if let Some(live) = live {
        copy_folder(&live, &site.join(LIVE))?;
    }
    check(&site)?;
    process::say(&format!(
        "to look at it: cargo xtask site --serve, or any host of plain files on {}",
        site.display()
    ));
    Ok(Verdict::Done)
}

/// Serves the site that was built, until it is interrupted.
///
/// # Errors
/// No port on this machine.
pub(crate) fn serve(workspace: &Workspace) -> Result<()> {
    let host = Host::of(&workspace.target("site"))?;
    process::say(&format!("the site is at {}; Ctrl-C ends this", host.address));
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

/// Puts the documents where mdBook reads them, by the names of their pages.
fn sources(workspace: &Workspace, address: &Address, has_live: bool) -> Result<PathBuf> {
    let book = workspace.fresh("site-book")?;
    let names: Names = names(&workspace.read(SUMMARY)?)?;
    let pages = Pages { workspace, names: &names, address };
    let own = [(SUMMARY.to_owned(), "SUMMARY.md".to_owned())];
    for (document, page) in names.iter().chain(own.iter().map(|(document, page)| (document, page))) {
        let mut text = pages.text(document, page)?;
        if !has_live {
            text = text.split_inclusive('\n').filter(|line| !line.contains(LINK_TO_LIVE)).collect();
        }
        write(&book.join("src").join(page), &text)?;
        for PagePicture { file, name } in pages.pictures(document)? {
            let place = book.join("src").join(name);
            fs::create_dir_all(place.with_file_name("")).context("no place for pictures")?;
            fs::copy(workspace.path(&file), place)
                .with_context(|| format!("{document}: there is no {file}"))?;
        }
    }
    write(&book.join("book.toml"), &workspace.read("docs/site/book.toml")?)?;
    // An empty list of fonts: the pages take those of the reader's machine, and the site is half a megabyte smaller.
    write(&book.join("theme/fonts/fonts.css"), "")?;
    Ok(book)
}

fn write(file: &Path, text: &str) -> Result<()> {
    let folder = file.parent().context("a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Has pdoc write the interface of the Python package.
fn python_interface(workspace: &Workspace, venv: &Venv, to: &Path) -> Result<()> {
    let mut pdoc = venv.python(workspace);
    pdoc.arg(workspace.path("xtask/site/python_api.py")).arg(workspace.path("python/lib"));
    process::run(pdoc.arg(to).arg(env!("CARGO_PKG_VERSION")))
}

/// Has rustdoc write the interfaces of the crates, in a folder where nothing else is.
fn rust_interface(workspace: &Workspace, to: &Path) -> Result<()> {
    let written = workspace.fresh("doc")?;
    let mut doc = cargo::command(workspace);
    doc.args(["doc", "--locked", "--no-deps", "--lib"]);
    process::run(
        doc.args(DESCRIBED.iter().flat_map(|name| ["-p", name])).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    fs::rename(&written, to)
        .with_context(|| format!("cannot move {} to {}", written.display(), to.display()))?;
    rustdoc::lighten(to)
}

/// Plays a small tournament, and has the program make its page.
fn sample(workspace: &Workspace, to: &Path) -> Result<()> {
    let result = workspace.fresh("site-sample")?;
    process::run(cargo::sim(workspace)?.args(SAMPLE).arg("--out").arg(&result))?;
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    process::run(cargo::sim(workspace)?.arg("report").arg(&result).arg("--out").arg(to.join("report.html")))
}

/// Follows the links, and weighs the site.
fn check(site: &Path) -> Result<()> {
    let files = files_below(site, &[]);
    let pages: Vec<PathBuf> =
        files.iter().filter(|file| file.extension().is_some_and(|kind| kind == "html")).cloned().collect();
    let links = html_links::check(site, &pages, &MADE)?;
    let mut bytes = 0;
    for file in files.iter().filter(|file| !file.starts_with(site.join(LIVE))) {
        bytes += file.metadata()?.len();
    }
    process::say(&format!("{} pages, {links} links, {bytes} bytes", pages.len()));
    ensure!(bytes <= MOST, "the site has {bytes} bytes, more than {MOST}");
    Ok(())
}
