//! The wheel for 64-bit ARM, with Debian's Python for such a processor, which QEMU plays.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use super::machine::{MIRROR, SUITE};
use super::python::{EXAMPLE, check_example, put};
use crate::python::{Availability, Venv};
use crate::verdict::Verdict;
use crate::wheels::System;
use crate::workspace::Workspace;
use crate::{debian, process};

/// The emulator, which needs no library of its system.
const EMULATOR: &str = "qemu-aarch64-static";

/// What puts the system together and runs its programs.
const TOOLS: [&str; 2] = [EMULATOR, "debootstrap"];

/// The packages of Debian that bring them.
const PACKAGES: [&str; 2] = ["qemu-user-static", "debootstrap"];

/// What pip takes for Debian's Python there.
const PLATFORM: [&str; 11] = [
    "--only-binary=:all:",
    "--platform=manylinux2014_aarch64",
    "--platform=manylinux_2_28_aarch64",
    "--implementation=cp",
    "--python-version=3.11",
    "--abi=cp311",
    "--abi=abi3",
    "--abi=none",
    "--quiet",
    "--upgrade",
    "--target",
];

/// Installs the wheel and pandas, and runs the example of README.md, which must print what stands there.
///
/// # Errors
/// No wheel, a system that cannot be put together, or another output.
pub(super) fn try_wheel(workspace: &Workspace) -> Result<Verdict> {
    let wheel = System::LinuxArm.wheel(workspace)?;
    let requirements = workspace.path("xtask/release/requirements.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-release"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let root = match system(workspace)? {
        Availability::Ready(root) => root,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let place = workspace.fresh("bare-arm/root/wheel")?;
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let mut install = venv.python(workspace);
    install.args(["-m", "pip", "--no-input", "--disable-pip-version-check", "install"]).args(PLATFORM);
    process::run(install.arg(place.join("site")).arg(format!("{}[pandas]", wheel.display())))?;
    put(&workspace.path("python").join(EXAMPLE), &place)?;
    let mut example = enter(workspace, &root, &["/usr/bin/python3", "/wheel/example.py"]);
    let printed = process::output(&mut example).context("the example of README.md fails on ARM")?;
    check_example(workspace, &printed)?;
    process::say("the wheel for ARM runs the example of README.md under QEMU");
    Ok(Verdict::Done)
}

/// Returns the root of a Debian for ARM with Python, made if it is missing: unpacked and not set up, since only Python is started.
fn system(workspace: &Workspace) -> Result<Availability<PathBuf>> {
    let root = workspace.target("bare-arm/root");
    if process::succeeds(&mut enter(workspace, &root, &["/usr/bin/python3", "-c", "import ssl"])) {
        return Ok(Availability::Ready(root));
    }
    if process::output(workspace.command("id").arg("-u")).is_none_or(|id| id != "0") {
        return Ok(Availability::Missing("only root may enter another root".to_owned()));
    }
    let can_be_had = TOOLS.iter().all(|tool| debian::find(workspace, &[*tool], &PACKAGES).is_some());
    if !can_be_had {
        let missing = format!("{EMULATOR} or debootstrap is not here, and could not be installed");
        return Ok(Availability::Missing(missing));
    }
    unpack(workspace, &root)?;
    Ok(Availability::Ready(root))
}

/// Unpacks the smallest Debian for ARM and Python.
fn unpack(workspace: &Workspace, root: &Path) -> Result<()> {
    workspace.fresh("bare-arm")?;
    fs::create_dir_all(root).with_context(|| format!("cannot make {}", root.display()))?;
    let mut make = workspace.command("debootstrap");
    make.args(["--foreign", "--arch=arm64", "--variant=minbase", "--include=python3", SUITE]);
    process::run_apart(make.arg(root).arg(MIRROR))?;
    let packages = root.join("var/cache/apt/archives");
    for entry in fs::read_dir(&packages).with_context(|| format!("cannot read {}", packages.display()))? {
        let package = entry?.path();
        if package.extension().is_some_and(|extension| extension == "deb") {
            process::run_apart(workspace.command("dpkg").arg("-x").arg(package).arg(root))?;
        }
    }
    let emulator = process::output(workspace.command("which").arg(EMULATOR)).context("no emulator")?;
    let copy = root.join("usr/bin").join(EMULATOR);
    fs::copy(emulator.trim(), &copy)
        .with_context(|| format!("cannot copy {EMULATOR} to {}", copy.display()))?;
    Ok(())
}

/// A program of that system, with nothing of this one's environment, and the wheel among its packages.
fn enter(workspace: &Workspace, root: &Path, words: &[&str]) -> Command {
    let mut command = workspace.command("chroot");
    command.arg(root).arg(format!("/usr/bin/{EMULATOR}")).args(words);
    command.env_clear().envs([
        ("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"),
        ("LC_ALL", "C.UTF-8"),
        ("PYTHONPATH", "/wheel/site"),
    ]);
    command
}
