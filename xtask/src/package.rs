//! The Python package: checked, installed into an environment of its own, tested, and made into a wheel.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::cargo::{self, Component};
use crate::python::{Availability, Venv};
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{debian, parallel, process};

/// Debian's packages of Slurm: the daemons, what they know each other by, and the commands.
const SLURM: [&str; 5] = ["--no-install-recommends", "slurmctld", "slurmd", "munge", "slurm-client"];

/// The most bytes that a wheel may have. Spaces and lists of four languages are most of them.
const LARGEST_WHEEL: u64 = 20_000_000;

/// The Pythons that a wheel is for: 3.10 and later.
const MINORS: [u16; 4] = [10, 11, 12, 13];

/// Pythons that run the tests side by side: with one alone, a processor idles once the other steps have ended.
const SIDE_BY_SIDE: usize = 2;

/// The tests that a wheel leaves to those of the package: what is played in parts, what trains for long, and numbers that no Python
/// changes, such as those of a grid or a card.
const ONCE: [&str; 7] = [
    "--ignore=tests/test_shards.py",
    "--ignore=tests/test_adapters.py",
    "--ignore=tests/test_bytes.py",
    "--ignore=tests/test_grid.py",
    "--ignore=tests/test_measures.py",
    "--ignore=tests/test_provenance.py",
    "--deselect=tests/test_examples.py::test_a_clue_giver_learns_to_repeat_itself_less",
];

/// The tests for a Python between the oldest and the newest, which run all others: what a Python's threads, processes, coroutines,
/// numbers and pickles decide.
const BETWEEN: [&str; 4] =
    ["tests/test_agents.py", "tests/test_inputs.py", "tests/test_processes.py", "tests/test_tables.py"];

/// What tells whether an environment's Python is new enough for the package.
const NEW_ENOUGH: &str = "import sys; sys.exit(sys.version_info < (3, 10))";

/// What is installed beside the package for its tests; tests of what is missing are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    /// The libraries of environments, which the types of the package name.
    Environments,
    /// Those, and schedulers.
    Schedulers,
}

/// Has the package's format looked at, compiles it by way of clippy, installs and tests it, its documentation included.
pub(crate) fn check(workspace: &Workspace, beside: Beside) -> Result<Verdict> {
    let venv = match environment(workspace)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) if workspace.ci() => anyhow::bail!(reason),
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let manifest = ["fmt", "--manifest-path", "python/Cargo.toml", "--check"];
    cargo::run_with(Component::Rustfmt, workspace, &manifest)?;
    let program = cargo::built(workspace)?;
    let mut install = pip(workspace, &venv);
    install.args(["install", "--force-reinstall", "--no-deps", "./python"]);
    process::run(cargo::as_tested(workspace, &mut install))?;
    requirements(workspace, &venv, "games");
    if beside == Beside::Schedulers {
        schedulers(workspace, &venv);
    }
    let documentation = ["--doctest-modules", "--doctest-ignore-import-errors", "--pyargs", "overhear"];
    let side_by_side = SIDE_BY_SIDE.to_string();
    for what in [&["tests", "-n", &side_by_side, "--dist", "worksteal"][..], &documentation] {
        process::run(pytest(workspace, &venv).args(what).env("OVERHEAR_SIM_CLI", &program))?;
    }
    Ok(Verdict::Done)
}

/// Makes a wheel for every Python from 3.10 on, and looks at its size.
pub(crate) fn wheel(workspace: &Workspace) -> Result<Verdict> {
    Ok(match build_wheel(workspace, |_, pip| pip)? {
        Availability::Ready(_) => Verdict::Done,
        Availability::Missing(reason) => Verdict::Skipped(reason),
    })
}

/// Makes a wheel, and has its description looked at as the index does.
///
/// # Errors
/// A wheel that cannot be made or is too large, or a description that an index refuses.
pub(crate) fn released_wheel(workspace: &Workspace) -> Result<Verdict> {
    match wheel(workspace)? {
        Verdict::Done => described(workspace, "wheels", None),
        verdict => Ok(verdict),
    }
}

/// Packs the sources of the package into `target/sdist`, and has their description looked at as the index does.
///
/// # Errors
/// Sources that cannot be packed, or a description that an index refuses.
pub(crate) fn sdist(workspace: &Workspace) -> Result<Verdict> {
    workspace.fresh("sdist")?;
    described(workspace, "sdist", Some(&["sdist", "--manifest-path", "python/Cargo.toml", "--out"]))
}

/// Has maturin make a distribution if it is told to, and twine look at all in a folder below `target`.
fn described(workspace: &Workspace, folder: &str, make: Option<&[&str]>) -> Result<Verdict> {
    let requirements = workspace.path("xtask/release/requirements.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-release"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let place = workspace.target(folder);
    if let Some(words) = make {
        process::run(venv.python(workspace).args(["-m", "maturin"]).args(words).arg(&place))?;
    }
    let mut check = venv.python(workspace);
    check.args(["-m", "twine", "check", "--strict"]);
    for entry in fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))? {
        check.arg(entry?.path());
    }
    process::run(&mut check)?;
    Ok(Verdict::Done)
}

