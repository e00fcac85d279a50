//! The click paths of what designers and players ask: each is walked with the mouse, and the answer stands in the strip.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::host::Host;
use super::{LIMIT, failures};
use crate::tab::Tab;
use crate::workspace::Workspace;

/// The state of a page whose answer is complete.
pub(crate) const COMPLETE: &str = "document.body && document.body.dataset.state === 'complete'";

/// A deck without a header, with a misspelt word and one that is none.
const DECK: &str =
    "1;dog\\n2;puppy\\n3;hound\\n4;cat\\n5;kitten\\n6;wolf\\n7;fox\\n8;horse\\n9;pony\\n10;hammr\\n11;xqzzt";

/// Pixels of a page that are in sight before anything is scrolled.
const FIRST_SCREEN: f64 = 900.0;

/// A control without a name, or an id that stands twice.
const NAMELESS: &str = "[...document.querySelectorAll('input, select, textarea, button')].filter((one) => one.offsetParent \
    && !one.labels?.length && !one.ariaLabel && !one.textContent.trim()).map((one) => one.id || one.outerHTML).concat(\
    [...document.querySelectorAll('[id]')].map((one) => one.id).filter((id, n, all) => all.indexOf(id) !== n))";

/// Walks every path.
pub(super) fn walk(tab: &mut dyn Tab, address: &str) -> Result<()> {
    tiebreak_and_seat(tab, address).context("the tiebreak and the seat")?;
    history(tab).context("Back")?;
    address_is_checked(tab, address).context("an address with mistakes")?;
    beginners_and_experts(tab, address).context("beginners and experts")?;
    game_by_step(tab, address).context("a game that the tiebreaker decided")?;
    rounding(tab).context("rounding")?;
    refused_rules(tab, address).context("rules that make no game")?;
    what_would_help(tab, address).context("what would help")?;
    own_deck(tab, address).context("a deck of one's own")?;
    three_players(tab, address).context("three players")?;
    finished_game(tab, address).context("a finished game")?;
    friend(tab, address).context("a friend overhears")
}

/// The sentence of the strip is inside the window wherever the page is scrolled to.
pub(super) fn answer_in_view(tab: &mut dyn Tab) -> Result<()> {
    tab.evaluate("document.getElementById('rules').open = true")?;
    for place in ["rules", "switch-final_tie", "seed", "sheets"] {
        let script = format!(
            "(() => {{ document.getElementById('{place}').scrollIntoView(); const answer = document.getElementById('answer'); \
             const {{ top, bottom }} = answer.getBoundingClientRect(); \
             return answer.textContent !== '' && top >= 0 && bottom <= innerHeight; }})()"
        );
        ensure!(tab.evaluate(&script)? == json!(true), "the answer is out of sight at `{place}`");
    }
    tab.evaluate("scrollTo(0, 0)").map(drop)
}

/// The second visit finds everything that the first one has kept, though the host has lost it.
pub(super) fn second_visit(workspace: &Workspace, tab: &mut dyn Tab, site: &Path) -> Result<()> {
    let copy =
        failures::spoilt(workspace, site, "offline.js", Some(&fs::read_to_string(site.join("offline.js"))?))?;
    let host = Host::of(&copy)?;
    let question = format!("{}#b=short&agents=nearest&games=500", host.address);
    tab.go(&question)?;
    tab.wait(COMPLETE, LIMIT)?;
    tab.wait("document.body.dataset.kept && navigator.serviceWorker.controller", LIMIT)?;
    for part in ["overhear.wasm.gz", "rules.js", "worker.js"] {
        fs::remove_file(copy.join(part))?;
    }
    tab.go(&question)?;
    tab.wait(COMPLETE, LIMIT).context("the second visit")?;
    tab.complaints().map(drop)
}

fn tiebreak_and_seat(tab: &mut dyn Tab, address: &str) -> Result<()> {
    tab.go(&format!("{address}#a=official&b=official&agents=nearest&games=500&seed=1"))?;
    tab.wait(COMPLETE, LIMIT)?;
    choose(tab, "switch-tiebreak", "shared")?;
    let headline = answered(tab)?;
    ensure!(headline.contains("“Steps of the tiebreaker"), "{headline}");
    let seats = text(tab, "#seats")?;
    ensure!(seats.contains("White scores"), "{seats}");
    let is_minutes = text(tab, "#minutes")?.contains("minutes a game");
    ensure!(is_minutes, "no minutes");
    let title = tab.evaluate("document.title")?;
    ensure!(title.as_str().is_some_and(|title| title.contains("“Steps")), "the title is {title}");
    for kind in ["csv", "png", "svg"] {
        let is_there = tab.evaluate(&format!("!document.getElementById('take-{kind}').disabled"))?;
        ensure!(is_there == json!(true), "no {kind} to take away");
    }
    nameless(tab)
}

