//! The chores that are more than one call of cargo.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::python::{Availability, Venv};
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, process};

/// The tournament that the notebooks read: small, always the same, with a row for each game.
const TOURNAMENT: &[&str] =
    &["tournament", "--games", "4000", "--seed", "1", "--force", "--log", "games", "--progress", "none"];

/// Plays the tournament and executes every notebook, on it or on what the notebook has `sim-cli` write. The outputs are
/// compared with those committed, or with `write` put in their place.
pub(crate) fn notebooks(workspace: &Workspace, write: bool) -> Result<Verdict> {
    let requirements = workspace.path("notebooks/requirements.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) if workspace.ci() => anyhow::bail!(reason),
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    process::run(venv.python(workspace).arg(workspace.path("notebooks/test_outputs.py")))?;
    let run = workspace.fresh("notebook-run")?;
    play(workspace, &run)?;
    process::run(
        venv.python(workspace)
            .arg(workspace.path("notebooks/execute.py"))
            .arg(workspace.target("notebooks-executed"))
            .args(write.then_some("--write"))
            .env("OVERHEAR_RUN", &run)
            .env("OVERHEAR_RUNS", workspace.fresh("notebook-runs")?)
            .env("OVERHEAR_SIM_CLI", cargo::built(workspace)?)
            .env("IPYTHONDIR", workspace.target("ipython"))
            .env("JUPYTER_RUNTIME_DIR", workspace.target("jupyter-runtime"))
            .env("MPLCONFIGDIR", workspace.target("matplotlib")),
    )?;
    Ok(Verdict::Done)
}

/// Plays the tournament into a directory; its standings on stdout show that there was one.
fn play(workspace: &Workspace, out: &Path) -> Result<()> {
    process::run(cargo::sim(workspace)?.args(TOURNAMENT).arg("--out").arg(out))
}

/// The tournament whose logs are compared: more games than a row group of halves holds.
const LOGS: &[&str] = &[
    "tournament",
    "--games",
    "40000",
    "--seed",
    "1",
    "--force",
    "--agent",
    "nearest",
    "--agent",
    "random",
    "--log",
    "halves",
    "--progress",
    "none",
];

/// Results of every kind, whose tables Python reads with the types of the schema.
const RESULTS: [(&str, &str); 9] = [
    ("plain", "tournament --games 400 --running 10 --log halves"),
    ("parquet", "tournament --games 400 --log halves --log-format parquet"),
    (
        "strict",
        "tournament --rules strict-clues --games 200 --agent faulty:illegal=0.5/uniform --agent random --log halves",
    ),
    ("sand", "tournament --set sand_timer=2 --games 200 --agent random --agent b=random --log halves"),
    ("three", "tournament --rules three-player --games 200 --agent random --agent b=random --log halves"),
    (
        "sprt",
        "tournament --running 100 --sprt elo0=0,elo1=5 --games 600 --agent random --agent b=random/uniform:blunder=0.9",
    ),
    ("balance", "balance --games 600"),
    ("sweep", "balance --sweep round_limit=3..4 --games 200 --agent random"),
    (
        "tune",
        "tune --agent nearest:blunder=0.5 --param blunder --iterations 3 --pairs-per-iteration 2 --confirm-pairs 40",
    ),
];

/// Writes results of every kind, and has Python read all of their tables.
fn readers(workspace: &Workspace, venv: &Venv) -> Result<()> {
    let place = workspace.fresh("tables")?;
    fs::create_dir_all(&place).context("there is no place for tables")?;
    let mut directories = Vec::new();
    for (name, command) in RESULTS {
        let directory = place.join(name);
        let mut play = cargo::sim(workspace)?;
        play.args(command.split_whitespace()).args(["--seed", "3", "--out"]).arg(&directory);
        let status = play.status().context("sim-cli cannot be started")?;
        anyhow::ensure!(matches!(status.code(), Some(0 | UNDECIDED)), "{command}: {status}");
        directories.push(directory);
    }
    let schema = place.join("schema.json");
    let text = process::output(cargo::sim(workspace)?.arg("schema")).context("there is no schema")?;
    fs::write(&schema, text).context("the schema cannot be written")?;
    let mut check = venv.python(workspace);
    process::run(check.arg(workspace.path("notebooks/check_readers.py")).arg(schema).args(directories))
}

/// The exit code of a sequential test that games did not suffice for.
const UNDECIDED: i32 = 4;

/// Plays one tournament twice, with its logs as CSV and as Parquet, and compares what Python reads from both; then has
/// it read every table that there is.
pub(crate) fn parquet(workspace: &Workspace) -> Result<Verdict> {
    let requirements = workspace.path("notebooks/requirements-parquet.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-parquet"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) if workspace.ci() => anyhow::bail!(reason),
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let directories = ["csv", "parquet"].map(|format| (format, workspace.target(&format!("logs-{format}"))));
    for (format, directory) in &directories {
        let mut play = cargo::sim(workspace)?;
        play.args(LOGS);
        process::run(play.args(["--log-format", format, "--out"]).arg(directory))?;
    }
    let mut check = venv.python(workspace);
    check.arg(workspace.path("notebooks/check_parquet.py"));
    process::run(check.args(directories.map(|(_, directory)| directory)))?;
    readers(workspace, &venv)?;
    Ok(Verdict::Done)
}

/// Rebuilds the word data from its sources.
pub(crate) fn data(workspace: &Workspace, rest: &[String]) -> Result<()> {
    let requirements = workspace.path("data/build/requirements.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-data"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) => anyhow::bail!(reason),
    };
    let others = ["associate.py", "pronunciation.py", "morphology.py", "languages.py", "minds.py"]
        .map(|script| (script, &[][..]));
    for (script, rest) in [("build.py", rest)].into_iter().chain(others) {
        let mut build = venv.python(workspace);
        build.arg(workspace.path("data/build").join(script));
        build.arg("--work").arg(workspace.target("data-work"));
        build.arg("--out").arg(workspace.path("data")).args(rest);
        process::run(&mut build)?;
    }
    Ok(())
}

/// Prints how a run grows with what it is given.
pub(crate) fn growth(workspace: &Workspace) -> Result<()> {
    process::run(cargo::command(workspace).args([
        "run",
        "--release",
        "-p",
        "overhear-benches",
        "--bin",
        "growth",
    ]))
}

/// Runs the benchmarks.
pub(crate) fn bench(workspace: &Workspace, rest: &[String]) -> Result<()> {
    process::run(cargo::command(workspace).args(["bench", "-p", "overhear-benches", "--"]).args(rest))
}