/// The same as [`wheel`], and has every Python that it is for, as far as it is here, run tests with nothing but `NumPy` beside it: the oldest and the newest
/// nearly all, those between them what a Python decides.
pub(crate) fn check_wheel(workspace: &Workspace) -> Result<Verdict> {
    let wheel = match build_wheel(workspace, cargo::as_tested)? {
        Availability::Ready(wheel) => wheel,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let installations =
        parallel::each(SIDE_BY_SIDE, MINORS.len(), |n| installed(workspace, MINORS[n], &wheel));
    let venvs: Vec<Venv> =
        installations.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    let ends = parallel::each(SIDE_BY_SIDE, venvs.len(), |n| {
        let is_at_an_end = n == 0 || n + 1 == venvs.len();
        let mut tests = pytest(workspace, &venvs[n]);
        if is_at_an_end {
            tests.args(ONCE).arg("tests")
        } else {
            tests.args(BETWEEN)
        };
        process::run_apart(&mut tests)
    });
    ends.into_iter().collect::<Result<()>>()?;
    Ok(Verdict::Done)
}

/// Installs the wheel for one Python, and returns its environment; nothing if this machine does not have that Python.
fn installed(workspace: &Workspace, minor: u16, wheel: &Path) -> Result<Option<Venv>> {
    let requirements = workspace.path("python/tests/requirements-wheel.txt");
    let place = workspace.target(&format!("venv-python-3.{minor}"));
    let Some(venv) = Venv::with_minor(workspace, minor, &place, &requirements)? else {
        process::say(&format!("without Python 3.{minor}: it is not here"));
        return Ok(None);
    };
    let install = ["install", "--quiet", "--force-reinstall", "--no-deps"];
    process::run_apart(pip(workspace, &venv).args(install).arg(wheel))?;
    Ok(Some(venv))
}

/// Sets the variables of a command that compiles.
type Environment = for<'a> fn(&Workspace, &'a mut Command) -> &'a mut Command;

/// A wheel that is not too large, or why none can be made.
fn build_wheel(workspace: &Workspace, set: Environment) -> Result<Availability<PathBuf>> {
    let venv = match environment(workspace)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) => return Ok(Availability::Missing(reason)),
    };
    let place = workspace.fresh("wheels")?;
    let mut make = pip(workspace, &venv);
    make.args(["wheel", "--no-deps", "./python", "-w"]).arg(&place);
    process::run(set(workspace, &mut make))?;
    let entry = fs::read_dir(&place)?.next().context("pip has made no wheel")??;
    repack(workspace, &venv, &entry.path())?;
    Ok(Availability::Ready(entry.path()))
}

/// Packs a wheel as tightly as can be, with what the environment has for it, and looks at its size.
///
/// # Errors
/// A wheel that is no zip file, or too large.
pub(crate) fn repack(workspace: &Workspace, venv: &Venv, wheel: &Path) -> Result<()> {
    process::run(venv.python(workspace).arg(workspace.path("xtask/wheel/repack.py")).arg(wheel))?;
    let size = fs::metadata(wheel)?.len();
    process::say(&format!("{}: {size} bytes", wheel.display()));
    ensure!(size < LARGEST_WHEEL, "a wheel has at most {LARGEST_WHEEL} bytes");
    Ok(())
}

/// An environment with what the tests need, of a Python that the package runs on.
fn environment(workspace: &Workspace) -> Result<Availability<Venv>> {
    let requirements = workspace.path("python/tests/requirements.txt");
    let venv = Venv::prepare(workspace, &workspace.target("venv-python"), &requirements)?;
    Ok(match venv {
        Availability::Ready(ready)
            if !process::succeeds(ready.python(workspace).args(["-c", NEW_ENOUGH])) =>
        {
            Availability::Missing("the package needs Python 3.10 or newer".to_owned())
        }
        availability => availability,
    })
}

/// pytest, in the directory of the package.
fn pytest(workspace: &Workspace, venv: &Venv) -> Command {
    let mut tests = venv.python(workspace);
    tests.current_dir(workspace.path("python"));
    tests.args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"]);
    tests
}

/// pip, which builds beside what cargo builds here.
fn pip(workspace: &Workspace, venv: &Venv) -> Command {
    let mut pip = venv.python(workspace);
    pip.args(["-m", "pip", "--no-input", "--disable-pip-version-check"]);
    pip.env("CARGO_TARGET_DIR", workspace.target("python"));
    pip
}

/// Installs schedulers for tests that are skipped, and say so, where these cannot be had.
fn schedulers(workspace: &Workspace, venv: &Venv) {
    if !process::succeeds(workspace.command("sbatch").arg("--version")) && !debian::install(workspace, &SLURM)
    {
        process::say("without Slurm: it could not be installed");
    }
    requirements(workspace, venv, "clusters");
}

/// Installs a list of libraries for tests that are skipped, and say so, where these cannot be had.
fn requirements(workspace: &Workspace, venv: &Venv, name: &str) {
    let file = format!("python/tests/requirements-{name}.txt");
    let installed = process::run(pip(workspace, venv).args(["install", "--quiet", "-r", &file]));
    if let Err(error) = installed {
        process::say(&format!("without {file}: {error:#}"));
    }
}
