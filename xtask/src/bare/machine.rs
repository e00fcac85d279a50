//! A Debian below `target/bare`, entered with `chroot`: its smallest set of packages, and Python.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};

use crate::python::Availability;
use crate::workspace::Workspace;
use crate::{debian, process};

/// The Debian.
pub(super) const SUITE: &str = "bookworm";

/// Where its packages come from.
pub(super) const MIRROR: &str = "http://deb.debian.org/debian";

/// What is added to the smallest set of packages.
const PYTHON: &str = "--include=ca-certificates,python3,python3-venv";

/// Certificates, here and there: where a proxy stands in front of this machine, what is installed there is had through it too.
const CERTIFICATES: &str = "etc/ssl/certs/ca-certificates.crt";

/// Mounts Rust, and the processes, by which it finds its files; what is mounted goes with the command.
const MOUNTED: &str = r#"mount --bind "$0" "$1/rust" && mount -t proc proc "$1/proc" && exec chroot "$@""#;

/// The file that says that the system is complete.
const COMPLETE: &str = "complete";

/// A bare machine.
pub(super) struct Machine {
    root: PathBuf,
}

impl Machine {
    /// Returns the machine, made if it is missing: two minutes, and 300 MB.
    ///
    /// # Errors
    /// A system that cannot be put together.
    pub(super) fn obtain(workspace: &Workspace) -> Result<Availability<Machine>> {
        static MAKING: Mutex<()> = Mutex::new(());
        let _alone = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = Machine { root: workspace.target("bare/root") };
        let complete = workspace.target("bare").join(COMPLETE);
        if complete.is_file() && process::succeeds(&mut machine.command(workspace, "/", &["true"])) {
            return Ok(Availability::Ready(machine));
        }
        if process::output(workspace.command("id").arg("-u")).is_none_or(|id| id != "0") {
            return Ok(Availability::Missing("only root may enter another root".to_owned()));
        }
        if debian::find(workspace, &["debootstrap"], &["debootstrap"]).is_none() {
            return Ok(Availability::Missing(
                "debootstrap is not here, and could not be installed".to_owned(),
            ));
        }
        workspace.fresh("bare")?;
        fs::create_dir_all(&machine.root)
            .with_context(|| format!("cannot make {}", machine.root.display()))?;
        let mut make = workspace.command("debootstrap");
        make.args(["--variant=minbase", PYTHON, SUITE]).arg(&machine.root).arg(MIRROR);
        if let Err(error) = process::run_apart(&mut make) {
            return Ok(Availability::Missing(format!("no Debian could be put together: {error:#}")));
        }
        let certificates = Path::new("/").join(CERTIFICATES);
        if certificates.is_file() {
            fs::copy(&certificates, machine.root.join(CERTIFICATES)).context("cannot copy certificates")?;
        }
        fs::write(&complete, SUITE).with_context(|| format!("cannot write {}", complete.display()))?;
        Ok(Availability::Ready(machine))
    }

    /// Returns an empty folder there, as this machine and as that machine name it.
    ///
    /// # Errors
    /// A folder that cannot be emptied or made.
    pub(super) fn fresh(&self, name: &str) -> Result<(PathBuf, String)> {
        let place = self.root.join(name);
        if place.exists() {
            fs::remove_dir_all(&place).with_context(|| format!("cannot empty {}", place.display()))?;
        }
        fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
        Ok((place, format!("/{name}")))
    }

    /// A program of that machine, with nothing of this one's environment.
    pub(super) fn command(&self, workspace: &Workspace, folder: &str, words: &[&str]) -> Command {
        let mut command = workspace.command("chroot");
        self.enter(&mut command, folder, words);
        command
    }

    /// Runs a program of that machine.
    ///
    /// # Errors
    /// A program that fails.
    pub(super) fn run(&self, workspace: &Workspace, folder: &str, words: &[&str]) -> Result<()> {
        process::run(&mut self.command(workspace, folder, words))
    }

    /// A command with Rust at `/rust`, where it alone sees it.
    ///
    /// # Errors
    /// No Rust here.
    pub(super) fn with_rust(&self, workspace: &Workspace, folder: &str, words: &[&str]) -> Result<Command> {
        let rust = process::output(workspace.command("rustc").args(["--print", "sysroot"]))
            .context("rustc does not say where it is")?;
        let place = self.root.join("rust");
        fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
        let mut command = workspace.command("unshare");
        command.args(["--mount", "sh", "-c", MOUNTED]).arg(rust);
        self.enter(&mut command, folder, words);
        Ok(command)
    }

    fn enter(&self, command: &mut Command, folder: &str, words: &[&str]) {
        command.arg(&self.root).args(["/usr/bin/env", "--ignore-environment", "--chdir", folder]);
        command.args(["HOME=/root", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]);
        command.arg("PATH=/rust/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        command.args(["PIP_CERT", "CARGO_HTTP_CAINFO"].map(|name| format!("{name}=/{CERTIFICATES}")));
        command.args(words);
    }
}
