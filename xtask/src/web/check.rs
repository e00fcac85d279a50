//! The page in a headless Chromium, a headless Firefox and a WebKit: as WebAssembly from a host of plain files, and behind `sim-cli serve`.
//!
//! On each it must load without a complaint, request nothing afterwards but answers of the program behind it, come to the
//! figures of `sim-cli rules compare` with the same seed, and obey mouse and keyboard.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use serde_json::json;

use super::browsers::{Browsers, TestBrowser, browsers};
use super::host::Host;
use super::printed::{PrintedMeasure, compare, compared};
use super::program::Program;
use super::{LIMIT, build, edges, failures, inputs, languages, paths};
use crate::process;
use crate::second_try::retry_if_browser_failed;
use crate::tab::{Tab, View};
use crate::verdict::Verdict;
use crate::webkit::WebKit;
use crate::workspace::Workspace;

/// The widths that the page is looked at in, in pixels.
const WIDTHS: [u32; 4] = [320, 390, 768, 1280];

/// The texts that begin or end outside the drawing in which they stand.
const CUT: &str = "[...document.querySelectorAll('svg.figure text')].filter((text) => { \
    const { left, right } = text.getBoundingClientRect(), all = text.ownerSVGElement.getBoundingClientRect(); \
    return left < all.left - 1 || right > all.right + 1; }).map((text) => text.textContent)";

/// Questions, as they stand in the address and as the program takes them.
const QUESTIONS: [(&str, &[&str]); 3] = [
    (
        "a=official&b=official,round_limit=6&agents=human&games=500&seed=1",
        &["official", "official,round_limit=6", "--agent", "human", "--games", "500", "--seed", "1"],
    ),
    (
        "a=official&b=keywords-first,miscommunication_points=-2&agents=nearest&games=700&seed=5",
        &[
            "official",
            "keywords-first,miscommunication_points=-2",
            "--agent",
            "nearest",
            "--games",
            "700",
            "--seed",
            "5",
        ],
    ),
    (
        "a=official&b=three-tokens&agents=nearest+margin&games=400&seed=2&margin=1&rounds=0.5",
        &[
            "official",
            "three-tokens",
            "--agent",
            "nearest",
            "--agent",
            "margin",
            "--games",
            "400",
            "--seed",
            "2",
            "--margin",
            "1",
            "--margin-rounds",
            "0.5",
        ],
    ),
];

/// Tries both back ends in every browser that is here.
pub(crate) fn check(workspace: &Workspace) -> Result<Verdict> {
    let Browsers { available, missing } = browsers(workspace);
    if available.is_empty() {
        return Ok(Verdict::Skipped(missing.join("; ")));
    }
    let expected = QUESTIONS.iter().map(|(_, arguments)| compared(workspace, arguments));
    let expected = expected.collect::<Result<Vec<_>>>()?;
    let built = build::build(workspace)?;
    let mut parts = Vec::new();
    for browser in available {
        parts.push(retry_if_browser_failed(|| {
            in_browser(workspace, &browser, "serve", |tab| try_program(workspace, tab, &expected))
        })?);
        if built == Verdict::Done {
            parts.push(retry_if_browser_failed(|| {
                in_browser(workspace, &browser, "WebAssembly", |tab| try_site(workspace, tab, &expected))
            })?);
        }
        if matches!(browser, TestBrowser::WebKit) {
            parts.push(retry_if_browser_failed(|| in_the_dark(workspace).context("WebKit, dark"))?);
        }
    }
    let without = if let Verdict::Skipped(reason) = built { Some(reason) } else { None };
    let left_out: Vec<String> = missing
        .into_iter()
        .chain(without.map(|reason| format!("WebAssembly was not tried: {reason}")))
        .collect();
    Ok(match Verdict::of_parts(&parts) {
        Verdict::BrowserFailed(reason) => Verdict::BrowserFailed(reason),
        _ if !left_out.is_empty() => Verdict::Skipped(left_out.join("; ")),
        verdict => verdict,
    })
}

/// Tries a part in a fresh browser.
fn in_browser(
    workspace: &Workspace,
    browser: &TestBrowser,
    name: &str,
    part: impl Fn(&mut dyn Tab) -> Result<()>,
) -> Result<()> {
    let mut tab = browser.open(workspace)?;
    part(&mut *tab).with_context(|| format!("{}, {name}", tab.name()))
}

/// The page behind `sim-cli serve`, until the program is gone.
fn try_program(workspace: &Workspace, tab: &mut dyn Tab, expected: &[Vec<PrintedMeasure>]) -> Result<()> {
    let mut program = Program::start(workspace)?;
    try_out(workspace, tab, ("serve", &program.address), expected, &WIDTHS)?;
    let name = format!("{}-serve", tab.name().to_lowercase());
    edges::looks(workspace, tab, (&name, &program.address))?;
    inputs::try_out(tab, &program.address)?;
    languages::walk(workspace, tab, &program.address).context("serve")?;
    failures::numbers(tab, &program.address)?;
    failures::gone(tab, &mut program)
}

/// The page with the laboratory in it, then pages that lack a part.
fn try_site(workspace: &Workspace, tab: &mut dyn Tab, expected: &[Vec<PrintedMeasure>]) -> Result<()> {
    let site = build::site(workspace);
    let host = Host::of(&site)?;
    // The page is the same: the narrowest width is enough, as each visit starts the laboratory anew.
    try_out(workspace, tab, ("browser", &host.address), expected, &WIDTHS[..1])?;
    let requests = host.requests();
    let strays: Vec<&String> = requests.iter().filter(|path| path.contains("ask")).collect();
    ensure!(strays.is_empty(), "the page asked its host: {strays:?}");
    let unasked = requests.iter().find(|path| path.contains("words-"));
    ensure!(unasked.is_none(), "an English visit loads {unasked:?}");
    languages::walk(workspace, tab, &host.address).context("WebAssembly")?;
    languages::without_words(workspace, tab, &site)?;
    paths::second_visit(workspace, tab, &site)?;
    failures::opened_as_file(tab, &site)?;
    failures::without_a_part(workspace, tab, &site)
}

