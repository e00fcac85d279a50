//! The grid of a sweep, for display.

use std::ops::Range;

use overhear_lab::paired::{SweepResult, SweepRow};
use overhear_lab::table::{MeasuredValue, counted, fixed};

use crate::output::{Column, Paint, render, wrapped};

const LEGEND: &str = "\
±: 95 %, of the base alone. (judged): the same games, scored again.
*: clearly different from the base and not within the margin, at 95 % for all
points and measures at once.";

/// The greatest number of measures that have room beside each other in eighty columns.
const MOST_MEASURES: usize = 7;

/// Returns the grid with a line for each point and a column for each measure, in several tables if there are many.
pub(super) fn screen(result: &SweepResult, paint: Paint) -> String {
    let measures = result.rows.len() / result.points().len();
    let each = measures_of_a_table(measures);
    let tables = (0..measures).step_by(each);
    let tables: Vec<String> =
        tables.map(|first| table(result, first..measures.min(first + each), paint)).collect();
    let games = result.rows.first().map_or(String::new(), |row| counted(row.games, "game"));
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
    let headings = measures.clone().map(|measure| result.rows[measure * points].measure.wording().heading());
    columns.extend(headings.map(|heading| Column::numbers(&heading)));
    let rows = result.points().enumerate().map(|(place, point)| {
        let cells = measures.clone().map(|measure| cell(&result.rows[measure * points + place], place == 0));
        let again = if result.method(place) == "played" { "" } else { "\n(judged)" };
        std::iter::once(point.replace(' ', "\n") + again).chain(cells).collect()
    });
    render(&columns, rows.collect(), paint)
}

/// Returns a point's value; for the base with its interval.
fn cell(row: &SweepRow, is_base: bool) -> String {
    let wording = row.measure.wording();
    let digits = if wording.is_percent() { 1 } else { 2 };
    let value = row.value.and_then(MeasuredValue::as_in_files).map(|value| value.scaled(wording.factor));
    if is_base {
        return value.map_or(String::new(), |value| value.text(digits));
    }
    value.map_or(String::new(), |value| fixed(value.value, digits))
        + if row.verdict.is_different() { "*" } else { " " }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_that_have_no_room_beside_each_other_go_to_tables_of_about_the_same_width() {
        assert_eq!([0, 1, 5, 7, 8, 14, 15].map(measures_of_a_table), [1, 1, 5, 7, 4, 7, 5]);
    }
}