/// Each settled question is an entry of the history.
fn history(tab: &mut dyn Tab) -> Result<()> {
    let first = answered(tab)?;
    choose(tab, "switch-round_limit", "6")?;
    let second = answered(tab)?;
    ensure!(first != second, "both questions have one answer: {first}");
    ensure!(second.contains("“Rounds at most 6”"), "the answer does not name the rule: {second}");
    tab.evaluate("history.back()")?;
    tab.wait("document.getElementById('switch-round_limit').value === '8'", LIMIT)?;
    let again = answered(tab)?;
    ensure!(again == first, "Back shows {again}, not {first}");
    Ok(())
}

fn address_is_checked(tab: &mut dyn Tab, address: &str) -> Result<()> {
    let question = "a=official&b=official,round_limit=6,fame=3,tiebreak=luck&agents=nearest&games=500&sede=1";
    tab.go(&format!("{address}#{question}"))?;
    tab.wait(COMPLETE, LIMIT)?;
    let message = text(tab, "#dropped")?;
    for part in ["“sede”", "“fame”", "cannot be “luck”"] {
        ensure!(message.contains(part), "nothing is said of {part}: {message}");
    }
    Ok(())
}

fn beginners_and_experts(tab: &mut dyn Tab, address: &str) -> Result<()> {
    tab.go(&format!("{address}#b=short&agents=nearest&games=500"))?;
    tab.wait(COMPLETE, LIMIT)?;
    tab.click("#ask-tables")?;
    tab.wait("document.querySelectorAll('#at-tables li').length > 3", LIMIT)?;
    let shape = tab.evaluate("['tbody tr', 'thead th', 'tbody svg .dot'].map((part) => document.querySelectorAll(`#at-tables .matrix ${part}`).length)")?;
    ensure!(shape == json!([6, 6, 30]), "six tables, five measures and a dot in each cell: {shape}");
    Ok(())
}

fn game_by_step(tab: &mut dyn Tab, address: &str) -> Result<()> {
    // Of these players both steps settle games in hundreds; of `nearest` points settle 2 in 1,000.
    tab.go(&format!("{address}#b=official&agents=human&games=500"))?;
    tab.wait(COMPLETE, LIMIT)?;
    for (step, words) in [("keywords", "the tiebreaker's keywords"), ("points", "the tiebreaker's points")] {
        tab.evaluate(&format!("document.getElementById('game-number').value = 0, document.getElementById('game-step').value = '{step}'"))?;
        tab.click("#next-tied")?;
        tab.wait(
            &format!("document.getElementById('sheets').innerText.includes(\"Decided by {words}\")"),
            LIMIT,
        )?;
    }
    Ok(())
}

/// The page rounds as the program does: what lies exactly between two numbers goes to the even one.
fn rounding(tab: &mut dyn Tab) -> Result<()> {
    for (number, places) in [(16.25, 1), (16.35, 1), (0.5, 0), (1.5, 0), (0.125, 2), (-0.04, 1), (99.95, 1)] {
        let shown = tab.evaluate(&format!("overhear.fixed({number}, {places})"))?;
        let printed = format!("{number:.places$}").replace("-0.0", "0.0");
        ensure!(shown == json!(printed), "{number} is shown as {shown}, and printed as {printed}");
    }
    Ok(())
}

/// A refusal names the number that was changed, and stands beside it.
fn refused_rules(tab: &mut dyn Tab, address: &str) -> Result<()> {
    tab.go(&format!("{address}#a=official&b=official&agents=nearest&games=500&seed=1"))?;
    tab.wait(COMPLETE, LIMIT)?;
    choose(tab, "switch-round_limit", "1")?;
    tab.wait("document.body.dataset.state === 'failed'", LIMIT)?;
    let message = text(tab, "#failure")?;
    ensure!(message.starts_with("“Rounds at most” cannot be 1 here: “"), "{message}");
    choose(tab, "switch-round_limit", "8")?;
    answered(tab).map(drop)
}

