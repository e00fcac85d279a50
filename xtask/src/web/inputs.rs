//! Inputs as people have them: decks from spreadsheets, addresses with mistakes, sheets that are too long, Back.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::LIMIT;
use super::paths::{COMPLETE, answered, choose, text, write};
use crate::tab::Tab;

/// Keywords of a deck that is as short as a deck may be.
const WORDS: [&str; 8] = ["river", "castle", "doctor", "violin", "pepper", "rocket", "carpet", "dragon"];

/// Tries them on the page at this address.
pub(super) fn try_out(tab: &mut dyn Tab, address: &str) -> Result<()> {
    deck_files(tab, address).context("files of decks")?;
    deck_history(tab, address).context("a deck and Back")?;
    three_history(tab, address).context("three players and Back")?;
    long_sheets(tab, address).context("a sheet that is too long")?;
    addresses(tab, address).context("addresses with mistakes")?;
    link_to_the_finding(tab).context("the link to the finding")?;
    tab.complaints().map(drop)
}

/// Opens a question, and waits until it is settled.
pub(super) fn open(tab: &mut dyn Tab, address: &str, question: &str, state: &str) -> Result<()> {
    tab.go(&format!("{address}#{question}"))?;
    tab.wait(&format!("document.body && document.body.dataset.state === '{state}'"), LIMIT)
}

fn deck_files(tab: &mut dyn Tab, address: &str) -> Result<()> {
    open(tab, address, "page=deck", "idle")?;
    let numbered: Vec<String> =
        WORDS.iter().enumerate().map(|(n, word)| format!("{};{word}", n + 1)).collect();
    let table = format!("\u{feff}card;word\r\n{}\r\n", numbered.join("\r\n"));
    let list = format!("{}\ncaf\u{e9}\n", WORDS.join("\n"));
    // In the encoding of Western European spreadsheets every character below 256 is its own byte.
    let western: Vec<u8> = list.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin")).collect();
    let wide: Vec<u8> = format!("\u{feff}{list}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes, place, expected) in [
        ("semicolons.csv", table.as_bytes(), "#deck-size", "8 words on 8 cards."),
        ("western.csv", &western, "#deck-holds", "café → "),
        ("wide.csv", &wide, "#deck-holds", "café → "),
        ("line.txt", WORDS.join(", ").as_bytes(), "#deck-size", "8 words on 8 cards."),
        (
            "deck.xlsx",
            b"PK\x03\x04\x14\0",
            "#deck-problem",
            "deck.xlsx is a workbook or an archive; save its sheet as CSV",
        ),
        ("deck.bin", b"river\0castle", "#deck-problem", "deck.bin is no text"),
        ("three.txt", b"river\ncastle\ndoctor", "#deck-problem", "3 cards; a game needs 8"),
        ("twice.txt", b"river\nRiver", "#deck-problem", "1 word repeats an earlier one"),
    ] {
        give(tab, name, bytes)?;
        tab.wait(&format!("document.querySelector('{place}')?.textContent.includes({expected:?})"), LIMIT)
            .with_context(|| name.to_owned())?;
    }
    Ok(())
}

