//! The scripts of the page against their types, by TypeScript.

use std::path::PathBuf;

use anyhow::Result;

use crate::process;
use crate::verdict::Verdict;
use crate::workspace::Workspace;

/// The version that the scripts are checked with.
const TYPESCRIPT: &str = "5.9.3";

/// Checks what the scripts hand to each other and to the browser, as far as types are written or can be inferred.
pub(crate) fn types(workspace: &Workspace) -> Result<Verdict> {
    if !process::succeeds(workspace.command("node").arg("--version")) {
        return Ok(Verdict::Skipped("Node.js is not installed".to_owned()));
    }
    let Some(compiler) = compiler(workspace) else {
        return Ok(Verdict::Skipped(format!("TypeScript {TYPESCRIPT} cannot be had from npm")));
    };
    let settings = workspace.path("web/jsconfig.json");
    process::run(workspace.command("node").arg(compiler).arg("--project").arg(settings))?;
    Ok(Verdict::Done)
}

/// Returns the compiler below `target`, installed if it is missing; `None` if it cannot be had.
fn compiler(workspace: &Workspace) -> Option<PathBuf> {
    let folder = workspace.target(&format!("tools/typescript-{TYPESCRIPT}"));
    let compiler = folder.join("node_modules/typescript/bin/tsc");
    if !compiler.exists() {
        std::fs::create_dir_all(&folder).ok()?;
        let mut npm = workspace.command("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-save", "--prefix"]).arg(&folder);
        npm.arg(format!("typescript@{TYPESCRIPT}"));
        process::succeeds(&mut npm);
    }
    compiler.exists().then_some(compiler)
}
