//! What is known of the crates that the project depends on: their licences and sources, and what was found wrong with them since.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::cargo;
use crate::process;
use crate::tools::DENY;
use crate::verdict::Verdict;
use crate::workspace::Workspace;

/// Every workspace of the project: each has a lock file of its own.
const MANIFESTS: [&str; 4] = ["Cargo.toml", "fuzz/Cargo.toml", "python/Cargo.toml", "web/Cargo.toml"];

/// What is looked at without the network.
const OFFLINE: [&str; 3] = ["bans", "licenses", "sources"];

/// Checks licences, bans and sources, if the tool is installed.
pub(crate) fn offline(workspace: &Workspace) -> Result<Verdict> {
    let Some(program) = DENY.installed(workspace) else {
        return Ok(Verdict::Skipped(format!(
            "{} is not installed: `cargo xtask test --only advisories` installs it and checks licences, bans and sources as well",
            DENY.name
        )));
    };
    if !has_crates(workspace) {
        return Ok(Verdict::Skipped(NO_CRATES.to_owned()));
    }
    check(workspace, &program, &OFFLINE)?;
    Ok(Verdict::Done)
}

/// Why nothing is checked without the crates of all machines.
const NO_CRATES: &str = "crates that only other machines need are not here, and cannot be fetched";

/// Fetches the crates of every machine, which the tool reads without the network; `false` if they cannot be had. A build fetches those
/// of its own machine alone.
fn has_crates(workspace: &Workspace) -> bool {
    MANIFESTS.iter().all(|manifest| {
        let mut fetch = cargo::command(workspace);
        fetch.args(["fetch", "--locked", "--quiet", "--manifest-path"]).arg(workspace.path(manifest));
        process::succeeds(&mut fetch)
    })
}

/// The database of what has become known of crates.
const DATABASE: &str = "https://github.com/rustsec/advisory-db";

/// Checks licences, bans, sources and published advisories, if the database of advisories can be had.
///
/// The tool takes minutes to build, so it is installed only where the database answers.
pub(crate) fn advisories(workspace: &Workspace) -> Result<Verdict> {
    if DENY.installed(workspace).is_none() && !process::succeeds(&mut database_query(workspace)) {
        return Ok(Verdict::Skipped(format!(
            "{} is not installed, and the database of advisories cannot be reached: {DATABASE}",
            DENY.name
        )));
    }
    let program = match DENY.obtain(workspace) {
        Ok(program) => program,
        Err(reason) => return Ok(Verdict::Skipped(reason)),
    };
    if !has_crates(workspace) {
        return Ok(Verdict::Skipped(NO_CRATES.to_owned()));
    }
    let mut fetch = DENY.command(workspace, program.clone());
    if process::run_apart(fetch.args(["fetch", "db"])).is_ok() {
        check(workspace, &program, &["advisories", "bans", "licenses", "sources"])?;
        return Ok(Verdict::Done);
    }
    check(workspace, &program, &OFFLINE)?;
    let reason = "licences, bans and sources are as they should be; what has become known of the crates was not looked at: \
                  the database of advisories cannot be fetched";
    Ok(Verdict::Skipped(reason.to_owned()))
}

/// Returns a command that succeeds if the database of advisories answers: 20 seconds at most.
fn database_query(workspace: &Workspace) -> Command {
    let mut git = workspace.command("git");
    git.env("GIT_TERMINAL_PROMPT", "0");
    git.args([
        "-c",
        "http.lowSpeedLimit=1",
        "-c",
        "http.lowSpeedTime=20",
        "ls-remote",
        "--exit-code",
        DATABASE,
        "HEAD",
    ]);
    git
}

/// Checks every workspace, and says what was looked at.
fn check(workspace: &Workspace, program: &Path, what: &[&str]) -> Result<()> {
    let mut failed = Vec::new();
    for manifest in MANIFESTS {
        let mut deny = DENY.command(workspace, program.to_owned());
        deny.arg("--manifest-path").arg(workspace.path(manifest)).args(["--offline", "--locked", "--config"]);
        deny.arg(workspace.path("deny.toml")).arg("check").args(what);
        match process::run(&mut deny) {
            Ok(()) => process::say(&format!("{manifest}: {} are as they should be", what.join(", "))),
            Err(_) => failed.push(manifest),
        }
    }
    if !failed.is_empty() {
        bail!("{}: not all of {} are as they should be", failed.join(", "), what.join(", "));
    }
    Ok(())
}