/// Rules are ranked by a goal, and a click applies one.
fn what_would_help(tab: &mut dyn Tab, address: &str) -> Result<()> {
    tab.go(&format!("{address}#a=official&b=official&agents=nearest&games=500&seed=2"))?;
    tab.wait(COMPLETE, LIMIT)?;
    tab.click("#helps-ask")?;
    tab.wait("document.querySelectorAll('#helps .help').length > 2", LIMIT)?;
    let gains = "[...document.querySelectorAll('#helps .help .number')].map((one) => parseFloat(one.textContent.replace('−', '-')))";
    let gains = tab.evaluate(gains)?;
    let gains: Vec<f64> = gains.as_array().context("numbers")?.iter().filter_map(Value::as_f64).collect();
    let is_ranked = gains.len() > 2 && gains.is_sorted() && gains.iter().all(|gain| *gain < 0.0);
    ensure!(is_ranked, "fewer ties are ranked as {gains:?}");
    tab.click("#helps .help")?;
    let headline = answered(tab)?;
    ensure!(headline.contains("ties"), "the first rule that makes fewer ties is answered by: {headline}");
    Ok(())
}

fn own_deck(tab: &mut dyn Tab, address: &str) -> Result<()> {
    tab.go(&format!("{address}#page=deck"))?;
    tab.wait("document.body && document.body.dataset.state === 'idle'", LIMIT)?;
    write(tab, "deck-text", DECK)?;
    tab.wait("document.querySelectorAll('#deck-unknown li').length === 2", LIMIT)?;
    let unknown = text(tab, "#deck-unknown")?;
    ensure!(unknown.contains("hammr → hammer") && unknown.contains("xqzzt"), "{unknown}");
    tab.evaluate("document.getElementById('deck-agent').value = 'nearest', document.getElementById('deck-games').value = '500'")?;
    tab.click("#deck-ask")?;
    let headline = answered(tab)?;
    ensure!(
        headline.contains("than the built-in one: ") && headline.contains("clues are missed"),
        "{headline}"
    );
    ensure!(text(tab, "#deck-bad")?.contains("pony"), "no bad words");
    let bottom = "document.querySelector('#deck-bad li').getBoundingClientRect().bottom + scrollY";
    let bottom = tab.evaluate(bottom)?.as_f64().context("the place of the first bad word")?;
    ensure!(bottom <= FIRST_SCREEN, "the first bad word ends {bottom} pixels below the top");
    deck_picture(tab).context("the picture of the deck")?;
    tab.click("#deck-improve")?;
    tab.wait("document.getElementById('deck-verdict')", LIMIT)?;
    let claim = text(tab, "#deck-verdict")?;
    let is_offered = tab.evaluate("Boolean(document.getElementById('deck-corrected'))")? == json!(true);
    ensure!(
        is_offered == claim.starts_with("The corrected deck is better: "),
        "offered: {is_offered}; {claim}"
    );
    if tab.evaluate("Boolean(document.querySelector('#deck-offers input:checked'))")? == json!(true) {
        tab.click("#deck-offers input:checked")?;
        tab.wait("!document.getElementById('deck-verdict') && document.getElementById('deck-try')", LIMIT)
            .context("a verdict stands beside other replacements")?;
    }
    nameless(tab)?;
    write(tab, "deck-text", "river\\nriver\\ncastle")?;
    tab.wait(
        "document.getElementById('deck-problem').textContent.includes('repeats an earlier one')",
        LIMIT,
    )?;
    ensure!(
        tab.evaluate("document.getElementById('deck-found').hidden")? == json!(true),
        "a stale answer is shown"
    );
    Ok(())
}

fn press_in_picture(key: &str) -> String {
    format!(
        "document.querySelector('.deck-picture g[tabindex=\"0\"]').dispatchEvent(\
         new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))"
    )
}

