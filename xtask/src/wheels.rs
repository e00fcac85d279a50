//! `cargo xtask wheels`: the wheels for other systems than this one, built here and looked at.
//!
//! zig links for Linux: against the C library of old systems, which this machine does not have. It comes from Python's index, as maturin
//! does; what links for Windows comes from Debian. macOS is left to its own machines: the date library of Arrow links with a framework of
//! the system, which stands in Apple's development kit alone.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use crate::machines::{Target, WINDOWS};
use crate::python::{Availability, Venv};
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{package, process, windows_libraries};

/// A system that a wheel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum System {
    /// Linux on x86-64.
    LinuxX86_64,
    /// Linux on 64-bit ARM.
    LinuxArm,
    /// Windows on x86-64.
    Windows,
}

/// Folder below `target` with the wheels.
pub(crate) const FOLDER: &str = "all-wheels";

/// Linux on x86-64, with the C library of the GNU project.
const LINUX_X86_64: Target =
    Target { triple: "x86_64-unknown-linux-gnu", linker: "zig", packages: &[], suffix: "" };

/// Linux on a 64-bit ARM processor, with the C library of the GNU project.
const LINUX_ARM: Target =
    Target { triple: "aarch64-unknown-linux-gnu", linker: "zig", packages: &[], suffix: "" };

impl System {
    /// What the compiler builds for.
    const fn target(self) -> Target {
        match self {
            Self::LinuxX86_64 => LINUX_X86_64,
            Self::LinuxArm => LINUX_ARM,
            Self::Windows => WINDOWS,
        }
    }

    /// How the name of its wheel ends: the oldest system and the processor that it is for.
    const fn name_end(self) -> &'static str {
        match self {
            Self::LinuxX86_64 => "manylinux_2_17_x86_64.whl",
            Self::LinuxArm => "manylinux_2_17_aarch64.whl",
            Self::Windows => "win_amd64.whl",
        }
    }

    /// What maturin links with.
    const fn linker(self) -> &'static [&'static str] {
        match self {
            Self::LinuxX86_64 | Self::LinuxArm => &["--zig", "--compatibility", "manylinux2014"],
            Self::Windows => &[],
        }
    }

    /// Builds its wheel, packs it tightly, and returns where it is.
    fn build(self, workspace: &Workspace, venv: &Venv) -> Result<PathBuf> {
        let place = workspace.target(FOLDER);
        let mut build = venv.python(workspace);
        build.args([
            "-m",
            "maturin",
            "build",
            "--release",
            "--locked",
            "--manifest-path",
            "python/Cargo.toml",
        ]);
        build.args(["--target", self.target().triple]).args(self.linker()).arg("--out").arg(&place);
        // maturin looks for zig as a module of the first Python that it finds.
        venv.put_first(&mut build)?;
        process::run(build.env("CARGO_TARGET_DIR", workspace.target("python")))?;
        let wheel = self.wheel(workspace)?;
        package::repack(workspace, venv, &wheel)?;
        if self == Self::Windows {
            windows_libraries::check(workspace, venv, &wheel)?;
        }
        Ok(wheel)
    }

    /// The wheel for it in the folder of all.
    ///
    /// # Errors
    /// No wheel with the name that installers of this system look for.
    pub(crate) fn wheel(self, workspace: &Workspace) -> Result<PathBuf> {
        let place = workspace.target(FOLDER);
        let entries = fs::read_dir(&place).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut wheels = entries.filter(|path| path.to_string_lossy().ends_with(self.name_end()));
        wheels.next().with_context(|| {
            format!("there is no {}/*{}; `cargo xtask wheels` makes it", place.display(), self.name_end())
        })
    }
}

/// Builds the wheels for these systems, or for all, and has them looked at: name and size, the description as the index does, that they
/// use of Python what every version from 3.10 on has, and of Windows what every machine has.
///
/// # Errors
/// A wheel that cannot be built or that an index or an old Python would refuse.
pub(crate) fn run(workspace: &Workspace, only: &[System]) -> Result<Verdict> {
    let requirements = workspace.path("xtask/release/requirements.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-release"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let systems = System::value_variants().iter().filter(|system| only.is_empty() || only.contains(system));
    for system in systems.clone() {
        if let Err(reason) = system.target().obtain(workspace) {
            return Ok(Verdict::Skipped(reason));
        }
    }
    workspace.fresh(FOLDER)?;
    let wheels = systems.map(|system| system.build(workspace, &venv)).collect::<Result<Vec<_>>>()?;
    process::run(venv.python(workspace).args(["-m", "twine", "check", "--strict"]).args(&wheels))?;
    process::run(venv.python(workspace).args(["-m", "abi3audit", "--strict"]).args(&wheels))?;
    Ok(Verdict::Done)
}
