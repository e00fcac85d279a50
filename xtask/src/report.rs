//! The pages that `sim-cli report` makes, looked at in a browser, in several widths and fonts: nothing on the console, no empty
//! figure, no label outside its figure or on another, nothing wider than a telephone or a screen; and pictures of some beside
//! the committed ones.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;

use crate::browser::Browser;
use crate::pictures::{self, Subject};
use crate::python::Availability;
use crate::second_try::retry_if_browser_failed;
use crate::tab::View;
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, fonts, process, showcase};

/// The widths that a page is looked at in, in pixels.
const WIDTHS: [u32; 6] = [320, 400, 640, 800, 1280, 1920];

/// Small results of every kind that a page can be made from.
const RESULTS: [(&str, &[&str]); 6] = [
    ("tournament", &["tournament", "--games", "2000", "--log", "halves"]),
    ("balance", &["balance", "--games", "4000"]),
    (
        "pair",
        &[
            "balance",
            "--games",
            "1000",
            "--agent",
            "margin",
            "--agent",
            "a rather <long> & \"odd\" label=nearest",
        ],
    ),
    ("crowd", CROWD),
    ("grid", GRID),
    (
        "sweep",
        &[
            "balance",
            "--games",
            "500",
            "--agent",
            "margin",
            "--sweep",
            "round_limit=5..8",
            "--sweep",
            "tokens_to_lose=2,3",
        ],
    ),
];

/// Seven agents, as many as the largest matrix shows, some with names that have no room.
const CROWD: &[&str] = &[
    "tournament",
    "--games",
    "2000",
    "--log",
    "halves",
    "--agent",
    "margin:alpha=0.25",
    "--agent",
    "an extraordinarily long name of an agent=nearest",
    "--agent",
    "WWWWWWWWWWWWWWWWWW=margin",
    "--agent",
    "été-ŒUVRE-ÀÉÎÕÜ=new",
    "--agent",
    "nearest",
    "--agent",
    "pragmatic",
    "--agent",
    "human",
];

/// The largest sweep, eight values by eight.
const GRID: &[&str] = &[
    "balance",
    "--games",
    "200",
    "--agent",
    "margin",
    "--sweep",
    "round_limit=9..16",
    "--sweep",
    "tokens_to_lose=2..9",
];

/// A small frontier, which is put beside the tournament.
const FRONTIER: &[&str] = &[
    "agents",
    "frontier",
    "--games",
    "300",
    "--lambda",
    "0,1",
    "--gamma",
    "0,0.1",
    "--giver",
    "pragmatic:sigma=0.08",
    "--format",
    "csv",
];

/// Measures the page in every width and font, and says what is wrong with it.
const PROBE: &str = include_str!("report_probe.js");

/// What the probe says of a page that is as it should be.
const SOUND: &str = "report-check: sound";

/// The pages that pictures are taken of, and what is taken beside the light screen.
const PICTURED: [(&str, &[(u32, View)]); 3] = [
    ("tournament", &[(400, View::Dark), (1600, View::Dark)]),
    ("balance", &[(800, View::Print)]),
    ("sweep", &[]),
];

/// The page that README.md shows.
const SHOWN: &str = "tournament.html";

/// The widths of the pictures, in pixels.
const PICTURE_WIDTHS: [u32; 3] = [400, 800, 1600];