/// Every word of the list is in the picture with the same numbers; arrow keys and presses say why it goes wrong, and what could stand
/// in its place.
fn deck_picture(tab: &mut dyn Tab) -> Result<()> {
    let differs = "(() => { const marks = [...document.querySelectorAll('.deck-picture g')].map((one) => one.getAttribute('aria-label')); \
        const rows = [...document.querySelectorAll('#deck-list tbody tr')].map((row) => { \
        const [word, missed, overheard] = [...row.cells].map((cell) => cell.textContent.split(' (')[0]); \
        return `${word}: missed ${missed}, overheard ${overheard} of 100`; }); \
        return rows.filter((row) => !marks.includes(row)).concat(marks.length === rows.length ? [] : ['numbers of words']); })()";
    ensure!(tab.evaluate(differs)? == json!([]), "the list and the picture differ");
    tab.evaluate(&press_in_picture("Home"))?;
    let first = text(tab, "#deck-word h3")?;
    tab.evaluate(&press_in_picture("ArrowRight"))?;
    let second = text(tab, "#deck-word h3")?;
    ensure!(first != second, "the arrow keys stay at {first}");
    let held = tab.evaluate("document.activeElement.getAttribute('aria-label').split(':')[0]")?;
    ensure!(held == json!(second), "the keyboard is at {held}, and {second} is chosen");
    tab.evaluate("document.querySelector('#deck-list tbody tr:last-child button').click()")?;
    ensure!(text(tab, "#deck-word")?.contains(" of 100 clues."), "nothing is said of a word of the list");
    tab.click("#deck-word-improve")?;
    tab.wait("document.querySelector('#deck-word .choices') || document.getElementById('deck-word').textContent.includes('was better')", LIMIT)
}

fn three_players(tab: &mut dyn Tab, address: &str) -> Result<()> {
    tab.go(&format!("{address}#page=three&agent=nearest&games=500"))?;
    let headline = answered(tab)?;
    ensure!(headline.contains("favoured") && headline.contains("of 100 games ("), "{headline}");
    choose(tab, "three-agent", "")?;
    let headline = answered(tab)?;
    ensure!(headline.contains("At all 6 tables"), "{headline}");
    write(tab, "three-win", "0")?;
    tab.evaluate(
        "document.getElementById('three-win').dispatchEvent(new Event('change', { bubbles: true }))",
    )?;
    tab.wait("document.getElementById('failure').textContent.includes('takes whole numbers from 1')", LIMIT)?;
    nameless(tab)
}

fn finished_game(tab: &mut dyn Tab, address: &str) -> Result<()> {
    tab.go(&format!("{address}#page=coach"))?;
    tab.wait("document.body && document.body.dataset.state === 'idle'", LIMIT)?;
    tab.click("#sheet-example")?;
    write(tab, "round-1-clue-1", "xqzztvw")?;
    tab.evaluate(
        "document.getElementById('round-1-clue-1').dispatchEvent(new Event('change', { bubbles: true }))",
    )?;
    tab.wait("document.getElementById('sheet-unknown').textContent.includes('xqzztvw')", LIMIT)?;
    write(tab, "round-1-clue-1", "walker")?;
    write(tab, "round-2-code", "1-4-4")?;
    tab.click("#sheet-ask")?;
    tab.wait("document.querySelector('#round-2-code[aria-invalid] ~ .field-problem')", LIMIT)?;
    write(tab, "round-2-code", "1-4-3")?;
    tab.click("#sheet-ask")?;
    tab.wait("document.body.dataset.state === 'betting'", LIMIT)?;
    ensure!(
        tab.evaluate("document.getElementById('review').hidden")? == json!(true),
        "the answer comes before the bet"
    );
    tab.click("[data-bet=\"5\"]")?;
    let headline = answered(tab)?;
    ensure!(headline.contains("round 6"), "{headline}");
    ensure!(
        headline.contains("Turning point: round 6; for ") && headline.contains("” is "),
        "no better clue: {headline}"
    );
    let rounds = tab.evaluate(
        "['round', 'their-round'].map((name) => document.querySelectorAll(`#review [data-${name}]`).length)",
    )?;
    ensure!(rounds == json!([6, 6]), "{rounds} rounds");
    both_teams(tab).context("both teams")?;
    ensure!(text(tab, "#bet-result")?.contains("You bet on round 5"), "the bet is forgotten");
    tab.click("#review .round[data-round=\"6\"] .suggest")?;
    tab.wait("document.querySelector('#review .round[data-round=\"6\"] .suggested li')", LIMIT)?;
    ensure!(text(tab, "#review .slots")?.contains("They would say"), "no tiebreaker");
    tab.click("#bridge summary")?;
    tab.click("#judge")?;
    tab.wait("document.querySelectorAll('#judged tr').length > 5", LIMIT)?;
    let rules =
        tab.evaluate("document.querySelector('#judged a').getAttribute('href').includes('official,')")?;
    ensure!(rules == json!(true), "no way to the rules");
    nameless(tab)
}

