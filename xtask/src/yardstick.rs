//! The game here beside the same game in `NumPy`, a thousand games at a time: the ratio in docs/speed.md.

use anyhow::{Context, Result};

use crate::python::{Availability, Venv};
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{optimised, process};

/// Runs of each, one after the other in turns; what is printed is their median.
const RUNS: usize = 3;

/// What is played: the yardstick's mode, the SPEC that does the same, games of the yardstick and deals of ours.
const PAIRS: [(&str, &str, &str, &str); 2] =
    [("margin", "margin", "8192", "50000"), ("pragmatic", "pragmatic:gamma=0", "4096", "10000")];

/// Plays both in turns, on one thread each, and prints games a second and the ratio.
pub(crate) fn run(workspace: &Workspace) -> Result<Verdict> {
    let requirements = workspace.path("benches/yardstick/requirements.txt");
    let venv = match Venv::prepare(workspace, &workspace.target("venv-yardstick"), &requirements)? {
        Availability::Ready(venv) => venv,
        Availability::Missing(reason) => return Ok(Verdict::Skipped(reason)),
    };
    optimised::build(workspace)?;
    for (mode, spec, games, deals) in PAIRS {
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let mut yardstick = venv.python(workspace);
            yardstick.arg(workspace.path("benches/yardstick/batched.py")).args([mode, games]);
            theirs.push(pace(process::output(&mut yardstick))?);
            let mut play = workspace.command(optimised::program(workspace, "play")?);
            ours.push(pace(process::output(play.args([spec, deals]).env("RAYON_NUM_THREADS", "1")))?);
        }
        let (theirs, ours) = (median(theirs), median(ours));
        process::say(&format!(
            "{spec}: {ours:.0} games a second, NumPy {theirs:.0}: {:.1} times",
            ours / theirs
        ));
    }
    Ok(Verdict::Done)
}

/// The third word of what either prints.
fn pace(printed: Option<String>) -> Result<f64> {
    let printed = printed.context("a run has failed")?;
    let pace = printed.split_whitespace().nth(2).and_then(|word| word.parse().ok());
    pace.with_context(|| format!("no games a second in `{printed}`"))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_is_the_third_word() {
        assert_eq!(pace(Some("margin 100 12.5 3.01".to_owned())).expect("a pace"), 12.5);
        assert!(pace(Some("margin 100".to_owned())).is_err() && pace(None).is_err());
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
    }
}
