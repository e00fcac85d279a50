//! The program that serves the page.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use anyhow::{Context, Result};

use crate::cargo;
use crate::workspace::Workspace;

/// `sim-cli serve`, which ends with this.
pub(crate) struct Program {
    child: Child,
    pub(crate) address: String,
}

impl Program {
    /// Starts the program, and waits until it says its address.
    pub(crate) fn start(workspace: &Workspace) -> Result<Program> {
        let mut command = cargo::sim(workspace)?;
        let mut child = command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("a pipe")?).lines();
        let address = lines.next().context("`sim-cli serve` says no address")??;
        Ok(Program { child, address: address.trim().to_owned() })
    }

    /// Ends the program.
    pub(super) fn end(&mut self) -> Result<()> {
        self.child.kill().ok();
        self.child.wait().context("it ends").map(drop)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end().ok();
    }
}
