//! Click paths at the edges: a range of a number, sheets after a mistake, sharp figures, and the contrast of every text.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::LIMIT;
use super::inputs::open;
use super::paths::{COMPLETE, answered, choose, text, write};
use crate::tab::{Tab, View};
use crate::workspace::Workspace;

/// The width of A4 in pixels of CSS.
const A4: u32 = 794;

/// Texts without enough contrast.
const CONTRAST: &str = include_str!("contrast.js");

/// Texts of the figure that stand outside it once many games leave narrow intervals, at several widths.
const SHARP: &str = "(() => { \
    const { answer, names } = overhear.shown(), sharp = JSON.parse(JSON.stringify(answer)); \
    for (const { a, b, difference } of sharp.findings) { \
        [a.value, b.value, difference.value] = [0.4963, 0.4921, -0.0042]; \
        [difference.low, difference.high] = [-0.0043, -0.0041]; } \
    return [280, 390, 560, 760].flatMap((width) => { \
        const drawn = overhear.figure(sharp, names, { width, isDark: false, isBare: true, title: '' }); \
        document.body.append(drawn); \
        const { right } = drawn.getBoundingClientRect(); \
        const cut = [...drawn.querySelectorAll('text')].filter((one) => one.getBoundingClientRect().right > right + 1); \
        drawn.remove(); \
        return cut.map((one) => `${width}: ${one.textContent}`); }); })()";

/// Walks every path.
pub(super) fn walk(tab: &mut dyn Tab, address: &str) -> Result<()> {
    range(tab, address).context("a range of a number")?;
    sheets(tab, address).context("sheets after a mistake")
}

/// What depends on the page alone, and not on what is behind it: the contrast of texts, and the page on paper.
pub(super) fn looks(workspace: &Workspace, tab: &mut dyn Tab, (name, address): (&str, &str)) -> Result<()> {
    contrasts(tab, address).context("contrast")?;
    printed(workspace, tab, (name, address)).context("on paper")
}

/// Rules for paper hold on the screen: no browser but Chromium can be told to print, and each lays the same sheet out by itself.
const ON_PAPER: &str = "(() => { \
    for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) \
        if (rule instanceof CSSMediaRule && rule.conditionText === 'print') rule.media.mediaText = 'all'; \
    return [...document.querySelectorAll('button, nav, form input, form select')].filter((one) => one.offsetParent) \
        .map((one) => one.id || one.textContent); })()";

/// On paper of A4 there are no controls, nothing is wider than the sheet, and the finding stands on the first page; a picture is kept.
fn printed(workspace: &Workspace, tab: &mut dyn Tab, (name, address): (&str, &str)) -> Result<()> {
    tab.look(A4, View::Light)?;
    for (kind, question) in
        [("rules", "b=short&agents=nearest&games=500"), ("three", "page=three&agent=nearest&games=500")]
    {
        open(tab, address, question, "complete")?;
        let controls = tab.evaluate(ON_PAPER)?;
        ensure!(controls == json!([]), "{kind}: controls on paper: {controls}");
        // A scroll bar is part of the window and not of the sheet.
        let beyond =
            tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")?;
        ensure!(beyond == json!(0), "{kind}: {beyond} px beyond the paper");
        let top = tab.evaluate("document.getElementById('answer').getBoundingClientRect().bottom < 400")?;
        ensure!(top == json!(true), "{kind}: the finding is not at the top of the paper");
        let pictures = workspace.target("web/pictures");
        fs::create_dir_all(&pictures)?;
        fs::write(pictures.join(format!("{name}-{kind}-paper.png")), tab.picture()?)?;
    }
    Ok(())
}

