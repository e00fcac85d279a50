//! A headless Chromium: found or installed.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::debian;
use crate::python::Availability;
use crate::workspace::Workspace;

/// Programs that may be a Chromium, the plainest name first.
const CANDIDATES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// A browser that needs no screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Browser {
    pub(crate) program: &'static str,
}

/// What a page has become.
pub(crate) struct Loaded {
    /// The document as it stands after its scripts have run.
    pub(crate) document: String,
    /// What was said on the console, a line each.
    pub(crate) console: Vec<String>,
}

impl Browser {
    /// Finds a browser, or installs Debian's where that can be done without asking.
    pub(crate) fn find(workspace: &Workspace) -> Availability<Self> {
        let packages = ["--no-install-recommends", "chromium", "fonts-dejavu-core"];
        match debian::find(workspace, &CANDIDATES, &packages) {
            Some(program) => Availability::Ready(Self { program }),
            None => Availability::Missing("no Chromium, and none could be installed".to_owned()),
        }
    }

    /// Opens a file.
    pub(crate) fn open(&self, workspace: &Workspace, page: &Path) -> Result<Loaded> {
        let profile = workspace.target("browser-profile");
        let mut command = workspace.command(self.program);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]);
        command.args(["--no-first-run", "--disable-background-networking", "--enable-logging=stderr"]);
        command.args(["--window-size=1400,1000", "--virtual-time-budget=60000", "--dump-dom"]);
        command.arg(format!("--user-data-dir={}", profile.display()));
        command.arg(format!("file://{}", page.display()));
        let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output();
        let output = output.with_context(|| format!("cannot start {}", self.program))?;
        if !output.status.success() {
            bail!("{} ended with {}", self.program, output.status);
        }
        let messages = String::from_utf8_lossy(&output.stderr);
        Ok(Loaded {
            document: String::from_utf8_lossy(&output.stdout).into_owned(),
            console: messages.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect(),
        })
    }
}
