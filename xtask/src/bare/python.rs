//! The Python package on a machine that has Python and nothing else: the wheel, and the sources.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::artifact;
use super::machine::Machine;
use crate::process;
use crate::workspace::Workspace;

/// What Debian lacks that links what Rust compiles.
const LINKER: [&str; 6] = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "gcc"];
const HEADERS: &str = "libc6-dev";

/// A tournament, for a package without pandas.
const PLAY: &str =
    "import overhear; print(overhear.tournament(['margin', 'nearest'], pairs=10, seed=7).standings)";

/// The example of README.md.
pub(super) const EXAMPLE: &str = "example.py";

/// Installs the wheel, and runs the example of README.md, which must print what stands there.
///
/// # Errors
/// No wheel, or another output.
pub(super) fn try_wheel(workspace: &Workspace, machine: &Machine) -> Result<()> {
    let wheel = artifact(workspace, "wheels", ".whl", "cargo xtask wheel")?;
    let (place, folder) = machine.fresh("wheel")?;
    let name = put(&wheel, &place)?;
    put(&workspace.path("python").join(EXAMPLE), &place)?;
    machine.run(workspace, &folder, &["python3", "-m", "venv", "bare"])?;
    let package = format!("./{name}[pandas]");
    machine.run(workspace, &folder, &["bare/bin/pip", "install", "--quiet", &package])?;
    let mut example = machine.command(workspace, &folder, &["bare/bin/python", EXAMPLE]);
    let printed =
        process::output(&mut example).context("the example of README.md fails on a bare machine")?;
    check_example(workspace, &printed)?;
    process::say("the wheel runs the example of README.md on a bare machine");
    Ok(())
}

/// Compares what the example printed with what README.md says that it prints.
///
/// # Errors
/// A difference.
pub(super) fn check_example(workspace: &Workspace, printed: &str) -> Result<()> {
    let readme = workspace.read("README.md")?;
    let expected = printed_by_example(&readme)?;
    ensure!(
        printed.trim() == expected.trim(),
        "README.md says that its example prints\n{expected}\nbut it prints\n{printed}"
    );
    Ok(())
}

/// Builds the package from its sources with Rust and a linker, and plays.
///
/// # Errors
/// No sources, or sources that do not build.
pub(super) fn try_sources(workspace: &Workspace, machine: &Machine) -> Result<()> {
    let sources = artifact(workspace, "sdist", ".tar.gz", "cargo xtask release --dry --only sdist")?;
    let (place, folder) = machine.fresh("sdist")?;
    let name = put(&sources, &place)?;
    machine.run(workspace, "/", &[&LINKER[..], &[HEADERS]].concat())?;
    machine.run(workspace, &folder, &["python3", "-m", "venv", "bare"])?;
    let install = ["bare/bin/pip", "install", "--quiet", &format!("./{name}")];
    process::run(&mut machine.with_rust(workspace, &folder, &install)?)?;
    machine.run(workspace, &folder, &["bare/bin/python", "-c", PLAY])?;
    process::say(
        "the sources of the Python package build with Rust and a linker, and play, on a bare machine",
    );
    Ok(())
}

/// Copies a file into a folder, and returns its name.
pub(super) fn put(file: &Path, folder: &Path) -> Result<String> {
    let name = file.file_name().context("a name")?;
    fs::copy(file, folder.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    Ok(name.to_string_lossy().into_owned())
}

/// Returns what README.md says that its example in Python prints: the block after the code.
fn printed_by_example(readme: &str) -> Result<&str> {
    let code = readme.split("```python\n").nth(1).context("README.md has no example in Python")?;
    let mut blocks = code.split("```").skip(2).step_by(2);
    blocks.next().context("README.md does not say what its example prints")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_the_example_follows_its_code() {
        let text = "```\nno\n```\n```python\nprint(1)\n```\n\nprints\n\n```\n1\n```\n";
        assert_eq!(printed_by_example(text).expect("an output"), "\n1\n");
        assert!(printed_by_example("```python\nprint(1)\n```\n").is_err());
        let workspace = Workspace::locate().expect("the workspace");
        let readme = workspace.read("README.md").expect("a text");
        assert!(printed_by_example(&readme).expect("an output").contains("mean_rounds"));
    }
}
