//! A row that is filled column by column.

use overhear_stats::{Estimate, Interval};

use super::frame::{Cell, Frame};
use super::schema::ColumnEntry;

/// A row of a table, filled by the names of its columns in any order; [`NamedRow::end`] adds it to the table.
#[derive(Debug)]
pub struct NamedRow<'a> {
    frame: &'a mut Frame,
    cells: Vec<Option<Cell>>,
}

impl<'a> NamedRow<'a> {
    /// Nothing in it yet.
    pub fn of(frame: &'a mut Frame) -> NamedRow<'a> {
        let cells = vec![None; frame.entries().len()];
        NamedRow { frame, cells }
    }

    /// Fills a column; one that this table does not have is left out.
    ///
    /// # Panics
    /// If there is no column of that name in any table of its kind, or it is filled already.
    #[must_use]
    pub fn put(mut self, column: &str, cell: Cell) -> NamedRow<'a> {
        let named = |entry: &&ColumnEntry| entry.name == column;
        let Some(place) = self.frame.entries().iter().position(named) else {
            let name = self.frame.name();
            assert!(
                self.frame.declared().iter().any(|entry| named(&entry)),
                "{name} has no column `{column}`"
            );
            return self;
        };
        assert!(self.cells[place].replace(cell).is_none(), "`{column}` is filled twice");
        self
    }

    /// Fills several columns.
    #[must_use]
    pub fn put_all<const N: usize>(self, cells: [(&str, Cell); N]) -> NamedRow<'a> {
        cells.into_iter().fold(self, |row, (column, cell)| row.put(column, cell))
    }

    /// Fills several columns with texts.
    #[must_use]
    pub fn put_texts<const N: usize>(self, texts: [(&str, &str); N]) -> NamedRow<'a> {
        self.put_all(texts.map(|(column, text)| (column, Cell::text(text))))
    }

    /// Fills the column of an estimate, and those of its ends.
    #[must_use]
    pub fn put_estimate(self, stem: &str, estimate: Option<Estimate>) -> NamedRow<'a> {
        self.put(stem, Cell::share(estimate.map(|found| found.value))).put_ends(
            stem,
            estimate.map(|found| found.interval),
            Cell::share,
        )
    }

    /// Fills `{stem}_low` and `{stem}_high` with the ends of an interval, if there is one.
    #[must_use]
    pub fn put_ends(
        self,
        stem: &str,
        interval: Option<Interval>,
        cell: fn(Option<f64>) -> Cell,
    ) -> NamedRow<'a> {
        self.put(&format!("{stem}_low"), cell(interval.map(|ends| ends.low)))
            .put(&format!("{stem}_high"), cell(interval.map(|ends| ends.high)))
    }

    /// Adds the row to its table.
    ///
    /// # Panics
    /// If a column is not filled.
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

    fn rounds(frame: &mut Frame) -> NamedRow<'_> {
        let counts = [("games", Cell::Count(3)), ("rounds", Cell::Count(8))];
        NamedRow::of(frame).put("agent_b", Cell::text("b")).put("agent_a", Cell::text("a")).put_all(counts)
    }

    #[test]
    fn a_row_is_filled_by_names() {
        let mut frame = Frame::of("rounds.csv");
        rounds(&mut frame).put("share", Cell::share(0.5)).end();
        assert_eq!(frame.to_csv(), "agent_a,agent_b,rounds,games,share\na,b,8,3,0.500000\n");
        let mut frame = Frame::of("standings.csv");
        drop(NamedRow::of(&mut frame).put("forfeits", Cell::Count(1)));
    }

    #[test]
    #[should_panic(expected = "`share` is not filled")]
    fn a_column_that_is_forgotten_is_named() {
        rounds(&mut Frame::of("rounds.csv")).end();
    }

    #[test]
    #[should_panic(expected = "rounds.csv has no column `shrae`")]
    fn a_column_that_is_none_is_named() {
        drop(rounds(&mut Frame::of("rounds.csv")).put("shrae", Cell::share(0.5)));
    }
}
