//! The page in other languages than English: their words are loaded when they are asked for, and the address keeps them.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::host::Host;
use super::inputs::open;
use super::paths::{COMPLETE, answered, text, write};
use super::printed::{compare, compared};
use super::{LIMIT, build, failures};
use crate::tab::Tab;
use crate::workspace::Workspace;

/// An Italian deck without a header, with a misspelt word.
const DECK: &str = "gatto\\ncane\\ncavallo\\nponte\\nlibro\\nsole\\nfiume\\nchiesa\\nmontagn\\nforchetta";

/// Walks every path.
pub(super) fn walk(workspace: &Workspace, tab: &mut dyn Tab, address: &str) -> Result<()> {
    swedish_rules(workspace, tab, address).context("rules in Swedish")?;
    choice_of_words(tab).context("the choice of the words")?;
    french_coach(tab, address).context("a game in French")?;
    example(tab, address, "it", "fornaio").context("the Italian example")?;
    example(tab, address, "sv", "bagare").context("the Swedish example")?;
    italian_deck(tab, address).context("an Italian deck")?;
    unknown_language(tab, address).context("an unknown language")?;
    let complaints = tab.complaints()?;
    ensure!(complaints.is_empty(), "on the console: {}", complaints.join("; "));
    Ok(())
}

/// The page plays the games that `rules compare --lang sv` plays, and names the flag in its command.
fn swedish_rules(workspace: &Workspace, tab: &mut dyn Tab, address: &str) -> Result<()> {
    let arguments = ["official", "official,round_limit=6", "--agent", "nearest", "--games", "500"];
    let rows = compared(workspace, &[&arguments[..], &["--seed", "1", "--lang", "sv"]].concat())?;
    let question = "a=official&b=official,round_limit=6&agents=nearest&games=500&seed=1&lang=sv";
    open(tab, address, question, "complete")?;
    compare(tab, &rows)?;
    ensure!(text(tab, "#command")?.ends_with("--lang sv"), "{}", text(tab, "#command")?);
    tab.click("#next-tied")?;
    tab.wait("/[åäö]/.test(document.getElementById('sheets').textContent)", LIMIT)
        .context("no Swedish word on the sheets")?;
    let link = tab.evaluate("document.querySelector('nav a[data-view=coach]').getAttribute('href')")?;
    ensure!(link == json!("#page=coach&lang=sv"), "the way to the coach is {link}");
    Ok(())
}

/// Another language asks the same question anew, and Back leads to the one before.
fn choice_of_words(tab: &mut dyn Tab) -> Result<()> {
    let swedish = tab.evaluate("JSON.stringify(overhear.shown().answer.findings)")?;
    speak(tab, "en")?;
    tab.wait("!location.hash.includes('lang=') && document.body.dataset.state === 'complete'", LIMIT)?;
    let english = tab.evaluate("JSON.stringify(overhear.shown().answer.findings)")?;
    ensure!(swedish != english, "Swedish and English words have the same answer");
    ensure!(!text(tab, "#command")?.contains("--lang"), "an English command names a language");
    tab.evaluate("history.back()")?;
    tab.wait("location.hash.includes('lang=sv') && document.getElementById('words').value === 'sv'", LIMIT)?;
    tab.wait(COMPLETE, LIMIT)?;
    let again = tab.evaluate("JSON.stringify(overhear.shown().answer.findings)")?;
    ensure!(again == swedish, "Back leads to another answer");
    Ok(())
}

