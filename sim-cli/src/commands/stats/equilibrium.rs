//! `sim-cli stats equilibrium`: whom to send if the opponent knows how the choice is made.

use std::path::Path;

use ndarray::Array2;
use overhear_lab::table::{Cell, Frame};
use overhear_stats::equilibrium;

use super::observed::{Names, Table, precise};
use crate::failure::Failure;

/// The equilibrium mix of a table of scores.
pub(super) fn frame(path: &Path) -> Result<Frame, Failure> {
    let table = Table::read(path)?;
    let (agents, opponents, scores) =
        (table.texts("agent")?, table.texts("opponent")?, table.column("score")?);
    let names = Names::of(&table, [&agents, &opponents])?;
    let mut known = vec![vec![None; names.count()]; names.count()];
    for (row, score) in scores.into_iter().enumerate() {
        let [one, other] = [&agents[row], &opponents[row]].map(|name| names.place(name));
        let wrong = |message: String| {
            Failure::content(table.name(), format_args!("line {}: {message}", table.line(row)))
        };
        if !(0.0..=1.0).contains(&score) {
            return Err(wrong(format!("the score {score} is not from 0 to 1")));
        }
        if known[one][other].replace(score).is_some() {
            return Err(wrong(format!("`{}` against `{}` stands here twice", agents[row], opponents[row])));
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
        return Err(Failure::content(table.name(), format_args!("no row has `{one}` against `{other}`")));
    }
    let scores = Array2::from_shape_fn((names.count(), names.count()), |(one, other)| {
        score(one, other).unwrap_or_default()
    });
    let found = equilibrium(&scores).map_err(|error| Failure::content(table.name(), error))?;
    let mut frame = Frame::of("stats equilibrium");
    for agent in 0..names.count() {
        let against =
            found.mix.iter().enumerate().map(|(one, share)| share * scores[[one, agent]]).sum::<f64>();
        frame.push(vec![Cell::text(names.name(agent)), precise(found.mix[agent]), precise(against)]);
    }
    Ok(frame)
}
