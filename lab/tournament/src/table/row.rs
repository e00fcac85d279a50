//! Rows as types: a struct whose fields are the columns of a table.

use overhear_stats::{Estimate, Interval};

use super::frame::{Cell, Frame};
use super::measured::{DECIMALS, MeasuredValue};
use super::named_row::{ColumnValue, NamedRow};

pub use overhear_derive::{ColumnGroup, TableRow};

/// A row of a table of the [`schema`](super::schema()). Derived: each field fills the column of its name, and a measured value
/// also those of its interval.
///
/// ```
/// use overhear_tournament::table::{MeasuredValue, TableRow};
///
/// #[derive(TableRow)]
/// #[table("cross.csv")]
/// struct Row {
///     giver: String,
///     decoder: String,
///     interceptor: String,
///     halves: u64,
///     decode_rate: Option<MeasuredValue>,
///     chances: u64,
///     intercept_rate: Option<MeasuredValue>,
/// }
///
/// let name = "built-in".to_owned();
/// let row = Row {
///     giver: name.clone(),
///     decoder: name.clone(),
///     interceptor: name,
///     halves: 8,
///     decode_rate: Some(MeasuredValue { value: 0.75, interval: None }),
///     chances: 0,
///     intercept_rate: None,
/// };
/// let csv = Row::frame(&[row]).to_csv();
/// assert!(csv.ends_with("built-in,built-in,built-in,8,0.750000,,,0,,,\n"));
/// ```
pub trait TableRow: ColumnGroup + Sized {
    /// Name of the table in the schema.
    const TABLE: &'static str;

    /// Returns the table with these rows.
    ///
    /// # Panics
    /// Panics if the schema has no such table, or other columns.
    fn frame(rows: &[Self]) -> Frame {
        Self::frame_with(rows, &[])
    }

    /// Returns the table with these rows and the optional columns `more`; fields of other optional columns are left out.
    ///
    /// # Panics
    /// Panics if the schema has no such table, or other columns.
    fn frame_with(rows: &[Self], more: &[&str]) -> Frame {
        let mut frame = Frame::with(Self::TABLE, more);
        for row in rows {
            row.put(NamedRow::new(&mut frame)).end();
        }
        frame
    }
}

/// A field of a row whose numbers can have any number of decimals in files.
pub trait DecimalValue {
    /// Fills the column, and those of the interval, with so many decimals.
    #[must_use]
    fn put_decimals<'row>(&self, row: NamedRow<'row>, column: &str, decimals: usize) -> NamedRow<'row>;
}

/// A choice whose name stands in a column, where a name also stands if there is none.
pub trait OptionalName {
    /// The name in files for none.
    const NONE: &'static str;

    /// Returns the name in files.
    fn name_in_files(&self) -> String;
}

impl<T: OptionalName> ColumnValue for Option<T> {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        let name = self.as_ref().map_or_else(|| T::NONE.to_owned(), T::name_in_files);
        row.put(column, name)
    }
}

/// Columns of a table: a whole row, or a field of one with columns of its own names. Derived, as [`TableRow`] is.
pub trait ColumnGroup {
    /// Fills its columns.
    #[must_use]
    fn put<'row>(&self, row: NamedRow<'row>) -> NamedRow<'row>;
}

/// Columns that a table may lack: `None` fills none of them.
impl<G: ColumnGroup> ColumnGroup for Option<G> {
    fn put<'row>(&self, row: NamedRow<'row>) -> NamedRow<'row> {
        match self {
            Some(group) => group.put(row),
            None => row,
        }
    }
}

impl ColumnValue for Cell {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.fill(column, self.clone())
    }
}

impl<T: ColumnValue + ?Sized> ColumnValue for &T {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        (**self).put(row, column)
    }
}

impl ColumnValue for String {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.fill(column, Cell::text(self))
    }
}

impl ColumnValue for str {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.fill(column, Cell::text(self))
    }
}

/// Implements [`ColumnValue`] for numbers with six decimals.
macro_rules! six_decimals {
    ($($number:ty),*) => {$(
        impl ColumnValue for $number {
            fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
                self.put_decimals(row, column, DECIMALS)
            }
        }
    )*};
}

six_decimals!(f64, Option<f64>, MeasuredValue, Option<MeasuredValue>);

impl ColumnValue for u64 {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.fill(column, Cell::Count(*self))
    }
}

/// A whole number that may be below zero.
impl ColumnValue for i64 {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.fill(column, Cell::Number(Some(*self as f64), 0))
    }
}

/// Empty where there is no number.
impl ColumnValue for Option<u64> {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.fill(column, self.map_or(Cell::Number(None, 0), Cell::Count))
    }
}

