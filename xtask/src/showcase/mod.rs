//! The pictures of README.md: a report, the page of rules, and a moving picture of the terminal.
//!
//! The moving picture is drawn from what the program prints, so that it is compared by bytes. Pictures of pages differ with the browser and
//! its fonts: each keeps the words that it shows, and those are compared.

mod cast;
mod cast_drawing;
mod page;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::browser::Browser;
use crate::devtools::Chromium;
use crate::process;
use crate::workspace::Workspace;

/// Where the committed pictures are.
const PLACE: &str = "docs/pictures";

/// The moving picture.
const CAST: &str = "terminal.svg";

/// The most bytes of a picture.
const LARGEST: u64 = 300_000;

/// Makes the pictures anew in `target/showcase`, and compares them with the committed ones.
///
/// # Errors
/// Pictures that show something else, all of them.
pub(crate) fn compare(workspace: &Workspace, browser: &Browser, report: &Path) -> Result<()> {
    let mut outdated = Vec::new();
    for picture in make(workspace, browser, report)? {
        let name = picture.file_name().context("a name")?.to_string_lossy().into_owned();
        match difference(&workspace.path(PLACE).join(&name), &picture)? {
            None => process::say(&format!("{PLACE}/{name} is current")),
            Some(reason) => outdated.push(format!("{name}: {reason}")),
        }
    }
    ensure!(
        outdated.is_empty(),
        "pictures in {PLACE} are not current: {}; look at those in {}, and if they are as they should be: cargo xtask pictures --write",
        outdated.join("; "),
        workspace.target("showcase").display()
    );
    Ok(())
}

/// Makes the pictures anew, and puts those that show something else in the place of the committed ones.
///
/// # Errors
/// A picture that cannot be made, or is too large.
pub(crate) fn replace(workspace: &Workspace, browser: &Browser, report: &Path) -> Result<()> {
    let place = workspace.path(PLACE);
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    for picture in make(workspace, browser, report)? {
        let size = picture.metadata()?.len();
        ensure!(size < LARGEST, "{} has {size} bytes, not fewer than {LARGEST}", picture.display());
        let committed = place.join(picture.file_name().context("a name")?);
        if difference(&committed, &picture)?.is_some() {
            fs::copy(&picture, &committed)
                .with_context(|| format!("cannot write {}", committed.display()))?;
            process::say(&format!("written: {}, {size} bytes", committed.display()));
        }
    }
    Ok(())
}

/// Makes all pictures, and returns their files.
fn make(workspace: &Workspace, browser: &Browser, report: &Path) -> Result<Vec<PathBuf>> {
    let place = workspace.fresh("showcase")?;
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let moving = place.join(CAST);
    fs::write(&moving, cast_drawing::draw(&cast::play(workspace)?)?)
        .with_context(|| format!("cannot write {}", moving.display()))?;
    let mut tab = Chromium::open(workspace, browser)?;
    let mut files = vec![moving];
    for shot in page::SHOTS {
        let file = place.join(shot.name);
        fs::write(&file, shot.take(workspace, &mut tab, report)?)
            .with_context(|| format!("cannot write {}", file.display()))?;
        files.push(file);
    }
    Ok(files)
}

/// Returns how a new picture differs from the committed one in what it shows, if it does.
fn difference(committed: &Path, picture: &Path) -> Result<Option<String>> {
    let Ok(expected) = fs::read(committed) else {
        return Ok(Some("there is none".to_owned()));
    };
    let current = fs::read(picture).with_context(|| format!("cannot read {}", picture.display()))?;
    if picture.extension().is_some_and(|kind| kind == "svg") {
        return Ok((expected != current).then(|| "the program prints something else".to_owned()));
    }
    let [expected, current] = [page::words(&expected)?, page::words(&current)?];
    Ok(first_change(&expected, &current).map(|[old, new]| format!("it shows “{old}”, and the page “{new}”")))
}

/// Returns the places where two texts begin to differ, a few words of each.
fn first_change(old: &str, new: &str) -> Option<[String; 2]> {
    let same = old.split(' ').zip(new.split(' ')).take_while(|(a, b)| a == b).count();
    (old != new)
        .then(|| [old, new].map(|text| text.split(' ').skip(same).take(6).collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readme_shows_each_picture_and_each_is_small() {
        let workspace = Workspace::locate().expect("the workspace");
        let readme = workspace.read("README.md").expect("a text");
        for name in page::SHOTS.iter().map(|shot| shot.name).chain([CAST]) {
            assert!(readme.contains(&format!("]({PLACE}/{name})")), "README.md does not show {name}");
            let file = workspace.path(PLACE).join(name);
            let size = file.metadata().expect("a picture").len();
            assert!(size < LARGEST, "{}: {size} bytes", file.display());
        }
        for shot in page::SHOTS {
            let picture = fs::read(workspace.path(PLACE).join(shot.name)).expect("a picture");
            let words = page::words(&picture).expect("a picture with its words");
            assert!(words.split(' ').count() > 20, "{}: {words}", shot.name);
        }
    }

    #[test]
    fn the_first_change_of_a_text_is_named() {
        assert_eq!(first_change("a b c", "a b c"), None);
        assert_eq!(first_change("a b c", "a x c"), Some(["b c".to_owned(), "x c".to_owned()]));
        assert_eq!(first_change("a b", "a b c"), Some([String::new(), "c".to_owned()]));
    }
}
