//! What is missing, installed from Debian where that can be done without asking.

use crate::process;
use crate::workspace::Workspace;

/// Installs packages if this is a Debian and we may; says whether that was done.
pub(crate) fn install(workspace: &Workspace, packages: &[&str]) -> bool {
    let is_root = process::output(workspace.command("id").arg("-u")).is_some_and(|id| id == "0");
    if !is_root || !process::succeeds(workspace.command("apt-get").arg("--version")) {
        return false;
    }
    apt(workspace, &["update", "-qq"]) && apt(workspace, &[&["install", "-y", "-qq"], packages].concat())
}

fn apt(workspace: &Workspace, arguments: &[&str]) -> bool {
    let mut apt = workspace.command("apt-get");
    process::run(apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive")).is_ok()
}

/// Returns the first of these programs that starts; without any, of those that the packages bring.
pub(crate) fn find(
    workspace: &Workspace,
    programs: &[&'static str],
    packages: &[&str],
) -> Option<&'static str> {
    first_here(workspace, programs).or_else(|| {
        install(workspace, packages);
        first_here(workspace, programs)
    })
}

fn first_here(workspace: &Workspace, programs: &[&'static str]) -> Option<&'static str> {
    programs.iter().copied().find(|program| is_here(workspace, program))
}

/// Returns whether a program of this name starts.
pub(crate) fn is_here(workspace: &Workspace, program: &str) -> bool {
    process::succeeds(workspace.command(program).arg("--version"))
}
