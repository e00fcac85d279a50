//! A run that is interrupted, as with Ctrl-C, and goes on.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::machine::Machine;
use crate::process;
use crate::workspace::Workspace;

/// Enough games to be interrupted in.
const RUN: &str =
    "tournament --agent random --agent nearest --games 6000 --seed 9 --log games --progress none";

/// The exit code of a run that was interrupted.
const INTERRUPTED: i32 = 130;

/// How long the first checkpoint may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Plays into `interrupted`; on another machine than this one in two parts.
pub(super) fn play(workspace: &Workspace, machine: &Machine, place: &Path) -> Result<()> {
    let run = |words: &[&str]| {
        let mut command = machine.program(workspace);
        command.current_dir(place).args(words).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let words: Vec<&str> = RUN.split(' ').chain(["--out", "interrupted", "--checkpoint", "0"]).collect();
    if machine.is_here() {
        return process::run_apart(&mut run(&words));
    }
    let child = run(&words).spawn().context("it does not start")?;
    interrupt(workspace, child, &place.join("interrupted/.overhear-run/checkpoint"))?;
    process::run_apart(&mut run(&["tournament", "--resume", "interrupted", "--progress", "none"]))
}

/// Sends Ctrl-C to a run that has a checkpoint, and waits for its end.
fn interrupt(workspace: &Workspace, mut child: Child, checkpoint: &Path) -> Result<()> {
    let start = Instant::now();
    while !checkpoint.exists() {
        if child.try_wait()?.is_some() || start.elapsed() > PATIENCE {
            child.kill().ok();
            let output = child.wait_with_output()?;
            bail!("there is no checkpoint to interrupt: {}", String::from_utf8_lossy(&output.stderr));
        }
        sleep(Duration::from_millis(2));
    }
    let mut kill: Command = workspace.command("kill");
    process::run_apart(kill.args(["-INT", &child.id().to_string()]))?;
    let output = child.wait_with_output()?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.code() == Some(INTERRUPTED),
        "an interrupted run ends with {}: {messages}",
        output.status
    );
    ensure!(messages.contains("resume with"), "an interrupted run does not say how it goes on: {messages}");
    ensure!(fs::exists(checkpoint)?, "an interrupted run leaves no checkpoint");
    Ok(())
}