/// Makes the pages, looks at them, and compares the pictures.
pub(crate) fn check(workspace: &Workspace) -> Result<Verdict> {
    let browser = match Browser::find(workspace) {
        Availability::Ready(browser) => browser,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let place = place(workspace)?;
    let mut parts = Vec::new();
    for (name, arguments) in RESULTS {
        let page = make(workspace, &place, name, arguments)?;
        let page = fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
        parts.push(retry_if_browser_failed(|| look(workspace, &browser, &place, name, &page))?);
    }
    parts.push(retry_if_browser_failed(|| pictures::compare(workspace, &browser, &subjects(&place)))?);
    let shown = place.join(SHOWN);
    parts.push(retry_if_browser_failed(|| showcase::compare(workspace, &browser, &shown))?);
    Ok(Verdict::of_parts(&parts))
}

/// Takes the pictures: compares them with the committed ones, or with `write` puts them in their place.
pub(crate) fn take_pictures(workspace: &Workspace, write: bool) -> Result<Verdict> {
    let browser = match Browser::find(workspace) {
        Availability::Ready(browser) => browser,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let place = place(workspace)?;
    for (name, arguments) in RESULTS {
        if PICTURED.iter().any(|(pictured, _)| *pictured == name) {
            make(workspace, &place, name, arguments)?;
        }
    }
    if write {
        pictures::replace(workspace, &browser, &subjects(&place))?;
        showcase::replace(workspace, &browser, &place.join(SHOWN))?;
    } else {
        pictures::compare(workspace, &browser, &subjects(&place))?;
        showcase::compare(workspace, &browser, &place.join(SHOWN))?;
    }
    Ok(Verdict::Done)
}

/// The pages in this place that pictures are taken of.
fn subjects(place: &Path) -> Vec<Subject> {
    let light = PICTURE_WIDTHS.map(|width| (width, View::Light));
    PICTURED
        .map(|(name, more)| Subject {
            name,
            page: place.join(format!("{name}.html")),
            views: [&light[..], more].concat(),
        })
        .into()
}

/// Where the results and the pages go.
fn place(workspace: &Workspace) -> Result<PathBuf> {
    let place = workspace.fresh("report-run")?;
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    Ok(place)
}

/// Plays, and writes the page.
fn make(workspace: &Workspace, place: &Path, name: &str, arguments: &[&str]) -> Result<PathBuf> {
    let (result, page) = (place.join(name), place.join(format!("{name}.html")));
    process::run(
        cargo::sim(workspace)?
            .args(arguments)
            .args(["--force", "--seed", "1", "--progress", "none", "--out"])
            .arg(&result)
            .stdout(std::process::Stdio::null()),
    )?;
    if name == "tournament" {
        let file = result.join("frontier.csv");
        let frontier =
            process::output(cargo::sim(workspace)?.args(FRONTIER)).context("no frontier was printed")?;
        fs::write(&file, frontier).with_context(|| format!("cannot write {}", file.display()))?;
    }
    process::run(cargo::sim(workspace)?.args(["report", "--force"]).arg(&result).arg("--out").arg(&page))?;
    Ok(page)
}

/// Looks at the page in every width and font.
fn look(workspace: &Workspace, browser: &Browser, place: &Path, name: &str, page: &str) -> Result<()> {
    let looked_at = place.join(format!("{name}-looked-at.html"));
    fs::write(&looked_at, framed(page)).with_context(|| format!("cannot write {}", looked_at.display()))?;
    let loaded = browser.open(workspace, &looked_at)?;
    if !loaded.console.is_empty() {
        bail!("{name}: on the console: {}", loaded.console.join("; "));
    }
    if !loaded.document.contains(SOUND) {
        let complaint =
            loaded.document.split("<pre id=\"result\">").nth(1).unwrap_or("nothing could be measured");
        bail!("{name}: {}", complaint.split('<').next().unwrap_or_default());
    }
    process::say(&format!("{name} is sound"));
    Ok(())
}

/// A document that holds the page as a text, and the probe that opens it in frames.
fn framed(page: &str) -> String {
    let fonts = [fonts::narrow(), fonts::wide(), fonts::tall()];
    let page = json!(page).to_string().replace('<', "\\u003c");
    format!(
        "<!doctype html><meta charset=\"utf-8\"><link rel=\"icon\" href=\"data:,\"><body><pre id=\"result\"></pre>\
         <script>{}const PAGE = {page}, WIDTHS = {}, FONTS = {};\n{PROBE}</script>",
        fonts::SCRIPT,
        json!(WIDTHS),
        json!(fonts)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_framed_as_it_is() {
        let framed = framed("<p title=\"a &amp; b\">x</p></script>");
        assert!(framed.contains(r#"PAGE = "\u003cp title=\"a &amp; b\">x"#), "{}", &framed[..900]);
        assert_eq!(framed.matches("</script").count(), 1);
    }
}
