//! A screen without a monitor, for browsers that open windows whatever they are asked.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use anyhow::{Context, Result};

use crate::process;
use crate::workspace::Workspace;

/// The program that draws into memory.
const PROGRAM: &str = "Xvfb";

/// A screen that ends with it.
pub(crate) struct Screen {
    server: Child,
    /// Value of `DISPLAY` for programs that draw on it.
    pub(crate) display: String,
}

impl Screen {
    /// Returns `true` if such a screen can be had.
    pub(crate) fn is_installed(workspace: &Workspace) -> bool {
        process::succeeds(workspace.command(PROGRAM).arg("-help"))
    }

    /// Starts a screen of this size, in pixels, under a free number.
    pub(crate) fn open(workspace: &Workspace, width: u32, height: u32) -> Result<Screen> {
        let mut command = workspace.command(PROGRAM);
        // The server writes its number to standard output once programs can connect.
        command.args([
            "-displayfd",
            "1",
            "-nolisten",
            "tcp",
            "-screen",
            "0",
            &format!("{width}x{height}x24"),
        ]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut screen = Screen {
            server: child.with_context(|| format!("cannot start {PROGRAM}"))?,
            display: String::new(),
        };
        let mut lines = BufReader::new(screen.server.stdout.take().context("a pipe")?).lines();
        let number = lines.next().with_context(|| format!("{PROGRAM} names no screen"))??;
        screen.display = format!(":{}", number.trim());
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}
