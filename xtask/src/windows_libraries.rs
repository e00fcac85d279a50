//! The libraries that a wheel for Windows asks for: a module that asks for one of the compiler's own is not loaded on other machines.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::process;
use crate::python::Venv;
use crate::workspace::{Workspace, files_below};

/// What says which libraries a file for Windows asks for; it comes with what links for Windows.
const READER: &str = "x86_64-w64-mingw32-objdump";

/// How it begins the line of a library.
const LIBRARY: &str = "DLL Name: ";

/// What every Windows from 10 on has, and every Python from 3.10 on, in small letters.
const EVERYWHERE: [&str; 13] = [
    "advapi32.dll",
    "bcrypt.dll",
    "bcryptprimitives.dll",
    "combase.dll",
    "kernel32.dll",
    "msvcrt.dll",
    "ntdll.dll",
    "ole32.dll",
    "oleaut32.dll",
    "python3.dll",
    "shell32.dll",
    "userenv.dll",
    "ws2_32.dll",
];

/// How the names of the parts of Windows' own interface begin, of which every Windows has its version.
const INTERFACE: &str = "api-ms-win-";

/// Refuses a wheel whose module asks for a library that is not on every machine.
///
/// # Errors
/// Such a library, or a wheel without a module.
pub(crate) fn check(workspace: &Workspace, venv: &Venv, wheel: &Path) -> Result<()> {
    let place = workspace.fresh("windows-wheel")?;
    process::run(venv.python(workspace).args(["-m", "zipfile", "-e"]).arg(wheel).arg(&place))?;
    let files = files_below(&place, &[]);
    let module = files
        .iter()
        .find(|path| path.extension().is_some_and(|kind| kind == "pyd"))
        .context("the wheel for Windows has no module")?;
    let printed = process::output(workspace.command(READER).arg("--private-headers").arg(module));
    let printed = printed.with_context(|| format!("{READER} cannot read {}", module.display()))?;
    let libraries_asked: Vec<&str> = libraries(&printed).collect();
    ensure!(
        libraries_asked.contains(&"python3.dll"),
        "the wheel for Windows does not ask for python3.dll: {libraries_asked:?}"
    );
    let missing: Vec<&&str> = libraries_asked.iter().filter(|name| !is_everywhere(name)).collect();
    ensure!(missing.is_empty(), "the wheel for Windows asks for what few machines have: {missing:?}");
    process::say(&format!(
        "the wheel for Windows asks for {}, which every machine has",
        libraries_asked.join(", ")
    ));
    Ok(())
}

/// Returns the names of the libraries that are listed.
fn libraries(printed: &str) -> impl Iterator<Item = &str> {
    printed.lines().filter_map(|line| line.trim().strip_prefix(LIBRARY))
}

/// Whether a library comes with Windows or with Python.
fn is_everywhere(name: &str) -> bool {
    let name = name.to_lowercase();
    EVERYWHERE.contains(&name.as_str()) || name.starts_with(INTERFACE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_of_the_compiler_are_told_from_those_of_every_machine() {
        let printed =
            "The Import Tables\n\tDLL Name: KERNEL32.dll\n\tvma: Hint\n\tDLL Name: libgcc_s_seh-1.dll\n";
        let names: Vec<&str> = libraries(printed).collect();
        assert_eq!(names, ["KERNEL32.dll", "libgcc_s_seh-1.dll"]);
        assert!(is_everywhere(names[0]) && is_everywhere("api-ms-win-core-synch-l1-2-0.dll"));
        assert!(!is_everywhere(names[1]) && !is_everywhere("libwinpthread-1.dll"));
    }
}