/// The ends of an interval, in the columns `overall_low` and `overall_high` for the field `overall`.
impl ColumnValue for Interval {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.put(column, Some(*self))
    }
}

/// The same, empty without an interval.
impl ColumnValue for Option<Interval> {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.put_range([&format!("{column}_low"), &format!("{column}_high")], *self, Cell::share)
    }
}

impl ColumnValue for Option<Estimate> {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.put(column, self.map(MeasuredValue::from))
    }
}

impl DecimalValue for f64 {
    fn put_decimals<'row>(&self, row: NamedRow<'row>, column: &str, decimals: usize) -> NamedRow<'row> {
        Some(*self).put_decimals(row, column, decimals)
    }
}

/// Empty unless finite.
impl DecimalValue for Option<f64> {
    fn put_decimals<'row>(&self, row: NamedRow<'row>, column: &str, decimals: usize) -> NamedRow<'row> {
        row.fill(column, Cell::decimal(*self, decimals))
    }
}

impl DecimalValue for MeasuredValue {
    fn put_decimals<'row>(&self, row: NamedRow<'row>, column: &str, decimals: usize) -> NamedRow<'row> {
        Some(*self).put_decimals(row, column, decimals)
    }
}

impl DecimalValue for Option<MeasuredValue> {
    fn put_decimals<'row>(&self, row: NamedRow<'row>, column: &str, decimals: usize) -> NamedRow<'row> {
        let row = row.fill(column, Cell::decimal(self.map(|number| number.value), decimals));
        let interval = self.and_then(|number| number.interval);
        row.put_ends(column, interval, |end| Cell::decimal(end, decimals))
    }
}

/// A column for each number: `ptnml_0`, `ptnml_1` and so on for the field `ptnml`.
impl<const N: usize> ColumnValue for [u64; N] {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        let counts = self.iter().enumerate();
        counts.fold(row, |row, (place, count)| row.put(&format!("{column}_{place}"), count))
    }
}

/// A number that the user gave: files have the digits that identify it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenNumber(pub f64);

impl ColumnValue for GivenNumber {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.fill(column, Cell::Given(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(ColumnGroup)]
    struct Agents {
        agent_a: String,
        agent_b: &'static str,
    }

    #[derive(Clone, Copy, ColumnGroup)]
    struct Durations {
        #[column(decimals = 2)]
        minutes: Option<f64>,
        #[column(decimals = 0)]
        mean_minutes: Option<f64>,
        minutes_p5: f64,
        minutes_p95: f64,
    }

    #[derive(TableRow)]
    #[table("lengths.csv")]
    struct Length {
        #[column(group)]
        agents: Agents,
        rounds: u64,
        games: u64,
        #[column(decimals = 3)]
        share: MeasuredValue,
        mean_rounds: MeasuredValue,
        #[column(decimals = 1)]
        median_rounds: Option<f64>,
        #[column(group)]
        minutes: Option<Durations>,
    }

    /// Columns of lengths.csv that a table may lack.
    const MORE: [&str; 4] = ["minutes", "mean_minutes", "minutes_p5", "minutes_p95"];

    fn length(minutes: Option<Durations>) -> Length {
        let open = Interval { low: 0.25, high: f64::INFINITY };
        Length {
            agents: Agents { agent_a: "a".to_owned(), agent_b: "b" },
            rounds: 5,
            games: 3,
            share: MeasuredValue { value: 1.0 / 3.0, interval: Some(open) },
            mean_rounds: MeasuredValue { value: 4.5, interval: None },
            median_rounds: Some(4.5),
            minutes,
        }
    }

    #[test]
    fn a_field_says_with_how_many_decimals_and_in_which_columns_it_stands() {
        let csv = Length::frame(&[length(None)]).to_csv();
        assert_eq!(csv.lines().nth(1), Some("a,b,5,3,0.333,0.250,,4.500000,,,4.5"));
        let minutes = Durations {
            minutes: Some(17.0),
            mean_minutes: Some(16.25),
            minutes_p5: 9.0,
            minutes_p95: f64::NAN,
        };
        let [some, all] =
            [&MORE[..1], &MORE].map(|more| Length::frame_with(&[length(Some(minutes))], more).to_csv());
        assert!(some.ends_with(",4.5,17.00\n"), "{some}");
        assert!(all.ends_with(",4.5,17.00,16,9.000000,\n"), "{all}");
    }

    #[test]
    #[should_panic(expected = "`minutes` is not filled")]
    fn a_group_that_is_missing_fills_no_column() {
        Length::frame_with(&[length(None)], &MORE);
    }
}
