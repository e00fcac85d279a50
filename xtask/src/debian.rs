//! What is missing, installed from Debian where that can be done without asking.

use crate::process;
use crate::workspace::Workspace;

/// Installs packages if this is a Debian and we may; says whether that was done.
pub(crate) fn install(workspace: &Workspace, packages: &[&str]) -> bool {
    let is_root = process::output(workspace.command("id").arg("-u")).is_some_and(|id| id == "0");
    if !is_root || !process::succeeds(workspace.command("apt-get").arg("--version")) {
        return false;
    }
    let apt = |arguments: &[&str]| {
        let mut apt = workspace.command("apt-get");
        process::run(apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive")).is_ok()
    };
    apt(&["update", "-qq"]) && apt(&[&["install", "-y", "-qq"], packages].concat())
}
