//! The grid of a sweep, for display.

use overhear_lab::paired::{SweepResult, Wording};
use overhear_lab::table::{Cell, Frame, counted, fixed};

use crate::output::{Column, Paint, render, wrapped};

const LEGEND: &str = "\
±: 95 %, of the base alone. (judged): the same games, scored again.
*: clearly different from the base and not within the margin, at 95 % for all
points and measures at once.";

/// Returns the grid with a line for each point and a column for each measure.
pub(super) fn screen(result: &SweepResult, paint: Paint) -> String {
    let (frame, points) = (&result.frame, result.points().len());
    let measures = frame.len() / points;
    let mut columns = vec![Column::words("rules")];
    columns.extend((0..measures).map(|measure| {
        let wording = wording(frame, measure * points);
        Column::numbers(&wording.map_or(String::new(), |wording| wording.heading()))
    }));
    let rows = result.points().enumerate().map(|(place, point)| {
        let cells = (0..measures).map(|measure| cell(result, measure * points + place, place == 0));
        let again = if result.method(place) == "played" { "" } else { "\n(judged)" };
        std::iter::once(point.replace(' ', "\n") + again).chain(cells).collect()
    });
    let games = match frame.cell(0, "games") {
        Cell::Count(games) => counted(*games, "game"),
        _ => String::new(),
    };
    let sentences: String = result.sentences.iter().map(|sentence| wrapped(sentence)).collect();
    sentences
        + &format!("{games} at each point, on the same deals\n\n")
        + &render(&columns, rows.collect(), paint)
        + &paint.legend(LEGEND)
        + "\n"
}

/// Returns a point's value; for the base with its interval.
fn cell(result: &SweepResult, row: usize, is_base: bool) -> String {
    let frame = &result.frame;
    let factor = wording(frame, row).map_or(1.0, |wording| wording.factor);
    let digits = if factor > 1.0 { 1 } else { 2 };
    let value = frame.measured(row, "value").map(|value| value.scaled(factor));
    if is_base {
        return value.map_or(String::new(), |value| value.text(digits));
    }
    value.map_or(String::new(), |value| fixed(value.value, digits))
        + if result.is_different(row) { "*" } else { " " }
}

/// Returns the display wording of a row's measure.
fn wording(frame: &Frame, row: usize) -> Option<Wording> {
    Wording::named(&frame.cell(row, "measure").as_csv())
}
