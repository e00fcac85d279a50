//! A Python of our own: found or installed, then a virtual environment with pinned packages.

use std::env;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::Workspace;
use crate::{debian, process};

/// The oldest Python that the pinned packages support.
const OLDEST: Version = Version { major: 3, minor: 9 };

/// The newest Python that the pinned packages are known to support; a newer one is taken only for want of another.
const NEWEST: Version = Version { major: 3, minor: 14 };

/// Programs that may be a Python, the plainest name first.
const CANDIDATES: [&str; 9] = [
    "python3",
    "python",
    "/usr/bin/python3",
    "python3.13",
    "python3.12",
    "python3.11",
    "python3.10",
    "python3.9",
    "python3.14",
];

/// Something optional: here, or not to be had for this reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Availability<T> {
    /// The tool is installed.
    Ready(T),
    /// It cannot be had on this machine.
    Missing(String),
}

/// The first two parts of Python's version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u16,
    minor: u16,
}

impl Version {
    /// Reads what `python3 --version` prints.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().strip_prefix("Python ")?.split('.');
        let (major, minor) = (parts.next()?, parts.next()?);
        Some(Self { major: major.parse().ok()?, minor: minor.parse().ok()? })
    }
}

/// A virtual environment that holds what a requirements file asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Venv {
    directory: PathBuf,
}

impl Venv {
    /// Makes the environment, or takes it as it is when the requirements have not changed since.
    ///
    /// Without a Python that can make one, and no way to install it, the environment is [`Availability::Missing`].
    /// When there is a Python but a package cannot be installed, that is an error.
    pub(crate) fn prepare(
        workspace: &Workspace,
        directory: &Path,
        requirements: &Path,
    ) -> Result<Availability<Self>> {
        let venv = Self { directory: directory.to_path_buf() };
        let packages = fs::read_to_string(requirements)
            .with_context(|| format!("cannot read {}", requirements.display()))?;
        if venv.is_current(workspace, &packages) {
            return Ok(Availability::Ready(venv));
        }
        let created = venv.create_with_any(workspace)
            || (debian::install(workspace, &["python3", "python3-venv"]) && venv.create_with_any(workspace));
        if !created {
            let Version { major, minor } = OLDEST;
            let reason = format!("no Python {major}.{minor} or newer with venv, and none could be installed");
            return Ok(Availability::Missing(reason));
        }
        venv.install(workspace, requirements, &packages)?;
        Ok(Availability::Ready(venv))
    }

    /// The same with Python 3.`minor` alone; nothing if this machine has none.
    pub(crate) fn with_minor(
        workspace: &Workspace,
        minor: u16,
        directory: &Path,
        requirements: &Path,
    ) -> Result<Option<Self>> {
        let venv = Self { directory: directory.to_path_buf() };
        let packages = fs::read_to_string(requirements)
            .with_context(|| format!("cannot read {}", requirements.display()))?;
        if !venv.is_current(workspace, &packages) {
            let Some(program) = python_3(workspace, minor) else { return Ok(None) };
            if !venv.create(workspace, &program) {
                return Ok(None);
            }
            venv.install(workspace, requirements, &packages)?;
        }
        Ok(Some(venv))
    }

    /// The environment's own Python, to be given a script; it leaves no `__pycache__` in the repository.
    pub(crate) fn python(&self, workspace: &Workspace) -> Command {
        let below = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        let mut python = workspace.command(self.directory.join(below));
        python.env("PYTHONPYCACHEPREFIX", workspace.target("pycache")).env_remove("PYTHONDONTWRITEBYTECODE");
        python.env("PYTHONUNBUFFERED", "1").env_remove("PYTHONPATH");
        python
    }

    /// Has a command find the programs of this environment before others.
    ///
    /// # Errors
    /// A folder whose name cannot stand in PATH.
    pub(crate) fn put_first(&self, command: &mut Command) -> Result<()> {
        let below = if cfg!(windows) { "Scripts" } else { "bin" };
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = iter::once(self.directory.join(below)).chain(env::split_paths(&others));
        command.env(
            "PATH",
            env::join_paths(folders).context("the folder of this environment has a separator in its name")?,
        );
        Ok(())
    }

