//! The figures of a question as the terminal prints them, beside those of the page.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::tab::Tab;
use crate::workspace::Workspace;
use crate::{cargo, process};

/// What `rules compare` prints of a measure.
pub(super) struct PrintedMeasure {
    measure: String,
    verdict: String,
    numbers: [f64; 5],
}

/// The columns that the page shows as well.
const COLUMNS: [&str; 5] = ["value_a", "value_b", "difference", "difference_low", "difference_high"];

pub(super) fn compared(workspace: &Workspace, arguments: &[&str]) -> Result<Vec<PrintedMeasure>> {
    let mut command = cargo::sim(workspace)?;
    command.args(["rules", "compare", "--format", "json", "--progress", "none"]).args(arguments);
    let text = process::output(&mut command).context("`rules compare` prints nothing")?;
    let rows: Vec<Value> = serde_json::from_str(&text)?;
    rows.iter()
        .map(|row| {
            let mut numbers = [0.0; 5];
            for (number, name) in numbers.iter_mut().zip(COLUMNS) {
                *number = row[name].as_f64().with_context(|| format!("no {name}"))?;
            }
            let [measure, verdict] =
                ["measure", "verdict"].map(|name| row[name].as_str().unwrap_or_default().to_owned());
            Ok(PrintedMeasure { measure, verdict, numbers })
        })
        .collect()
}

/// The page shows the same figures and verdicts.
pub(super) fn compare(tab: &mut dyn Tab, rows: &[PrintedMeasure]) -> Result<()> {
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
        let sentence = finding["sentence"].as_str().unwrap_or_default();
        let verdict = match row.verdict.as_str() {
            // What the rules cannot change needs no test.
            _ if sentence.contains("cannot change") => "none_that_matters",
            "different" if row.numbers[2] > 0.0 => "more",
            "different" => "less",
            "undecided" => "not_known_yet",
            _ => "none_that_matters",
        };
        ensure!(finding["verdict"] == json!(verdict), "{}: {}", row.measure, finding["verdict"]);
    }
    Ok(())
}
