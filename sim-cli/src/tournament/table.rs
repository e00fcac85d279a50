//! The standings for people, eighty columns wide.

use crate::output::{Cell, Column, Frame, Paint, fixed, render};

const LEGEND: &str = "\
score: a win 1, shared ½. Elo: mean 0. ±: 95 %. misses: own codes got wrong.
catches: others' codes overheard. caught: own codes overheard. leak: in bits.";

/// The longest label that fits.
const LABEL: usize = 14;

/// The standings as a table, and what its columns mean.
pub(super) fn draw(standings: &Frame, paint: Paint) -> String {
    let mut columns = vec![Column::words("agent")];
    columns.extend(["score", "Elo", "rounds", "misses", "catches", "caught", "leak"].map(Column::numbers));
    let rows = (0..standings.len()).map(|place| row(standings, place)).collect();
    render(&columns, rows, paint) + &paint.dim(LEGEND) + "\n"
}

fn row(standings: &Frame, place: usize) -> Vec<String> {
    let number = |column: &str| match standings.cell(place, column) {
        Cell::Number(value, _) => *value,
        _ => None,
    };
    let percent = |column| number(column).map_or(String::new(), |share| fixed(100.0 * share, 1) + "%");
    let plain = |column, digits| number(column).map_or(String::new(), |value| fixed(value, digits));
    vec![
        label(standings.cell(place, "agent")),
        plain("score", 3) + &error(number("score_low"), number("score_high"), 3),
        plain("rating", 0) + &error(number("rating_low"), number("rating_high"), 0),
        plain("mean_rounds", 2),
        percent("miscommunication_rate"),
        percent("interception_rate"),
        percent("intercepted_rate"),
        plain("leaked_bits", 2),
    ]
}

fn error(low: Option<f64>, high: Option<f64>, digits: usize) -> String {
    let Some((low, high)) = low.zip(high) else { return String::new() };
    format!(" ±{}", fixed((high - low) / 2.0, digits))
}

fn label(cell: &Cell) -> String {
    let Cell::Text(text) = cell else { return String::new() };
    short(text, LABEL)
}

/// A label of at most so many characters.
pub(crate) fn short(label: &str, most: usize) -> String {
    match label.char_indices().nth(most) {
        Some(_) => label.chars().take(most - 1).chain(['…']).collect(),
        None => label.to_owned(),
    }
}
