//! `cargo xtask findings`: what docs/tiebreaker.md says, played again at another seed.
//!
//! Every interval on the page stands in docs/tiebreaker.toml with the command behind it. The command is played at a second seed, and
//! the two numbers must agree as two such experiments do; what the page says is on one side of nothing must be so again.

mod claim;
mod page;
mod result;
mod table;

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail, ensure};

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{optimised, process};
use claim::Claim;
use page::Page;
use result::CommandOutput;
use table::Commands;

/// The page.
const PAGE: &str = "docs/tiebreaker.md";

/// What is checked of it.
const TABLE: &str = "docs/tiebreaker.toml";

/// The seed of the replay; the numbers of the page are those of seed 1.
const SEED: u64 = 2;

/// Plays every command behind the page at another seed and compares; the number of games is divided by `fewer`, if given.
pub(crate) fn check(workspace: &Workspace, fewer: u64) -> Result<Verdict> {
    let claims = claims(workspace)?;
    optimised::build(workspace)?;
    let program = optimised::program(workspace, "sim-cli")?;
    let place = workspace.fresh("findings")?;
    let mut runs: BTreeMap<&str, Vec<&Claim>> = BTreeMap::new();
    claims.iter().for_each(|claim| runs.entry(&claim.run).or_default().push(claim));
    let mut broken = Vec::new();
    for (n, (run, claims)) in runs.into_iter().enumerate() {
        let played = CommandOutput::new(&program, run, [SEED, fewer], &place.join(n.to_string()))?;
        for claim in claims {
            let verdict = claim.check(&played).with_context(|| format!("{TABLE}: {}", claim.says))?;
            broken.extend(
                verdict.map(|wrong| format!("`{}`: {wrong} (sim-cli {run} --seed {SEED})", claim.says)),
            );
        }
    }
    broken.iter().for_each(|one| process::say(one));
    ensure!(broken.is_empty(), "{} of {} numbers do not hold at seed {SEED}", broken.len(), claims.len());
    process::say(&format!("{} numbers of {PAGE} hold at seed {SEED}", claims.len()));
    Ok(Verdict::Done)
}

/// Everything that is checked; each interval of the page must be among it.
fn claims(workspace: &Workspace) -> Result<Vec<Claim>> {
    let page = Page::new(&workspace.read(PAGE)?);
    let table = Commands::read(&workspace.read(TABLE)?).context(TABLE)?;
    let claims = table.claims(&page).context(TABLE)?;
    let places: Vec<usize> = claims.iter().map(|claim| claim.place).collect();
    let missing: Vec<&str> =
        page.intervals().filter(|(place, _)| !places.contains(place)).map(|(_, text)| text).collect();
    if !missing.is_empty() {
        bail!("{TABLE} does not say how these numbers of {PAGE} are checked: {}", missing.join("; "));
    }
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_interval_of_the_page_has_its_command() {
        let workspace = Workspace::locate().expect("a workspace");
        let claims = claims(&workspace).expect("a whole table");
        assert!(claims.len() > 150, "{}", claims.len());
    }
}