/// Chooses the language of the words.
fn speak(tab: &mut dyn Tab, code: &str) -> Result<()> {
    let script = format!(
        "(() => {{ const words = document.getElementById('words'); words.value = '{code}'; \
         words.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    );
    tab.evaluate(&script).map(drop)
}

/// Clues are judged by the French law, suggestions are French, and the link for a friend stays French.
fn french_coach(tab: &mut dyn Tab, address: &str) -> Result<()> {
    example(tab, address, "fr", "boulanger")?;
    tab.click("#review .round[data-round=\"6\"] .suggest")?;
    tab.wait("document.querySelector('#review .round[data-round=\"6\"] .suggested li')", LIMIT)?;
    let friend = text(tab, "#friend-link")?;
    ensure!(friend.ends_with("&lang=fr"), "the friend's link is {friend}");
    write(tab, "round-1-clue-1", "baker")?;
    ask_about_sheet(tab)?;
    let judged = text(tab, "#review")?;
    ensure!(
        judged.contains("The rules forbid “baker” for boulanger"),
        "an English translation passes: {judged}"
    );
    Ok(())
}

/// Opens the coach in a language. Its example is of known words, its second keyword among them, and keeps the law.
fn example(tab: &mut dyn Tab, address: &str, code: &str, second_keyword: &str) -> Result<()> {
    open(tab, address, &format!("page=coach&lang={code}"), "idle")?;
    tab.click("#sheet-example")?;
    tab.wait(&format!("document.getElementById('keyword-2').value === '{second_keyword}'"), LIMIT)?;
    ask_about_sheet(tab)?;
    ensure!(text(tab, "#sheet-unknown")?.is_empty(), "{code}: {}", text(tab, "#sheet-unknown")?);
    ensure!(!text(tab, "#review")?.contains("by the law of clues"), "{code}: the example breaks the law");
    Ok(())
}

/// Asks about the sheet as it stands, without a bet.
fn ask_about_sheet(tab: &mut dyn Tab) -> Result<()> {
    tab.click("#sheet-ask")?;
    tab.wait("document.body.dataset.state === 'betting'", LIMIT)?;
    tab.click("#no-bet")?;
    answered(tab).map(drop)
}

/// A deck in the chosen language is known, and its correction is in that language.
fn italian_deck(tab: &mut dyn Tab, address: &str) -> Result<()> {
    open(tab, address, "page=deck&lang=it", "idle")?;
    write(tab, "deck-text", DECK)?;
    tab.wait("document.querySelectorAll('#deck-unknown li').length === 1", LIMIT)?;
    let unknown = text(tab, "#deck-unknown")?;
    ensure!(unknown.contains("montagn → montagna"), "{unknown}");
    tab.evaluate("document.getElementById('deck-agent').value = 'nearest', document.getElementById('deck-games').value = '500'")?;
    tab.click("#deck-ask")?;
    let headline = answered(tab)?;
    ensure!(headline.contains("the built-in one"), "{headline}");
    let is_in_address =
        tab.evaluate("location.hash.includes('deck=gatto_cane') && location.hash.endsWith('lang=it')")?;
    ensure!(is_in_address == json!(true), "the address does not hold the deck and its language");
    // A deck that has been changed since stays in its box when another language is chosen.
    write(tab, "deck-text", "river\\ncastle\\ndoctor\\nviolin\\npepper\\nrocket\\ncarpet\\ndragon")?;
    speak(tab, "en")?;
    tab.wait("document.getElementById('deck-size')?.textContent === '8 words on 8 cards.'", LIMIT)
        .context("English words in English")
}

fn unknown_language(tab: &mut dyn Tab, address: &str) -> Result<()> {
    open(tab, address, "b=short&agents=nearest&games=500&lang=tlh", "complete")?;
    let message = text(tab, "#dropped")?;
    ensure!(message.contains("there are no words in a language “tlh”, so they are English"), "{message}");
    ensure!(
        tab.evaluate("document.getElementById('words').value")? == json!("en"),
        "the words are not English"
    );
    Ok(())
}

/// Without the file of its words, the page says which is missing, and answers in English again.
pub(super) fn without_words(workspace: &Workspace, tab: &mut dyn Tab, site: &std::path::Path) -> Result<()> {
    let host = Host::of(&failures::spoilt(workspace, site, &build::words("it"), None)?)?;
    let question = "b=short&agents=nearest&games=500";
    open(tab, &host.address, question, "complete")?;
    speak(tab, "it")?;
    tab.wait(
        "document.getElementById('failure').textContent.includes('words-it.gz: the host answers 404')",
        LIMIT,
    )?;
    speak(tab, "en")?;
    answered(tab)?;
    // The same if the address asks for these words from the start: another one can still be chosen.
    open(tab, &format!("{}?anew", host.address), &format!("{question}&lang=it"), "failed")?;
    ensure!(
        text(tab, "#failure")?.contains("words-it.gz: the host answers 404"),
        "{}",
        text(tab, "#failure")?
    );
    speak(tab, "en")?;
    answered(tab)?;
    tab.complaints().map(drop)
}
