//! The grid of a sweep, for display.

use std::ops::Range;

use overhear_lab::paired::{SweepResult, Wording};
use overhear_lab::table::{Cell, Frame, counted, fixed};

use crate::output::{Column, Paint, render, wrapped};

const LEGEND: &str = "\
±: 95 %, of the base alone. (judged): the same games, scored again.
*: clearly different from the base and not within the margin, at 95 % for all
points and measures at once.";

/// The greatest number of measures that have room beside each other in eighty columns.
const MOST_MEASURES: usize = 7;

/// Returns the grid with a line for each point and a column for each measure, in several tables if there are many.
pub(super) fn screen(result: &SweepResult, paint: Paint) -> String {
    let frame = &result.frame;
    let measures = frame.len() / result.points().len();
    let each = measures_of_a_table(measures);
    let tables = (0..measures).step_by(each);
    let tables: Vec<String> =
        tables.map(|first| table(result, first..measures.min(first + each), paint)).collect();
    let games = match frame.cell(0, "games") {
        Cell::Count(games) => counted(*games, "game"),
        _ => String::new(),
    };
    let sentences: String = result.sentences.iter().map(|sentence| wrapped(sentence)).collect();
    sentences
        + &format!("{games} at each point, on the same deals\n\n")
        + &tables.join("\n")
        + &paint.legend(LEGEND)
        + "\n"
}

/// Returns the number of measures of each table, so that all are about equally wide.
const fn measures_of_a_table(measures: usize) -> usize {
    if measures == 0 { 1 } else { measures.div_ceil(measures.div_ceil(MOST_MEASURES)) }
}

/// Returns the table of some measures.
fn table(result: &SweepResult, measures: Range<usize>, paint: Paint) -> String {
    let points = result.points().len();
    let mut columns = vec![Column::words("rules")];
    columns.extend(measures.clone().map(|measure| {
        let wording = wording(&result.frame, measure * points);
        Column::numbers(&wording.map_or(String::new(), |wording| wording.heading()))
    }));
    let rows = result.points().enumerate().map(|(place, point)| {
        let cells = measures.clone().map(|measure| cell(result, measure * points + place, place == 0));
        let again = if result.method(place) == "played" { "" } else { "\n(judged)" };
        std::iter::once(point.replace(' ', "\n") + again).chain(cells).collect()
    });
    render(&columns, rows.collect(), paint)
}

/// Returns a point's value; for the base with its interval.
fn cell(result: &SweepResult, row: usize, is_base: bool) -> String {
    let frame = &result.frame;
    let wording = wording(frame, row);
    let factor = wording.map_or(1.0, |wording| wording.factor);
    let digits = if wording.is_some_and(|wording| wording.is_percent()) { 1 } else { 2 };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_that_have_no_room_beside_each_other_go_to_tables_of_about_the_same_width() {
        assert_eq!([0, 1, 5, 7, 8, 14, 15].map(measures_of_a_table), [1, 1, 5, 7, 4, 7, 5]);
    }
}