/// A number is turned through a range: an answer in the strip, a chart, an address, and the way back.
fn range(tab: &mut dyn Tab, address: &str) -> Result<()> {
    open(tab, address, "b=official&agents=nearest&games=500", "complete")?;
    let cut = tab.evaluate(SHARP)?;
    ensure!(cut == json!([]), "texts of a sharp figure are cut off: {cut}");
    write(tab, "sweep-low", "3")?;
    write(tab, "sweep-high", "5")?;
    tab.click("#sweep-ask")?;
    let is_there = "document.getElementById('sweep-headline')";
    tab.wait(is_there, LIMIT)?;
    let headline = answered(tab)?;
    let is_named = headline.contains("“Rounds at most” rises from 3 to 5, ")
        || headline.contains("“Rounds at most” between 3 and 5, ");
    ensure!(is_named, "{headline}");
    let marks = tab.evaluate("document.querySelectorAll('#sweep-figure circle').length")?;
    ensure!(marks == json!(15), "{marks} marks for five measures at three values");
    let is_in_address = "location.hash.includes('sweep=round_limit:3:5')";
    ensure!(tab.evaluate(is_in_address)? == json!(true), "the address does not hold the range");
    tab.evaluate("history.back()")?;
    tab.wait(&format!("!{is_in_address} && !{is_there}"), LIMIT).context("Back")?;
    tab.evaluate("history.forward()")?;
    tab.wait(&format!("{is_in_address} && {is_there}"), LIMIT).context("Forward")?;
    write(tab, "sweep-high", "60")?;
    tab.click("#sweep-ask")?;
    tab.wait("document.getElementById('sweep-problem').textContent.includes('takes whole numbers')", LIMIT)?;
    let stale = tab.evaluate(&format!("Boolean({is_there})"))?;
    ensure!(stale == json!(false), "a range that is none leaves the chart of another");
    choose(tab, "sweep-key", "tokens_to_win")?;
    let problem = tab.evaluate("document.getElementById('sweep-problem').hidden")?;
    ensure!(problem == json!(true), "the problem of another number stays");
    tab.go(&format!("{address}#b=official&agents=nearest&games=500&sweep=tokens_to_win:1:3"))?;
    tab.wait(is_there, LIMIT).context("a link to a range")?;
    ensure!(answered(tab)?.contains("“Interceptions"), "a link to a range is answered with another");
    Ok(())
}

/// A sheet can be pasted after one with a wrong code, and a clue that the rules forbid is named.
fn sheets(tab: &mut dyn Tab, address: &str) -> Result<()> {
    open(tab, address, "page=coach", "idle")?;
    tab.click("#sheet-paste-box summary")?;
    let keywords = "HOTEL; Baker; balcony; hamburger\\n";
    for (clues, says) in [
        ("cabana; walker; roof; 2-1-5", ""),
        ("cabana; walker; roof; 1-2-3", "Riskiest: round 1; "),
        ("hotel; bread; roof; 1-2-3", "Round 1 has a clue that the rules forbid."),
    ] {
        tab.evaluate("document.getElementById('sheet-paste-box').open = true")?;
        write(tab, "sheet-paste", &format!("{keywords}{clues}"))?;
        tab.click("#sheet-read")?;
        if says.is_empty() {
            tab.wait("document.querySelector('#round-1-code[aria-invalid] ~ .field-problem')", LIMIT)?;
            continue;
        }
        tab.wait(COMPLETE, LIMIT)?;
        let sentence = answered(tab)?;
        ensure!(sentence.contains(says), "{clues}: {sentence}");
    }
    let hotel = text(tab, "#review .slot")?;
    ensure!(hotel.contains("your word was a clue"), "{hotel}");
    Ok(())
}

/// Every text of every question has enough contrast, light and dark.
fn contrasts(tab: &mut dyn Tab, address: &str) -> Result<()> {
    let views = tab.views().to_vec();
    for question in
        ["b=short&agents=nearest&games=500", "page=deck", "page=three&agent=nearest&games=500", "page=coach"]
    {
        let state = if question.contains("agent") { "complete" } else { "idle" };
        open(tab, address, question, state)?;
        tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")?;
        for &view in &views {
            tab.look(1024, view)?;
            let faint = tab.evaluate(CONTRAST)?;
            ensure!(faint == json!([]), "{question}, {view}: {faint}");
        }
    }
    tab.look(1024, View::Light).map(drop)
}
