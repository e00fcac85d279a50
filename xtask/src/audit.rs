//! `cargo xtask test --only audit`: the numbers of result files and pages, recomputed from the logs of halves.
//!
//! The code is Python with the standard library alone (xtask/audit), so that it shares nothing with what wrote the numbers. Afterwards
//! it makes a cell of every column with numbers wrong and must find each.

use anyhow::Result;

use crate::python::{Availability, Venv};
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, process};

/// Plays results of every kind, and has their numbers recomputed.
pub(crate) fn check(workspace: &Workspace) -> Result<Verdict> {
    let requirements = workspace.path("xtask/audit/requirements.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-audit"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) if workspace.ci() => anyhow::bail!(reason),
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    let place = workspace.fresh("audit")?;
    let mut audit = venv.python(workspace);
    audit.arg(workspace.path("xtask/audit/audit.py")).arg(cargo::built(workspace)?).arg(&place);
    process::run(&mut audit)?;
    Ok(Verdict::Done)
}
