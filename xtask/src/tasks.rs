//! The chores that are more than one call of cargo.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;

use anyhow::Result;

use crate::python::{Availability, Venv};
use crate::steps::Verdict;
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
            .env("OVERHEAR_SIM_CLI", workspace.target("debug").join(format!("sim-cli{EXE_SUFFIX}")))
            .env("IPYTHONDIR", workspace.target("ipython"))
            .env("JUPYTER_RUNTIME_DIR", workspace.target("jupyter-runtime"))
            .env("MPLCONFIGDIR", workspace.target("matplotlib")),
    )?;
    Ok(Verdict::Done)
}

/// Plays the tournament into a directory; its standings on stdout show that there was one.
fn play(workspace: &Workspace, out: &Path) -> Result<()> {
    process::run(cargo::sim(workspace).args(TOURNAMENT).arg("--out").arg(out))
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

/// Plays one tournament twice, with its logs as CSV and as Parquet, and compares what Python reads from both.
pub(crate) fn parquet(workspace: &Workspace) -> Result<Verdict> {
    let requirements = workspace.path("notebooks/requirements-parquet.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-parquet"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) if workspace.ci() => anyhow::bail!(reason),
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let directories = ["csv", "parquet"].map(|format| (format, workspace.target(&format!("logs-{format}"))));
    for (format, directory) in &directories {
        let mut play = cargo::command(workspace);
        play.args(["run", "--release", "--quiet", "-p", "sim-cli", "--features", "parquet", "--"]).args(LOGS);
        process::run(play.args(["--log-format", format, "--out"]).arg(directory))?;
    }
    let mut check = venv.python(workspace);
    check.arg(workspace.path("notebooks/check_parquet.py"));
    process::run(check.args(directories.map(|(_, directory)| directory)))?;
    Ok(Verdict::Done)
}

/// Rebuilds the word data from its sources.
pub(crate) fn data(workspace: &Workspace, rest: &[String]) -> Result<()> {
    let requirements = workspace.path("data/build/requirements.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-data"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) => anyhow::bail!(reason),
    };
    for (script, rest) in [("build.py", rest), ("pronunciation.py", &[]), ("morphology.py", &[])] {
        let mut build = venv.python(workspace);
        build.arg(workspace.path("data/build").join(script));
        build.arg("--work").arg(workspace.target("data-work"));
        build.arg("--out").arg(workspace.path("data")).args(rest);
        process::run(&mut build)?;
    }
    Ok(())
}

/// Looks at the licences and sources of all dependencies, as `deny.toml` has it. What has become known of them takes the
/// network, and is a workflow's.
pub(crate) fn deny(workspace: &Workspace) -> Result<Verdict> {
    if !process::succeeds(cargo::command(workspace).args(["deny", "--version"])) {
        return Ok(Verdict::Skipped(
            "cargo-deny is not installed (cargo install --locked cargo-deny)".to_owned(),
        ));
    }
    cargo::run(workspace, &["deny", "--offline", "check", "bans", "licenses", "sources"])
}

/// Runs the benchmarks.
pub(crate) fn bench(workspace: &Workspace, rest: &[String]) -> Result<()> {
    process::run(cargo::command(workspace).args(["bench", "-p", "overhear-benches", "--"]).args(rest))
}
