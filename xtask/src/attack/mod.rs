//! The attack suite: bad inputs and faults, each with what must happen. The table is `xtask/attacks.toml`.

mod fault;
mod table;
mod trial;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, parallel, process};
use table::Attack;

/// Trials that run side by side: some of them only wait.
const SIDE_BY_SIDE: usize = 4;

/// Results that attacks begin with: each is made once, below a folder of its own name.
const FIXTURES: [(&str, &[&str]); 3] = [
    ("result", &["tournament", "--games", "8", "--seed", "1", "--log", "halves", "--out", "result"]),
    ("shard", &["tournament", "--games", "8", "--seed", "1", "--shard", "1/2", "--out", "shard"]),
    ("balance", &["balance", "--games", "20", "--seed", "1", "--out", "balance"]),
];

/// Who plays in them.
const AGENTS: [&str; 4] = ["--agent", "random", "--agent", "nearest/uniform"];

/// Runs every attack of the table whose name contains `only`; the failures are named, all of them.
pub(crate) fn run(workspace: &Workspace, only: Option<&str>) -> Result<Verdict> {
    if !cfg!(unix) {
        return Ok(Verdict::Skipped("the attacks use pipes and limits of Unix".to_owned()));
    }
    let program = cargo::built(workspace)?;
    let room = workspace.target("attack");
    let _ = fs::remove_dir_all(&room);
    let begun = room.join("fixtures");
    fixtures(&program, &begun)?;
    let attacks = table::read(&workspace.path("xtask/attacks.toml"))?;
    let chosen: Vec<&Attack> =
        attacks.iter().filter(|attack| only.is_none_or(|only| attack.name.contains(only))).collect();
    let failures = parallel::each(SIDE_BY_SIDE, chosen.len(), |n| {
        let tried = trial::run(&program, &begun, &room.join(n.to_string()), chosen[n]);
        tried.err().map(|error| format!("ATTACK {}: {error:#}", chosen[n].name))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    failures.iter().for_each(|failure| process::say(failure));
    if !failures.is_empty() {
        bail!("{} of {} attacks did not end as they must", failures.len(), chosen.len());
    }
    process::say(&format!("{} attacks ended as they must", chosen.len()));
    Ok(Verdict::Done)
}

fn fixtures(program: &Path, room: &Path) -> Result<()> {
    fs::create_dir_all(room).with_context(|| format!("cannot make {}", room.display()))?;
    for (_, args) in FIXTURES {
        let mut command = Command::new(program);
        process::run(
            command.args(args).args(AGENTS).args(["--progress", "none", "--format", "csv"]).current_dir(room),
        )?;
    }
    Ok(())
}