    /// Whether the environment works and was made from these requirements.
    fn is_current(&self, workspace: &Workspace, packages: &str) -> bool {
        fs::read_to_string(self.stamp()).is_ok_and(|stamped| stamped == packages)
            && process::succeeds(self.python(workspace).arg("--version"))
    }

    /// Makes an empty environment with a Python of this machine; whether that could be done.
    fn create_with_any(&self, workspace: &Workspace) -> bool {
        pythons(workspace).into_iter().any(|program| self.create(workspace, program.as_ref()))
    }

    /// Makes an empty environment; whether that could be done.
    fn create(&self, workspace: &Workspace, program: &Path) -> bool {
        let mut make = workspace.command(program);
        process::run(make.args(["-m", "venv", "--clear"]).arg(&self.directory)).is_ok()
    }

    /// Installs the packages, and notes which.
    fn install(&self, workspace: &Workspace, requirements: &Path, packages: &str) -> Result<()> {
        let mut pip = self.python(workspace);
        pip.args(["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]);
        process::run(pip.args(["--no-compile", "-r"]).arg(requirements))
            .context("the Python packages could not be installed")?;
        fs::write(self.stamp(), packages).context("cannot write the stamp of the virtual environment")
    }

    /// The file that says what the environment was made from; it goes when the environment is cleared.
    fn stamp(&self) -> PathBuf {
        self.directory.join("requirements.stamp")
    }
}

/// Python 3.`minor`, in the path or among those of pyenv.
fn python_3(workspace: &Workspace, minor: u16) -> Option<PathBuf> {
    let folder =
        process::output(workspace.command("pyenv").arg("root")).map(|root| Path::new(&root).join("versions"));
    let versions = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let programs = versions.map(|version| version.path().join("bin/python"));
    iter::once(PathBuf::from(format!("python3.{minor}"))).chain(programs).find(|program| {
        let output = process::output(workspace.command(program).arg("--version"));
        output.and_then(|text| Version::parse(&text)) == Some(Version { major: 3, minor })
    })
}

/// The Pythons of this machine that are new enough, those known to work first.
fn pythons(workspace: &Workspace) -> Vec<&'static str> {
    let programs = CANDIDATES.into_iter().filter_map(|program| {
        let output = process::output(workspace.command(program).arg("--version"))?;
        Some((program, Version::parse(&output)?))
    });
    in_order(programs)
}

/// Drops what is too old, and puts what is too new last.
fn in_order<'a>(programs: impl Iterator<Item = (&'a str, Version)>) -> Vec<&'a str> {
    let usable = programs.filter(|&(_, version)| version >= OLDEST);
    let (known, newer): (Vec<_>, Vec<_>) = usable.partition(|&(_, version)| version <= NEWEST);
    known.into_iter().chain(newer).map(|(program, _)| program).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(major: u16, minor: u16) -> Version {
        Version { major, minor }
    }

    #[test]
    fn versions_are_read_as_python_prints_them() {
        assert_eq!(Version::parse("Python 3.11.7\n"), Some(version(3, 11)));
        assert_eq!(Version::parse("Python 3.15.0rc1"), Some(version(3, 15)));
        assert_eq!(Version::parse("Python 2.7.18"), Some(version(2, 7)));
    }

    #[test]
    fn what_is_no_version_is_refused() {
        for text in ["", "Python", "Python 3", "Python x.y", "pyenv: python3: command not found", "3.11.7"] {
            assert_eq!(Version::parse(text), None, "{text}");
        }
    }

    #[test]
    fn ten_is_more_than_nine() {
        assert!(version(3, 10) > version(3, 9) && version(3, 8) < OLDEST && version(2, 7) < OLDEST);
    }

    #[test]
    fn too_old_is_dropped_and_too_new_comes_last() {
        let programs = [("new", version(3, 15)), ("old", version(3, 8)), ("fine", version(3, 9))];
        assert_eq!(in_order(programs.into_iter()), ["fine", "new"]);
    }
}
