//! Pictures of pages at several widths, made small and beside those that are committed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::browser::Browser;
use crate::devtools::Chromium;
use crate::tab::{Tab as _, View};
use crate::thumbnail::Thumbnail;
use crate::workspace::Workspace;
use crate::{fonts, process};

/// Where the committed pictures are.
const PLACE: &str = "xtask/pictures";

/// Lays letters out as they are, whatever the machine fits them to.
const NO_HINTS: &str =
    "document.styleSheets[0].insertRule('* { text-rendering: geometricPrecision !important }', 0)";

/// Hides which build has made a page: its manifest names commit and sums, which differ with every commit.
const NO_BUILD: &str = r#"document.querySelectorAll('pre').forEach((text) => {
    text.textContent = text.textContent.replace(/"(commit|sources|sha256)": (null|"[^"]*")/g, '"$1": "0"');
})"#;

/// A page that pictures are taken of.
pub(crate) struct Subject {
    /// What the pictures are named by.
    pub(crate) name: &'static str,
    /// The file.
    pub(crate) page: PathBuf,
    /// The widths in pixels, and how the page is shown.
    pub(crate) views: Vec<(u32, View)>,
}

/// Takes the pictures into `target/pictures`, and compares them with the committed ones.
///
/// # Errors
/// If one differs clearly, with all that do.
pub(crate) fn compare(workspace: &Workspace, browser: &Browser, subjects: &[Subject]) -> Result<()> {
    let place = workspace.target("pictures");
    let mut differing = Vec::new();
    let names = take(workspace, browser, subjects)?;
    for name in &names {
        let taken = Thumbnail::of(&read(&place.join(name))?)?;
        match fs::read(workspace.path(PLACE).join(name)) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                differing.push(format!("{name} is not in {PLACE}"));
            }
            file => {
                let file = file.with_context(|| format!("cannot read {PLACE}/{name}"))?;
                let difference = Thumbnail::read(&file)?.compare(&taken);
                process::say(&format!("{name}: {difference}"));
                if difference.is_clear() {
                    differing.push(format!("{name}: {difference}"));
                }
            }
        }
    }
    let orphans = committed(workspace)?.into_iter().filter(|name| !names.contains(name));
    differing.extend(orphans.map(|name| format!("{name} is of no page that pictures are taken of")));
    if !differing.is_empty() {
        bail!(
            "pictures differ from those in {PLACE}: {}; look at them in {}, and if they are as they should be: cargo xtask pictures --write",
            differing.join("; "),
            place.display()
        );
    }
    Ok(())
}

/// Puts new pictures in the place of the committed ones.
pub(crate) fn replace(workspace: &Workspace, browser: &Browser, subjects: &[Subject]) -> Result<()> {
    let mut thumbnails = Vec::new();
    for name in take(workspace, browser, subjects)? {
        let picture = read(&workspace.target("pictures").join(&name))?;
        thumbnails.push((Thumbnail::of(&picture)?.png()?, name));
    }
    let place = workspace.path(PLACE);
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    fs::create_dir_all(&place)?;
    for (thumbnail, name) in thumbnails {
        fs::write(place.join(&name), thumbnail)?;
        process::say(&format!("written: {PLACE}/{name}"));
    }
    Ok(())
}

/// Returns the names of the committed pictures.
fn committed(workspace: &Workspace) -> Result<Vec<String>> {
    let place = workspace.path(PLACE);
    if !place.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))?;
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// Takes all pictures; returns their names.
fn take(workspace: &Workspace, browser: &Browser, subjects: &[Subject]) -> Result<Vec<String>> {
    let place = workspace.fresh("pictures")?;
    fs::create_dir_all(&place)?;
    let mut tab = Chromium::open(workspace, browser)?;
    let mut names = Vec::new();
    for subject in subjects {
        tab.go(&format!("file://{}", subject.page.display()))?;
        tab.wait(
            "location.protocol === 'file:' && document.readyState === 'complete'",
            Duration::from_secs(60),
        )?;
        // One font for all letters, not fitted to pixels, so that lines break where they did.
        [&*fonts::wear(&fonts::wide()), NO_HINTS, NO_BUILD]
            .into_iter()
            .try_for_each(|script| tab.evaluate(script).map(drop))?;
        for &(width, view) in &subject.views {
            tab.look(width, view)?;
            let name = format!("{}-{width}-{view}.png", subject.name);
            fs::write(place.join(&name), tab.picture()?)?;
            names.push(name);
        }
    }
    Ok(names)
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}