/// Every width in a browser that is light or dark from its start.
fn in_the_dark(workspace: &Workspace) -> Result<()> {
    let program = Program::start(workspace)?;
    let place = ("webkit-serve", &*program.address);
    look(workspace, &mut WebKit::open(workspace, View::Dark)?, place, &WIDTHS)
}

/// A back end: every question, then mouse and keyboard, then these widths.
fn try_out(
    workspace: &Workspace,
    tab: &mut dyn Tab,
    (name, address): (&str, &str),
    expected: &[Vec<PrintedMeasure>],
    widths: &[u32],
) -> Result<()> {
    let name = &format!("{}-{name}", tab.name().to_lowercase());
    tab.complaints()?;
    tab.look(1024, View::Light)?;
    for ((question, _), rows) in QUESTIONS.iter().zip(expected) {
        tab.go(&format!("{address}#{question}"))?;
        tab.wait("document.body && document.body.dataset.loaded", LIMIT)?;
        tab.wait("document.body.dataset.state === 'complete'", LIMIT)?;
        compare(tab, rows).with_context(|| format!("{name}: {question}"))?;
        let times = tab.evaluate("`${document.body.dataset.loaded} ${document.body.dataset.first}`")?;
        process::say(&format!("{name}: {question}: loaded and first answered after (ms) {times}"));
    }
    tab.requests()?;
    obey(tab).with_context(|| name.to_owned())?;
    let strays: Vec<String> = tab.requests()?.into_iter().filter(|url| !url.ends_with("/ask")).collect();
    ensure!(strays.is_empty(), "{name}: requests after loading: {strays:?}");
    paths::walk(tab, address).with_context(|| name.to_owned())?;
    edges::walk(tab, address).with_context(|| name.to_owned())?;
    let strays: Vec<String> = tab.requests()?.into_iter().filter(|url| !url.starts_with(address)).collect();
    ensure!(strays.is_empty(), "{name}: requests to other hosts: {strays:?}");
    look(workspace, tab, (name, address), widths)?;
    let complaints = tab.complaints()?;
    ensure!(complaints.is_empty(), "{name}: on the console: {}", complaints.join("; "));
    process::say(&format!("{name} is sound"));
    Ok(())
}

/// Reads a game, turns switches with mouse and keys, and goes back to the published rules.
fn obey(tab: &mut dyn Tab) -> Result<()> {
    tab.click("#reader button[type=submit]")?;
    tab.wait("document.querySelectorAll('#sheets .sheet').length === 2", LIMIT)?;
    tab.wait("document.querySelectorAll('#sheets .sheet table').length === 4", LIMIT)?;
    tab.click("#next-tied")?;
    tab.wait("document.querySelector('#sheets').innerText.includes('came to the tiebreaker')", LIMIT)?;
    tab.click("#ask-tables")?;
    tab.wait("document.querySelector('#at-tables').innerText.includes('--tables range')", LIMIT)?;
    tab.evaluate("document.getElementById('switch-tiebreak').focus()")?;
    let before = tab.evaluate("location.hash")?;
    tab.arrow_down()?;
    tab.wait(&format!("location.hash !== {before}"), LIMIT)?;
    tab.wait("document.body.dataset.state === 'complete'", LIMIT)?;
    ensure!(
        tab.evaluate("document.getElementById('command').textContent.includes('tiebreak=')")? == json!(true),
        "the command says nothing of the switch that was turned"
    );
    tab.click("#reset")?;
    tab.wait("document.body.innerText.includes('Both sets of rules are the same')", LIMIT)?;
    tab.evaluate("location.hash = '#b=official,round_limit=99'")?;
    tab.wait("document.body.dataset.state === 'failed'", LIMIT)?;
    let message = tab.evaluate("document.getElementById('failure').textContent")?;
    match message.as_str() {
        Some(text) if text.contains("round_limit") => Ok(()),
        _ => bail!("a bad rule in the address leads to {message}"),
    }
}

/// Opened at these widths, light and dark, nothing is wider than the window; pictures are kept.
fn look(
    workspace: &Workspace,
    tab: &mut dyn Tab,
    (name, address): (&str, &str),
    widths: &[u32],
) -> Result<()> {
    let pictures = workspace.target("web/pictures");
    fs::create_dir_all(&pictures)?;
    for &width in widths {
        tab.look(width, View::Light)?;
        tab.go(&format!("{address}#{}", QUESTIONS[0].0))?;
        tab.wait("document.body && document.body.dataset.state === 'complete'", LIMIT)?;
        tab.click("#next-tied")?;
        tab.wait("document.querySelectorAll('#sheets .sheet').length === 2", LIMIT)?;
        paths::answer_in_view(tab).with_context(|| format!("{width} px"))?;
        for &view in tab.views() {
            let width = tab.look(width, view)?;
            let wide = tab.evaluate("document.documentElement.scrollWidth")?;
            ensure!(wide.as_u64().is_some_and(|wide| wide <= width.into()), "{width} px: {wide} px wide");
            let cut = tab.evaluate(CUT)?;
            ensure!(cut == json!([]), "{width} px: texts of the figure are cut off: {cut}");
            fs::write(pictures.join(format!("{name}-{width}-{view}.png")), tab.picture()?)?;
        }
    }
    Ok(())
}
