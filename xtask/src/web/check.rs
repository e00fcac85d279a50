//! The page in a headless Chromium: as WebAssembly from a host of plain files, and behind `sim-cli serve`.
//!
//! On each it must load without a complaint, request nothing afterwards but answers of the program behind it, come to the
//! figures of `sim-cli rules compare` with the same seed, and obey mouse and keyboard.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::{build, host::Host};
use crate::browser::Browser;
use crate::devtools::{Tab, View};
use crate::python::Availability;
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, process};

/// How long a machine that is busy may take for a few hundred games.
const LIMIT: Duration = Duration::from_secs(120);

/// The widths that the page is looked at in, in pixels.
const WIDTHS: [u32; 3] = [400, 1024, 1600];

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

/// Tries both back ends.
pub(crate) fn check(workspace: &Workspace) -> Result<Verdict> {
    let browser = match Browser::find(workspace) {
        Availability::Ready(browser) => browser,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let expected = QUESTIONS.iter().map(|(_, arguments)| compared(workspace, arguments));
    let expected = expected.collect::<Result<Vec<_>>>()?;
    let mut program = Program::start(workspace)?;
    let served = try_out(workspace, &browser, "serve", &program.address.clone(), &expected);
    program.end()?;
    served?;
    if let Verdict::Skipped(reason) = build::build(workspace)? {
        return Ok(Verdict::Skipped(format!("WebAssembly was not tried: {reason}")));
    }
    let host = Host::of(&build::site(workspace))?;
    try_out(workspace, &browser, "browser", &host.address, &expected)?;
    let asked = host.asked();
    let strays: Vec<&String> = asked.iter().filter(|path| path.contains("ask")).collect();
    ensure!(strays.is_empty(), "the page asked its host: {strays:?}");
    Ok(Verdict::Done)
}

/// `sim-cli serve`, which ends with this.
struct Program {
    child: Child,
    address: String,
}

impl Program {
    fn start(workspace: &Workspace) -> Result<Program> {
        let mut command = cargo::sim(workspace)?;
        let mut child = command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("a pipe")?).lines();
        let address = lines.next().context("`sim-cli serve` says no address")??;
        Ok(Program { child, address: address.trim().to_owned() })
    }

    /// Without its token, or under another name, it answers nothing.
    fn end(&mut self) -> Result<()> {
        self.child.kill().ok();
        self.child.wait().context("it ends").map(drop)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end().ok();
    }
}

/// A back end: every question, then mouse and keyboard, then every width.
fn try_out(
    workspace: &Workspace,
    browser: &Browser,
    name: &str,
    address: &str,
    expected: &[Vec<Row>],
) -> Result<()> {
    let mut tab = Tab::open(workspace, browser)?;
    tab.look(1024, View::Light)?;
    for ((question, _), rows) in QUESTIONS.iter().zip(expected) {
        tab.go(&format!("{address}#{question}"))?;
        tab.wait("document.body && document.body.dataset.loaded", LIMIT)?;
        tab.wait("document.body.dataset.state === 'complete'", LIMIT)?;
        compare(&mut tab, rows).with_context(|| format!("{name}: {question}"))?;
        let times = tab.evaluate("`${document.body.dataset.loaded} ${document.body.dataset.first}`")?;
        process::say(&format!("{name}: {question}: loaded and first answered after (ms) {times}"));
    }
    tab.requests();
    obey(&mut tab).with_context(|| name.to_owned())?;
    let strays: Vec<String> = tab.requests().into_iter().filter(|url| !url.ends_with("/ask")).collect();
    ensure!(strays.is_empty(), "{name}: requests after loading: {strays:?}");
    look(workspace, &mut tab, name, address)?;
    let complaints = tab.complaints();
    ensure!(complaints.is_empty(), "{name}: on the console: {}", complaints.join("; "));
    process::say(&format!("{name} is sound"));
    Ok(())
}

/// What `rules compare` prints of a measure.
struct Row {
    measure: String,
    verdict: String,
    numbers: [f64; 5],
}

/// The columns that the page shows as well.
const COLUMNS: [&str; 5] = ["value_a", "value_b", "difference", "difference_low", "difference_high"];