/// Chooses a file of these bytes.
fn give(tab: &mut dyn Tab, name: &str, bytes: &[u8]) -> Result<()> {
    let script = format!(
        "(() => {{ const held = new DataTransfer(); held.items.add(new File([Uint8Array.from({bytes:?})], '{name}')); \
         const field = document.getElementById('deck-file'); field.files = held.files; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    );
    tab.evaluate(&script).map(drop)
}

/// A finding never stands beside players that did not play it, also after Back.
fn deck_history(tab: &mut dyn Tab, address: &str) -> Result<()> {
    let deck = "dog_puppy_hound_cat_kitten_wolf_fox_horse_pony_hammer";
    open(tab, address, &format!("page=deck&agent=nearest&games=500&deck={deck}"), "complete")?;
    let first = answered(tab)?;
    let changed = "(() => { const field = document.getElementById('deck-agent'); field.value = 'margin'; \
        field.dispatchEvent(new Event('change', { bubbles: true })); })()";
    tab.evaluate(changed)?;
    tab.wait("document.getElementById('deck-found').hidden", LIMIT).context("other players")?;
    tab.click("#deck-ask")?;
    let second = answered(tab)?;
    ensure!(first != second, "both players have one answer: {first}");
    tab.evaluate("history.back()")?;
    tab.wait("document.getElementById('deck-agent').value === 'nearest'", LIMIT)?;
    tab.wait(&format!("document.getElementById('answer').textContent === {first:?}"), LIMIT)
}

/// An address without a number asks for the usual one, also after Back.
fn three_history(tab: &mut dyn Tab, address: &str) -> Result<()> {
    open(tab, address, "page=three&games=500", "complete")?;
    let first = answered(tab)?;
    choose(tab, "three-win", "3")?;
    ensure!(answered(tab)? != first, "2 and 3 Interceptions have one answer: {first}");
    tab.evaluate("history.back()")?;
    tab.wait("document.getElementById('three-win').value === '2'", LIMIT)?;
    tab.wait(&format!("document.getElementById('answer').textContent === {first:?}"), LIMIT)?;
    for wrong in ["0", "99"] {
        choose(tab, "three-win", wrong)?;
    }
    let sentences = tab.evaluate("document.querySelectorAll('#three-form .field-problem').length")?;
    ensure!(sentences == json!(1), "{sentences} sentences about one field");
    open(tab, address, "page=three&games=500&rounds=17", "failed")?;
    let message = text(tab, "#failure")?;
    ensure!(message.contains("takes whole numbers from 1 to 16"), "17 rounds: {message}");
    Ok(())
}

fn long_sheets(tab: &mut dyn Tab, address: &str) -> Result<()> {
    let rounds = "walker,cabana,roof,213;".repeat(18);
    open(
        tab,
        address,
        &format!("page=coach&keywords=hotel,baker,balcony,hamburger&rounds={rounds}"),
        "betting",
    )?;
    let message = text(tab, "#dropped")?;
    ensure!(
        message.contains("rounds after round 16"),
        "nothing is said of rounds that have no room: {message}"
    );
    let sheet = format!("hotel, baker, balcony, hamburger\\n{}", "walker, cabana, roof, 213\\n".repeat(18));
    write(tab, "sheet-paste", &sheet)?;
    tab.evaluate("document.getElementById('sheet-read').click()")?;
    tab.wait(
        "document.getElementById('failure').textContent.includes('18 rounds; a sheet has room for 16')",
        LIMIT,
    )
}

fn addresses(tab: &mut dyn Tab, address: &str) -> Result<()> {
    for (question, expected) in [
        ("page=decks&agents=nearest&games=500", "there is no page “decks”"),
        ("page=__proto__&agents=nearest&games=500", "there is no page “__proto__”"),
        ("page=constructor&agents=nearest&games=500", "there is no page “constructor”"),
        ("toString=1&lang=valueOf&agents=nearest&games=500", "there are no words in a language “valueOf”"),
        ("seed=1&seed=2&agents=nearest&games=500", "“seed” stands there more than once"),
        ("games=500&agents=nearest&seed=1.5", "“1.5” is not a whole number for “seed”"),
    ] {
        open(tab, address, question, "complete")?;
        let message = text(tab, "#dropped")?;
        ensure!(message.contains(expected), "{question}: the page says {message:?}");
    }
    let first = answered(tab)?;
    ensure!(first.contains("“Rounds at most 6”"), "an empty address is not about one change: {first}");
    let words = "river_castle_doctor_violin_pepper_rocket_carpet_dragon";
    open(tab, address, &format!("page=deck&agent=nearest&games=500&colour=red&deck={words}"), "complete")?;
    let message = text(tab, "#dropped")?;
    ensure!(message.contains("“colour” is no setting of this page"), "a link with a deck: {message:?}");
    // As mail programs write it.
    open(tab, address, "page=three&amp;agent=nearest&amp;games=500&amp;rounds=4.", "complete")?;
    let rounds = tab.evaluate("document.getElementById('three-rounds').value")?;
    ensure!(rounds == json!("4"), "a full stop behind an address: {rounds} rounds");
    ensure!(text(tab, "#dropped")?.is_empty(), "an address with `&amp;`: {}", text(tab, "#dropped")?);
    Ok(())
}

/// The link for keyboards leads to the finding, and keeps the question.
fn link_to_the_finding(tab: &mut dyn Tab) -> Result<()> {
    let before = tab.evaluate("location.hash")?;
    tab.evaluate("document.querySelector('.skip').click()")?;
    // A change of the address is heard a moment later.
    tab.evaluate("new Promise((done) => setTimeout(done, 200))")?;
    let after = tab.evaluate("[location.hash, document.activeElement.id]")?;
    ensure!(after == Value::from(vec![before, json!("answer")]), "the link leads to {after}");
    tab.wait(COMPLETE, LIMIT)
}
