//! What the page says where it cannot answer: always a sentence, and never an answer to another question beside it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::LIMIT;
use super::host::Host;
use super::program::Program;
use crate::tab::Tab;
use crate::workspace::{Workspace, copy_folder};

/// How long the page waits before it says that it does not start, and some more.
const START: Duration = Duration::from_secs(20);

/// Whether the sentence about what the page needs is seen, and nothing else.
const NEEDS: &str = "document.getElementById('needs') && document.getElementById('page').hidden && \
    getComputedStyle(document.getElementById('needs')).visibility === 'visible'";

/// Parts of the site that are missing or spoilt, with what is put in their place, and what the page says.
const PARTS: [(&str, Option<&str>, &str); 4] = [
    ("worker.js", None, "worker.js does not run: "),
    ("worker.js", Some("throw new Error('spoilt')"), "worker.js does not run: "),
    ("overhear.wasm.gz", None, "overhear.wasm.gz: the host answers 404"),
    ("overhear.wasm.gz", Some("this is no WebAssembly"), "this browser cannot run the laboratory"),
];

/// A number that is out of range is named beside its field, and the next right one is asked for.
pub(super) fn numbers(tab: &mut dyn Tab, address: &str) -> Result<()> {
    tab.go(&format!("{address}#a=official&b=short&agents=nearest&games=500&seed=-1"))?;
    failed(tab, "Random seed: −1 is out of range; takes whole numbers from 0 to 9,007,199,254,740,991")?;
    let beside =
        "document.querySelector('#seed[aria-invalid=true] + .field-problem').textContent.startsWith('−1 is')";
    ensure!(tab.evaluate(beside)? == json!(true), "nothing stands beside the field");
    change(tab, "seed", "3")?;
    tab.wait("document.body.dataset.state === 'complete'", LIMIT)?;
    let problems = tab
        .evaluate("document.querySelectorAll('.field-problem:not([hidden]), [aria-invalid=true]').length")?;
    ensure!(
        problems == json!(0) && tab.evaluate("document.getElementById('failure').hidden")? == json!(true)
    );
    Ok(())
}

/// A program that has ended is said to have, and nothing of what it answered stays beside it.
pub(super) fn gone(tab: &mut dyn Tab, program: &mut Program) -> Result<()> {
    program.end()?;
    change(tab, "seed", "4")?;
    failed(tab, "the program does not answer any more; start `sim-cli serve` again")?;
    tab.complaints().map(drop)
}

/// Opened as a file, the page says what it needs.
pub(super) fn opened_as_file(tab: &mut dyn Tab, site: &Path) -> Result<()> {
    let address = format!("file://{}", site.join("index.html").display());
    tab.go(&address)?;
    tab.wait(NEEDS, START).context("opened as a file")?;
    tab.complaints().map(drop)
}

/// Without one of its parts, the page says which.
pub(super) fn without_a_part(workspace: &Workspace, tab: &mut dyn Tab, site: &Path) -> Result<()> {
    for (part, content, sentence) in PARTS {
        let host = Host::of(&spoilt(workspace, site, part, content)?)?;
        tab.go(&host.address)?;
        failed(tab, sentence).with_context(|| format!("{part}: {content:?}"))?;
    }
    let host = Host::of(&spoilt(workspace, site, "backends.js", None)?)?;
    tab.go(&host.address)?;
    tab.wait(NEEDS, START).context("without backends.js")?;
    tab.complaints().map(drop)
}

/// A copy of the site in which a part has another content, or is missing.
pub(super) fn spoilt(
    workspace: &Workspace,
    site: &Path,
    part: &str,
    content: Option<&str>,
) -> Result<std::path::PathBuf> {
    let copy = workspace.fresh("web/spoilt")?;
    copy_folder(site, &copy)?;
    match content {
        Some(content) => fs::write(copy.join(part), content)?,
        None => fs::remove_file(copy.join(part))?,
    }
    Ok(copy)
}

/// Writes a number into a field, as a user does who leaves the field then.
fn change(tab: &mut dyn Tab, field: &str, value: &str) -> Result<()> {
    let script = format!(
        "(() => {{ const field = document.getElementById('{field}'); field.value = '{value}'; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    );
    tab.evaluate(&script).map(drop)
}

/// The page says this sentence, and shows no finding.
fn failed(tab: &mut dyn Tab, sentence: &str) -> Result<()> {
    tab.wait("document.body && document.body.dataset.state === 'failed'", LIMIT)?;
    let message = tab.evaluate("document.getElementById('failure').textContent")?;
    ensure!(message.as_str().is_some_and(|message| message.contains(sentence)), "the page says {message}");
    let stale = "document.getElementById('pause').disabled && \
        ['sentences', 'figures', 'endings', 'lengths', 'command'].every((id) => document.getElementById(id).textContent === '')";
    ensure!(tab.evaluate(stale)? == json!(true), "an answer stands beside: {message}");
    Ok(())
}