fn compared(workspace: &Workspace, arguments: &[&str]) -> Result<Vec<Row>> {
    let mut command = cargo::sim(workspace)?;
    command.args(["rules", "compare", "--format", "json", "--progress", "none"]).args(arguments);
    let text = process::output(&mut command).context("`rules compare` prints nothing")?;
    let rows: Vec<Value> = serde_json::from_str(&text)?;
    let row = |row: &Value| {
        let number = |name: &str| row[name].as_f64().with_context(|| format!("no {name}"));
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let mut numbers = [0.0; 5];
        for (number_of, name) in numbers.iter_mut().zip(COLUMNS) {
            *number_of = number(name)?;
        }
        Ok(Row { measure: text("measure"), verdict: text("verdict"), numbers })
    };
    rows.iter().map(row).collect()
}

/// The page has come to the same figures and verdicts.
fn compare(tab: &mut Tab, rows: &[Row]) -> Result<()> {
    let findings = tab.evaluate("overhear.shown().answer.findings")?;
    let findings = findings.as_array().context("findings")?;
    ensure!(findings.len() == rows.len(), "{} measures, not {}", findings.len(), rows.len());
    for (finding, row) in findings.iter().zip(rows) {
        ensure!(
            finding["measure"] == json!(row.measure),
            "{} in the place of {}",
            finding["measure"],
            row.measure
        );
        let shown = [
            &finding["a"]["value"],
            &finding["b"]["value"],
            &finding["difference"]["value"],
            &finding["difference"]["low"],
            &finding["difference"]["high"],
        ];
        for ((shown, printed), column) in shown.iter().zip(row.numbers).zip(COLUMNS) {
            let shown = shown.as_f64().with_context(|| format!("{}: no {column}", row.measure))?;
            ensure!((shown - printed).abs() < 1e-6, "{}: {column}: {shown}, not {printed}", row.measure);
        }
        let verdict = match row.verdict.as_str() {
            "different" if row.numbers[2] > 0.0 => "more",
            "different" => "less",
            "undecided" => "not_known_yet",
            _ => "none_that_matters",
        };
        ensure!(finding["verdict"] == json!(verdict), "{}: {}", row.measure, finding["verdict"]);
    }
    Ok(())
}

/// Reads a game, turns switches with mouse and keys, and goes back to the published rules.
fn obey(tab: &mut Tab) -> Result<()> {
    tab.click("#reader button[type=submit]")?;
    tab.wait("document.querySelectorAll('#sheets .sheet').length === 2", LIMIT)?;
    tab.wait("document.querySelectorAll('#sheets .sheet table').length === 4", LIMIT)?;
    tab.click("#next-tied")?;
    tab.wait("document.querySelector('#sheets').innerText.includes('came to the tiebreaker')", LIMIT)?;
    tab.click("#ask-tables")?;
    tab.wait("document.querySelector('#at-tables').innerText.includes('--tables range')", LIMIT)?;
    tab.evaluate("document.getElementById('switch-tiebreak').focus()")?;
    let before = tab.evaluate("location.hash")?;
    tab.press("ArrowDown", 40)?;
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
    let said = tab.evaluate("document.getElementById('failure').textContent")?;
    match said.as_str() {
        Some(said) if said.contains("round_limit") => Ok(()),
        _ => bail!("a bad rule in the address leads to {said}"),
    }
}

/// Opened at every width, light and dark, nothing is wider than the window; pictures are kept.
fn look(workspace: &Workspace, tab: &mut Tab, name: &str, address: &str) -> Result<()> {
    let pictures = workspace.target("web/pictures");
    fs::create_dir_all(&pictures)?;
    for width in WIDTHS {
        tab.look(width, View::Light)?;
        tab.go(&format!("{address}#{}", QUESTIONS[0].0))?;
        tab.wait("document.body && document.body.dataset.state === 'complete'", LIMIT)?;
        tab.click("#next-tied")?;
        tab.wait("document.querySelectorAll('#sheets .sheet').length === 2", LIMIT)?;
        for view in [View::Light, View::Dark] {
            tab.look(width, view)?;
            let wide = tab.evaluate("document.documentElement.scrollWidth")?;
            ensure!(wide.as_u64().is_some_and(|wide| wide <= width.into()), "{width} px: {wide} px wide");
            fs::write(pictures.join(format!("{name}-{width}-{view}.png")), tab.picture()?)?;
        }
    }
    Ok(())
}
