//! Instructions a game, counted by cachegrind: the regression test of speed that noise does not touch.
//!
//! The start is left out by playing few deals and then more, and dividing the difference by the games between.
//! Valgrind offers programs AVX2 at most, so that is the instruction set that is counted.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{optimised, parallel, process};

/// What was counted when the code was last changed for speed.
const EXPECTED: &str = "benches/instructions.csv";

/// More than this share above what is expected is a regression; compilers and processors make up for less.
const TOLERANCE: f64 = 0.05;

/// Deals of the short run, in which nearly every keyword is dealt and its rows are laid out; the long one plays as many more as
/// the table says, each of them twice. The start differs
/// by a million instructions from run to run (hash seeds), so a cheap agent needs many games between.
const FEW: u64 = 256;

/// Agents counted side by side: another process adds no instruction to this one's.
const SIDE_BY_SIDE: usize = 2;

/// What is expected of an agent.
#[derive(Debug, PartialEq)]
struct ExpectedCount {
    spec: String,
    instructions_a_game: f64,
    deals: u64,
}

/// Counts every agent in the table and compares; a regression is an error.
pub(crate) fn check(workspace: &Workspace) -> Result<Verdict> {
    if !process::succeeds(Command::new("valgrind").arg("--version")) && !install() {
        return Ok(Verdict::Skipped("valgrind is not here and cannot be installed".to_owned()));
    }
    optimised::build(workspace)?;
    let table = workspace.read(EXPECTED)?;
    let mut regressions = Vec::new();
    let rows = rows(&table)?;
    let counts = parallel::each(SIDE_BY_SIDE, rows.len(), |n| instructions_a_game(workspace, &rows[n]));
    for (ExpectedCount { spec, instructions_a_game: expected, .. }, count) in rows.into_iter().zip(counts) {
        let count = count?;
        let change = count / expected - 1.0;
        process::say(&format!(
            "{spec}: {count:.0} instructions a game, {:+.1} % to expected",
            100.0 * change
        ));
        if change > TOLERANCE {
            regressions.push(spec);
        }
    }
    if !regressions.is_empty() {
        bail!("more instructions than {EXPECTED} allows: {}", regressions.join(", "));
    }
    Ok(Verdict::Done)
}

fn install() -> bool {
    process::succeeds(Command::new("apt-get").args(["install", "-y", "valgrind"]))
}

/// The rows `agent,instructions_per_game,deals` below the header.
fn rows(table: &str) -> Result<Vec<ExpectedCount>> {
    let lines = table.lines().enumerate().skip(1);
    lines
        .map(|(n, line)| row(line).with_context(|| format!("{EXPECTED}, line {}: `{line}`", n + 1)))
        .collect()
}

fn row(line: &str) -> Option<ExpectedCount> {
    let [spec, count, deals] = line.split(',').collect::<Vec<_>>().try_into().ok()?;
    Some(ExpectedCount {
        spec: spec.to_owned(),
        instructions_a_game: count.parse().ok()?,
        deals: deals.parse().ok()?,
    })
}

fn instructions_a_game(
    workspace: &Workspace,
    ExpectedCount { spec, deals, .. }: &ExpectedCount,
) -> Result<f64> {
    let between = instructions(workspace, spec, FEW + deals)? - instructions(workspace, spec, FEW)?;
    Ok(between / (2 * deals) as f64)
}

/// Every instruction of a run on one thread, the start included.
fn instructions(workspace: &Workspace, spec: &str, deals: u64) -> Result<f64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    valgrind.arg(optimised::program(workspace, "play")?).arg(spec).arg(deals.to_string());
    let output = valgrind.env("RAYON_NUM_THREADS", "1").output().context("cannot start valgrind")?;
    let report = String::from_utf8_lossy(&output.stderr);
    collected(&report).with_context(|| format!("valgrind counted nothing for {spec}: {report}"))
}

/// The instructions that valgrind says it has seen, with commas between thousands.
fn collected(report: &str) -> Option<f64> {
    let (_, count) = report.lines().find_map(|line| line.split_once(" refs:"))?;
    count.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_found_in_valgrinds_report() {
        assert_eq!(collected("==1== \n==1== I   refs:      1,123,456\n"), Some(1_123_456.0));
        assert_eq!(collected("==1== Killed\n"), None);
    }

    #[test]
    fn a_torn_table_is_an_error_that_names_the_line() {
        let margin = ExpectedCount { spec: "margin".to_owned(), instructions_a_game: 7.0, deals: 9 };
        assert_eq!(rows("agent,count,deals\nmargin,7,9\n").expect("a whole table"), [margin]);
        assert!(
            rows("agent,count,deals\nmargin,7\n").expect_err("a torn row").to_string().contains("line 2")
        );
    }
}
