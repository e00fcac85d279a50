//! Equilibrium of a table of scores: how often to choose each agent against an opponent that knows the
//! choice's odds.

use std::path::Path;

use crate::table::{Cell, FileEntry, Frame, NamedRow};
use ndarray::Array2;

use super::observed::{NameIndex, ObservedTable, precise};
use crate::error::LabError;

/// Most by which two scores that must add up to 1 may miss it: shares are often written with three digits.
const ROUNDING: f64 = 0.002;

/// Columns of pairings.csv that say what a tournament's agents scored against each other.
const PAIRING: [&str; 3] = ["agent_a", "agent_b", "a_score"];

/// Returns the mix of agents that scores at least one half against each agent. The file has the columns of
/// `scores.csv` in the schema, or those of a tournament's `pairings.csv`.
///
/// # Errors
/// Returns an error for a file without such columns or scores, by line and column, and if no row has some
/// pair of agents.
pub fn equilibrium(path: &Path) -> Result<Frame, LabError> {
    let table = ObservedTable::read(path)?;
    let of_scores = FileEntry::find("scores.csv").names();
    let [agents, opponents, scores] = if table.has(&PAIRING) { PAIRING } else { of_scores };
    let (agents, opponents, scores) = (table.texts(agents)?, table.texts(opponents)?, table.column(scores)?);
    let names = NameIndex::from_table(&table, [&agents, &opponents])?;
    let mut known = vec![vec![None; names.count()]; names.count()];
    for (row, score) in scores.into_iter().enumerate() {
        let [one, other] = [&agents[row], &opponents[row]].map(|name| names.place(name));
        let wrong = |message: String| {
            LabError::content(table.name(), format_args!("line {}: {message}", table.line(row)))
        };
        if !(0.0..=1.0).contains(&score) {
            return Err(wrong(format!("the score {score} is not from 0 to 1")));
        }
        let shown = (&agents[row], &opponents[row]);
        if one == other && (score - 0.5).abs() > ROUNDING {
            return Err(wrong(format!("`{}` scores {score} against itself; that is always 0.5", shown.0)));
        }
        if let Some(reverse) =
            known[other][one].filter(|reverse: &f64| (reverse + score - 1.0).abs() > ROUNDING)
        {
            let (one, other) = shown;
            return Err(wrong(format!(
                "`{one}` scores {score} against `{other}`, which scores {reverse} on an earlier line; the two add up to 1"
            )));
        }
        if known[one][other].replace(score).is_some() {
            return Err(wrong(format!("`{}` against `{}` appears twice", agents[row], opponents[row])));
        }
    }
    let score = |one: usize, other: usize| match (known[one][other], known[other][one]) {
        (Some(score), _) => Some(score),
        (None, Some(score)) => Some(1.0 - score),
        (None, None) => (one == other).then_some(0.5),
    };
    let all = || (0..names.count()).flat_map(|one| (0..names.count()).map(move |other| (one, other)));
    if let Some((one, other)) = all().find(|&(one, other)| score(one, other).is_none()) {
        let [one, other] = [one, other].map(|agent| names.name(agent));
        return Err(LabError::content(table.name(), format_args!("no row has `{one}` against `{other}`")));
    }
    let scores = Array2::from_shape_fn((names.count(), names.count()), |(one, other)| {
        score(one, other).unwrap_or_default()
    });
    let found =
        overhear_stats::equilibrium(&scores).map_err(|error| LabError::content(table.name(), error))?;
    let mut frame = Frame::new("stats equilibrium");
    for agent in 0..names.count() {
        let against =
            found.mix.iter().enumerate().map(|(one, share)| share * scores[[one, agent]]).sum::<f64>();
        NamedRow::new(&mut frame)
            .put("agent", Cell::text(names.name(agent)))
            .put("share", precise(found.mix[agent]))
            .put("score_of_mix", precise(against))
            .end();
    }
    Ok(frame)
}
