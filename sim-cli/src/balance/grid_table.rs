//! The grid of a sweep for people.

use overhear_lab::balance::{Measure, SweepResult};
use overhear_lab::table::{Cell, Frame, fixed, grouped};

use crate::output::{Column, Paint, render, wrapped};

const LEGEND: &str = "\
±: 95 %, of the base alone. *: clearly more or less than the base, at 95 % for
all points and measures at once (largest |z| over all pairs of points, from
their joint covariance, and Bonferroni), and not within the margin.
last: games that play the last round. judged: the same games judged again.";

/// The grid for people: a line a point, a column a measure.
pub(super) fn screen(result: &SweepResult, paint: Paint) -> String {
    let titles = ["White's %", "tied %", "shared %", "last %", "rounds", "better %"];
    let (frame, points) = (&result.frame, result.points().len());
    let measures = titles.len().min(frame.len() / points);
    let mut columns = vec![Column::words("rules"), Column::words("method")];
    columns.extend(titles[..measures].iter().map(|title| Column::numbers(title)));
    let rows = result.points().enumerate().map(|(place, point)| {
        let cells = (0..measures).map(|measure| cell(frame, measure * points + place, place == 0));
        [point.replace(' ', "\n"), result.method(place).replace(" again", "")]
            .into_iter()
            .chain(cells)
            .collect()
    });
    let games = match frame.cell(0, "games") {
        Cell::Count(games) => grouped(*games),
        _ => String::new(),
    };
    let sentences: String = result.sentences.iter().map(|sentence| wrapped(sentence)).collect();
    format!("{games} games at each point, on the same deals\n")
        + &sentences
        + "\n"
        + &render(&columns, rows.collect(), paint)
        + &paint.dim(LEGEND)
        + "\n"
}

/// A point's value; the base's with its interval.
fn cell(frame: &Frame, row: usize, is_base: bool) -> String {
    let number = |column: &str| match frame.cell(row, column) {
        Cell::Number(value, _) => *value,
        _ => None,
    };
    let is_rounds = *frame.cell(row, "measure") == Cell::text(Measure::MeanRounds.name());
    let factor = if is_rounds { 1.0 } else { 100.0 };
    let value =
        number("value").map_or(String::new(), |value| fixed(factor * value, if is_rounds { 2 } else { 1 }));
    if let (true, Some(low), Some(high)) = (is_base, number("low"), number("high")) {
        return format!("{value} ±{}", fixed(factor * (high - low) / 2.0, if is_rounds { 2 } else { 1 }));
    }
    let is_clear = *frame.cell(row, "verdict") == Cell::text("different");
    value + if is_clear { "*" } else { " " }
}
