//! Equilibrium of a table of scores: how often to choose each agent against an opponent that knows the
//! choice's odds.

use std::fmt::Display;
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
        let (agent, opponent) = (&agents[row], &opponents[row]);
        if !(0.0..=1.0).contains(&score) {
            return Err(wrong(&table, row, format_args!("the score {score} is not from 0 to 1")));
        }
        if one == other && (score - 0.5).abs() > ROUNDING {
            let message = format_args!("`{agent}` scores {score} against itself; that is always 0.5");
            return Err(wrong(&table, row, message));
        }
        if let Some(reverse) =
            known[other][one].filter(|reverse: &f64| (reverse + score - 1.0).abs() > ROUNDING)
        {
            let message = format_args!(
                "`{agent}` scores {score} against `{opponent}`, which scores {reverse} on an earlier line; the two add up to 1"
            );
            return Err(wrong(&table, row, message));
        }
        if known[one][other].replace(score).is_some() {
            return Err(wrong(&table, row, format_args!("`{agent}` against `{opponent}` appears twice")));
        }
    }
    // Every pair needs a score before the game of zero sum can be solved; one row of the two suffices.
    let mut pairs = (0..names.count()).flat_map(|one| (0..names.count()).map(move |other| (one, other)));
    if let Some((one, other)) = pairs.find(|&(one, other)| score_in(&known, one, other).is_none()) {
        let [one, other] = [one, other].map(|agent| names.name(agent));
        return Err(LabError::content(table.name(), format_args!("no row has `{one}` against `{other}`")));
    }
    let scores = Array2::from_shape_fn((names.count(), names.count()), |(one, other)| {
        score_in(&known, one, other).unwrap_or_default()
    });
    let solution =
        overhear_stats::equilibrium(&scores).map_err(|error| LabError::content(table.name(), error))?;
    let mut frame = Frame::new("stats equilibrium");
    for agent in 0..names.count() {
        let against =
            solution.mix.iter().enumerate().map(|(one, share)| share * scores[[one, agent]]).sum::<f64>();
        NamedRow::new(&mut frame)
            .put("agent", Cell::text(names.name(agent)))
            .put("share", precise(solution.mix[agent]))
            .put("score_of_mix", precise(against))
            .end();
    }
    Ok(frame)
}

/// Returns the error for a row of the table.
fn wrong(table: &ObservedTable, row: usize, message: impl Display) -> LabError {
    LabError::content(table.name(), format_args!("line {}: {message}", table.line(row)))
}

/// Returns the score of an agent against another, from the row of either; an even score against itself.
fn score_in(known: &[Vec<Option<f64>>], one: usize, other: usize) -> Option<f64> {
    match (known[one][other], known[other][one]) {
        (Some(score), _) => Some(score),
        (None, Some(score)) => Some(1.0 - score),
        (None, None) => (one == other).then_some(0.5),
    }
}
