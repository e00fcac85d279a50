//! What the program is cross-built for.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{cargo, debian, process};

/// A target of the compiler, with what links for it.
pub(crate) struct Target {
    /// Its name.
    pub(crate) triple: &'static str,
    /// The linker.
    pub(crate) linker: &'static str,
    /// The packages of Debian that bring the linker; none if it comes with Rust.
    pub(crate) packages: &'static [&'static str],
    /// How a program ends.
    pub(crate) suffix: &'static str,
}

/// Windows on x86-64.
pub(crate) const WINDOWS: Target = Target {
    triple: "x86_64-pc-windows-gnu",
    linker: "x86_64-w64-mingw32-gcc",
    packages: &["gcc-mingw-w64-x86-64"],
    suffix: ".exe",
};

/// Linux on a 64-bit ARM processor. The program needs no library of its system, and its linker comes with Rust.
pub(crate) const ARM: Target =
    Target { triple: "aarch64-unknown-linux-musl", linker: "rust-lld", packages: &[], suffix: "" };

impl Target {
    /// Sees that programs can be built for it.
    ///
    /// # Errors
    /// What cannot be had, in a sentence.
    pub(crate) fn obtain(&self, workspace: &Workspace) -> Result<(), String> {
        let (triple, linker) = (self.triple, self.linker);
        if !self.has_library(workspace) {
            process::run(workspace.command("rustup").args(["target", "add", triple])).ok();
            if !self.has_library(workspace) {
                return Err(format!(
                    "the target {triple} is not installed and `rustup target add {triple}` did not help"
                ));
            }
        }
        if self.packages.is_empty() || debian::find(workspace, &[linker], self.packages).is_some() {
            return Ok(());
        }
        Err(format!("{linker} is not here and cannot be installed ({})", self.packages.join(", ")))
    }

    /// Returns `true` if the standard library is there.
    fn has_library(&self, workspace: &Workspace) -> bool {
        let mut rustc = workspace.command("rustc");
        let place = process::output(rustc.args(["--print", "target-libdir", "--target", self.triple]));
        place.is_some_and(|place| Path::new(&place).is_dir())
    }

    /// Builds the program as users have it, and returns where it is.
    pub(crate) fn build(&self, workspace: &Workspace) -> Result<PathBuf> {
        process::run(self.cargo(workspace, "build").args(["--bin", "sim-cli", "-p", "sim-cli"]))?;
        let folder = workspace.target(self.triple).join("release");
        Ok(folder.join(format!("sim-cli{}", self.suffix)))
    }

    /// Returns cargo, to do something for it as [`Target::build`] does.
    pub(super) fn cargo(&self, workspace: &Workspace, what: &str) -> Command {
        let mut cargo = cargo::command(workspace);
        cargo.args([what, "--locked", "--release", "--target", self.triple]).args(cargo::SHIPPED_PROFILE);
        let linker = format!("CARGO_TARGET_{}_LINKER", self.triple.to_uppercase().replace('-', "_"));
        cargo.env(linker, self.linker).env("RUSTFLAGS", "-C strip=symbols");
        cargo
    }
}
