//! A log row, written field by field, and the game that it is of.
//!
//! A tournament of fast agents writes some ten million rows a minute.

use std::borrow::Cow;
use std::{array, slice};

use overhear_engine::arena::GameNumber;
use overhear_engine::rules::{BySide, Code};

use crate::table::{ColumnEntry, FileEntry};

/// Millionths in a share of 1.
const ONE: u32 = 1_000_000;

/// Number of column checks kept in a row: none in release builds, so that they leave no cost.
const CHECKS: usize = cfg!(debug_assertions) as usize;

/// The game of a run that rows are of: its number, its deal, and the agents by side.
#[derive(Clone, Copy)]
pub(super) struct DealtGame {
    pub(super) number: GameNumber,
    pub(super) deal: u64,
    pub(super) seats: BySide<usize>,
}

/// A row at the end of a growing text. Each field names its column, which debug builds check against the
/// schema.
pub(super) struct LogRow<'a> {
    text: &'a mut String,
    /// Columns still to be filled, in debug builds.
    columns: [slice::Iter<'static, ColumnEntry>; CHECKS],
}

impl<'a> LogRow<'a> {
    /// Begins a row of a table at the end of the text.
    pub(super) fn begin(table: &str, text: &'a mut String) -> LogRow<'a> {
        LogRow { text, columns: array::from_fn(|_| FileEntry::find(table).columns.iter()) }
    }

    /// Appends a text field. The text must be [`quoted`] if it may contain CSV's special characters.
    ///
    /// # Panics
    /// Panics in debug builds if another column is due.
    pub(super) fn text(mut self, column: &str, field: &str) -> LogRow<'a> {
        for columns in &mut self.columns {
            assert_eq!(columns.next().map(|entry| entry.name), Some(column), "the schema has another order");
        }
        self.text.push_str(field);
        self.text.push(',');
        self
    }

    /// Appends an integer field.
    pub(super) fn number(self, column: &str, number: impl itoa::Integer) -> LogRow<'a> {
        self.text(column, itoa::Buffer::new().format(number))
    }

    /// Appends a share in 0..=1 with six digits, ties rounded to even.
    pub(super) fn share(self, column: &str, share: f32) -> LogRow<'a> {
        let millionths = (f64::from(share) * f64::from(ONE)).round_ties_even() as u32;
        self.text.push_str(if millionths < ONE { "0." } else { "1." });
        let mut digits = itoa::Buffer::new();
        self.text(column, &digits.format(ONE + millionths % ONE)[1..])
    }

    /// Appends a probability that a bot has stated.
    pub(super) fn chance(self, column: &str, chance: f64) -> LogRow<'a> {
        self.share(column, chance as f32)
    }

    /// Appends a code, as `421`: spreadsheet programs take `4-2-1` for a date.
    pub(super) fn code(self, column: &str, code: Code) -> LogRow<'a> {
        self.number(column, code.number())
    }

    /// Appends seconds, given in milliseconds.
    pub(super) fn seconds(self, column: &str, milliseconds: u64) -> LogRow<'a> {
        self.text.push_str(itoa::Buffer::new().format(milliseconds / 1000));
        self.text.push('.');
        self.text(column, &itoa::Buffer::new().format(1000 + milliseconds % 1000)[1..])
    }

    /// Appends a field that may be empty.
    pub(super) fn option<T>(
        self,
        column: &str,
        value: Option<T>,
        field: impl FnOnce(LogRow<'a>, &str, T) -> LogRow<'a>,
    ) -> LogRow<'a> {
        match value {
            Some(value) => field(self, column, value),
            None => self.text(column, ""),
        }
    }

    /// Ends the row.
    ///
    /// # Panics
    /// Panics in debug builds if a column is missing.
    pub(super) fn end(self) {
        assert!(self.columns.iter().all(|columns| columns.len() == 0), "a row has a field for each column");
        self.text.pop();
        self.text.push('\n');
    }
}

/// Returns the text as a CSV field.
pub(super) fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Begins a row of a small table.
    fn row(text: &mut String) -> LogRow<'_> {
        LogRow::begin("predictions of decode", text)
    }

    fn share(share: f32) -> String {
        let mut text = String::new();
        row(&mut text).text("id", "").text("guess", "").share("p_true", share).end();
        text
    }

    #[test]
    fn shares_are_those_of_the_standard_library() {
        let corners = [0.0, 1.0, 0.5, f32::MIN_POSITIVE, f32::EPSILON, 1.0 - f32::EPSILON / 2.0, 0.999_999_5];
        let halfway = (0..4096).map(|n| (n as f32 + 0.5) / 4096.0);
        let thirds = (0..100_000).map(|n| n as f32 / 99_999.0);
        for value in corners.into_iter().chain(halfway).chain(thirds) {
            assert_eq!(share(value), format!(",,{value:.6}\n"));
        }
    }

    #[test]
    fn fields_stand_between_commas() {
        let mut text = "before\n".to_owned();
        let code = "4-2-1".parse().expect("a code");
        row(&mut text).text("id", "oak").code("guess", code).option("p_true", None, LogRow::share).end();
        row(&mut text)
            .number("id", 12_u64)
            .seconds("guess", 61_007)
            .option("p_true", Some(0.25), LogRow::share)
            .end();
        assert_eq!(text, "before\noak,421,\n12,61.007,0.250000\n");
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "the schema has another order")]
    fn two_fields_in_each_others_places_are_found() {
        let _ = row(&mut String::new()).text("guess", "421").text("id", "oak");
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "a row has a field for each column")]
    fn a_field_that_is_forgotten_is_found() {
        row(&mut String::new()).text("id", "oak").text("guess", "421").end();
    }

    #[test]
    fn only_what_csv_has_a_use_for_is_quoted() {
        assert_eq!(["oak", "oak tree"].map(quoted), ["oak", "oak tree"]);
        assert_eq!(["a,b", "a\"b", "a\nb"].map(quoted), ["\"a,b\"", "\"a\"\"b\"", "\"a\nb\""]);
    }
}