/// The curve has the numbers of the rounds, a badge stands on each clue, and the address holds both sheets.
fn both_teams(tab: &mut dyn Tab) -> Result<()> {
    let marks = tab.evaluate("document.querySelectorAll('.risk-curve .risk-mark').length")?;
    ensure!(marks == json!(10), "{marks} marks: both teams from round 2 on");
    let differs = "(() => { const said = document.querySelector('.risk-curve').getAttribute('aria-label').split('; '); \
        return [['data-round', said[0]], ['data-their-round', said[1]]].flatMap(([name, line]) => \
        [...document.querySelectorAll(`#review [${name}]`)].slice(1).filter((round) => { \
        const number = [...round.querySelectorAll('.bar-row')].find((row) => /overhear it|catch it/.test(row.textContent)) \
        .querySelector('.number').textContent.replace(' of 100', ''); \
        return !line.includes(`round ${round.getAttribute(name)} ${number}`); }).map((round) => round.textContent)); })()";
    ensure!(tab.evaluate(differs)? == json!([]), "the curve and the rounds differ");
    let badges = tab.evaluate("document.querySelectorAll('#review .clue-badge').length")?;
    ensure!(badges == json!(36), "{badges} badges of 36 clues");
    ensure!(text(tab, "#caught")?.starts_with("You intercepted 1 of 5 of their codes."), "what was caught");
    let is_in_address = tab.evaluate("location.hash.includes('their=pirate,guitar,winter,doctor')")?;
    ensure!(is_in_address == json!(true), "the address does not hold the other team's sheet");
    Ok(())
}

fn friend(tab: &mut dyn Tab, address: &str) -> Result<()> {
    let link = text(tab, "#friend-link")?;
    ensure!(!link.contains("hotel") && !link.contains("walker"), "the link shows the answers: {link}");
    // A page that the program serves shares only what another machine can open.
    ensure!(link.contains(address) != link.contains("sim-cli serve"), "{link}");
    let question = link.split_once('#').context("the link asks nothing")?.1;
    tab.go(&format!("{address}#{question}"))?;
    for round in 1..=6 {
        tab.wait("document.getElementById('guess') && document.body.dataset.state === 'guessing'", LIMIT)?;
        write(tab, "guess", if round == 1 { "213" } else { "1-2-3" })?;
        tab.click("#guess-ask")?;
        tab.wait("document.getElementById('guess-next')", LIMIT)?;
        tab.click("#guess-next")?;
    }
    let headline = answered(tab)?;
    ensure!(headline.starts_with("You overheard 1 of 6 codes"), "{headline}");
    Ok(())
}

/// Every control has a name, and no id stands twice.
fn nameless(tab: &mut dyn Tab) -> Result<()> {
    let faults = tab.evaluate(NAMELESS)?;
    ensure!(faults == json!([]), "controls without a name, or ids that stand twice: {faults}");
    Ok(())
}

/// Returns the sentence of the strip once the answer is complete.
pub(super) fn answered(tab: &mut dyn Tab) -> Result<String> {
    tab.wait(COMPLETE, LIMIT)?;
    let answer = text(tab, "#answer")?;
    let failure = tab.evaluate("document.getElementById('failure').hidden")?;
    ensure!(failure == json!(true) && !answer.is_empty(), "no answer: {answer}");
    Ok(answer)
}

pub(super) fn text(tab: &mut dyn Tab, selector: &str) -> Result<String> {
    let content = tab.evaluate(&format!("document.querySelector({selector:?})?.textContent"))?;
    match content {
        Value::String(text) => Ok(text),
        other => anyhow::bail!("{selector}: {other}"),
    }
}

/// Chooses from a list, or sets a number, as a user does who leaves the field then.
pub(super) fn choose(tab: &mut dyn Tab, id: &str, value: &str) -> Result<()> {
    let script = format!(
        "(() => {{ const field = document.getElementById('{id}'); field.value = '{value}'; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    );
    tab.evaluate(&script)?;
    tab.wait("document.body.dataset.state !== 'idle'", LIMIT)
}

/// Writes into a field, letter by letter or pasted alike.
pub(super) fn write(tab: &mut dyn Tab, id: &str, text: &str) -> Result<()> {
    let script = format!(
        "(() => {{ const field = document.getElementById('{id}'); field.value = \"{text}\"; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
    );
    tab.evaluate(&script).map(drop)
}
