//! Wine, in a directory of its own below `target`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::target::WINDOWS;
use crate::workspace::Workspace;
use crate::{debian, process};

/// Programs that start it: Debian's package of it alone puts none into the path.
const PROGRAMS: [&str; 3] = ["wine64", "wine", "/usr/lib/wine/wine64"];

/// The packages of Debian that bring it; what they recommend is not needed.
const PACKAGES: [&str; 3] = ["--no-install-recommends", "wine64", "wine"];

/// The library that Wine has since version 9, and every program of Rust asks for.
const LIBRARY: &str = "bcryptprimitives.dll";

/// What stands in for it.
const SOURCE: &str = "xtask/src/machines/random_bytes.c";

/// Returns the program, installed if it can be.
pub(super) fn program(workspace: &Workspace) -> Option<&'static str> {
    debian::find(workspace, &PROGRAMS, &PACKAGES)
}

/// Returns the environment of programs: a system disk of their own, no messages of Wine, no windows, nothing of .NET and HTML.
pub(super) fn environment(workspace: &Workspace) -> Vec<(&'static str, OsString)> {
    vec![
        ("WINEPREFIX", workspace.target("wine").into()),
        ("WINEARCH", "win64".into()),
        ("WINEDEBUG", "-all".into()),
        ("WINEDLLOVERRIDES", "mscoree,mshtml=".into()),
        ("DISPLAY", "".into()),
    ]
}

/// Sets the system disk up, with the library that old versions lack.
pub(super) fn prepare(workspace: &Workspace, program: &str) -> Result<()> {
    let system = system(workspace);
    if !system.is_dir() {
        let mut first = workspace.command(program);
        process::run(first.arg("wineboot").arg("--init").envs(environment(workspace)))?;
    }
    let library = system.join(LIBRARY);
    if library.exists() {
        return Ok(());
    }
    let built = workspace.target("wine").join(LIBRARY);
    let mut compiler = workspace.command(WINDOWS.linker);
    compiler.args(["-shared", "-O1", "-o"]).arg(&built).arg(workspace.path(SOURCE)).arg("-ladvapi32");
    process::run(&mut compiler)?;
    fs::copy(&built, &library).with_context(|| format!("cannot write {}", library.display()))?;
    Ok(())
}

/// Returns where Windows keeps the libraries of its system.
fn system(workspace: &Workspace) -> PathBuf {
    workspace.target("wine").join(Path::new("drive_c/windows/system32"))
}
