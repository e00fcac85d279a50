//! A row that is filled by column name.

use overhear_stats::Interval;

use super::frame::{Cell, Frame};

/// A row of a table, filled by column names in any order; [`NamedRow::end`] adds it to the table.
#[derive(Debug)]
pub struct NamedRow<'a> {
    frame: &'a mut Frame,
    cells: Vec<Option<Cell>>,
}

/// A field of a row.
pub trait ColumnValue {
    /// Fills the column, and others that belong to it.
    #[must_use]
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row>;
}

impl<'a> NamedRow<'a> {
    /// Returns an empty row.
    pub fn new(frame: &'a mut Frame) -> NamedRow<'a> {
        let cells = vec![None; frame.entries().len()];
        NamedRow { frame, cells }
    }

    /// Fills a column, and others that belong to it, as the type of the value says. A column that is optional and absent from
    /// this table is ignored.
    ///
    /// # Panics
    /// Panics if no table of this kind has the column, or if the column is already filled.
    #[must_use]
    pub fn put(self, column: &str, value: impl ColumnValue) -> NamedRow<'a> {
        value.put(self, column)
    }

    /// Fills a column with a cell.
    #[must_use]
    pub(super) fn fill(mut self, column: &str, cell: Cell) -> NamedRow<'a> {
        let Some(place) = self.frame.entries().iter().position(|entry| entry.name == column) else {
            let is_declared = self.frame.declared().iter().any(|entry| entry.name == column);
            assert!(is_declared, "{} has no column `{column}`", self.frame.name());
            return self;
        };
        assert!(self.cells[place].replace(cell).is_none(), "`{column}` is filled twice");
        self
    }

    /// Fills several columns.
    #[must_use]
    pub fn put_all<const N: usize>(self, cells: [(&str, Cell); N]) -> NamedRow<'a> {
        cells.into_iter().fold(self, |row, (column, cell)| row.fill(column, cell))
    }

    /// Fills several columns with texts.
    #[must_use]
    pub fn put_texts<const N: usize>(self, texts: [(&str, &str); N]) -> NamedRow<'a> {
        self.put_all(texts.map(|(column, text)| (column, Cell::text(text))))
    }

    /// Fills the columns of a number's first interval in the schema.
    ///
    /// # Panics
    /// Panics if the schema declares no interval of the column, or if it is already filled.
    #[must_use]
    pub fn put_ends(
        self,
        column: &str,
        interval: Option<Interval>,
        cell: impl Fn(Option<f64>) -> Cell,
    ) -> NamedRow<'a> {
        let ends = self.frame.table().intervals(column).next();
        let ends = ends.unwrap_or_else(|| panic!("{}: `{column}` has no interval", self.frame.name()));
        self.put_range(ends, interval, cell)
    }

    /// Fills the columns of a lower and an upper end; empty without a range.
    #[must_use]
    pub fn put_range(
        self,
        [lower, upper]: [&str; 2],
        range: Option<Interval>,
        cell: impl Fn(Option<f64>) -> Cell,
    ) -> NamedRow<'a> {
        self.fill(lower, cell(range.map(|ends| ends.low))).fill(upper, cell(range.map(|ends| ends.high)))
    }

    /// Adds the row to its table.
    ///
    /// # Panics
    /// Panics if a column is not filled.
    pub fn end(self) {
        let NamedRow { frame, cells } = self;
        let filled = cells.into_iter().zip(frame.entries());
        let cells =
            filled.map(|(cell, entry)| cell.unwrap_or_else(|| panic!("`{}` is not filled", entry.name)));
        let row = cells.collect();
        frame.push(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::MeasuredValue;

    fn rounds(frame: &mut Frame) -> NamedRow<'_> {
        let counts = [("games", Cell::Count(3)), ("rounds", Cell::Count(8))];
        NamedRow::new(frame).put("agent_b", "b").put("agent_a", "a").put_all(counts)
    }

    #[test]
    fn a_row_is_filled_by_names() {
        let mut frame = Frame::new("rounds.csv");
        rounds(&mut frame).put("share", Cell::share(0.5)).end();
        assert_eq!(frame.to_csv(), "agent_a,agent_b,rounds,games,share\na,b,8,3,0.500000\n");
        let mut frame = Frame::new("standings.csv");
        drop(NamedRow::new(&mut frame).put("forfeits", Cell::Count(1)));
    }

    #[test]
    fn the_ends_of_a_number_stand_where_the_schema_says() {
        let mut frame = Frame::new("cross.csv");
        let rate = |value: f64| MeasuredValue { value, interval: Some(Interval::around(value, 0.125)) };
        NamedRow::new(&mut frame)
            .put_texts([("giver", "a"), ("decoder", "b"), ("interceptor", "c")])
            .put_all([("halves", Cell::Count(9)), ("chances", Cell::Count(8))])
            .put("intercept_rate", rate(0.25))
            .put("decode_rate", Some(rate(0.5)))
            .end();
        let row = frame.to_csv().lines().nth(1).map(str::to_owned);
        let expected = "a,b,c,9,0.500000,0.375000,0.625000,8,0.250000,0.125000,0.375000";
        assert_eq!(row.as_deref(), Some(expected));
        assert_eq!(frame.measured(0, "intercept_rate"), Some(rate(0.25)));
    }

    #[test]
    #[should_panic(expected = "keywords.csv: `missed_rate` has no interval")]
    fn a_number_without_declared_ends_takes_none() {
        drop(NamedRow::new(&mut Frame::new("keywords.csv")).put("missed_rate", None::<MeasuredValue>));
    }

    #[test]
    #[should_panic(expected = "`share` is not filled")]
    fn a_column_that_is_forgotten_is_named() {
        rounds(&mut Frame::new("rounds.csv")).end();
    }

    #[test]
    #[should_panic(expected = "rounds.csv has no column `shrae`")]
    fn a_column_that_is_none_is_named() {
        drop(rounds(&mut Frame::new("rounds.csv")).put("shrae", Cell::share(0.5)));
    }
}
