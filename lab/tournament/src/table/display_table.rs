//! Tables for display: a number and its interval share one column.

use super::{ColumnEntry, Frame, Storage};

/// Decimals of a number with an interval.
const DIGITS: usize = 3;

/// A table for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayTable {
    /// The titles, with `true` for a column of numbers.
    pub titles: Vec<(String, bool)>,
    /// The rows as text.
    pub rows: Vec<Vec<String>>,
}

/// A column, with the columns of its interval if there are any.
struct FoldedColumn {
    place: usize,
    entry: &'static ColumnEntry,
    has_ends: bool,
}

impl Frame {
    /// Returns the frame for display: `rate`, `rate_low` and `rate_high` become one column `50.0 ±2.1`.
    /// Shares with an interval are in percent.
    pub fn folded(&self) -> DisplayTable {
        let names = self.columns();
        let ends: Vec<Option<[&str; 2]>> = names.iter().map(|name| self.interval_columns(name)).collect();
        let taken: Vec<&str> = ends.iter().flatten().flatten().copied().collect();
        let columns = (0..names.len()).filter(|&place| !taken.contains(&names[place]));
        let columns: Vec<FoldedColumn> = columns
            .map(|place| FoldedColumn { place, entry: self.entry(place), has_ends: ends[place].is_some() })
            .collect();
        let rows = (0..self.len()).map(|row| columns.iter().map(|column| column.text(self, row)).collect());
        DisplayTable { titles: columns.iter().map(FoldedColumn::title).collect(), rows: rows.collect() }
    }
}

impl FoldedColumn {
    fn is_percent(&self) -> bool {
        self.has_ends && self.entry.kind == "share"
    }

    fn title(&self) -> (String, bool) {
        let title = self.entry.name.replace('_', " ") + if self.is_percent() { " %" } else { "" };
        (title, self.entry.stored != Storage::Text)
    }

    fn text(&self, frame: &Frame, row: usize) -> String {
        if !self.has_ends {
            return frame.column(self.place).nth(row).expect("the row is one of the frame").as_csv();
        }
        let (factor, digits) = if self.is_percent() { (100.0, 1) } else { (1.0, DIGITS) };
        let measured = frame.measured(row, self.entry.name);
        measured.map_or(String::new(), |measured| measured.scaled(factor).text(digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    #[test]
    fn a_number_takes_the_ends_of_its_interval_along() {
        let mut frame = Frame::new("cross.csv");
        let mut row = Vec::from(["a", "b", "c"].map(Cell::text));
        row.push(Cell::Count(10));
        row.extend([0.5, 0.4, 0.6].map(Cell::share));
        row.push(Cell::Count(8));
        row.extend([Some(0.01), None, None].map(Cell::share));
        frame.push(row);
        let DisplayTable { titles, rows } = frame.folded();
        let names: Vec<&str> = titles.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(
            names,
            ["giver", "decoder", "interceptor", "halves", "decode rate %", "chances", "intercept rate %"]
        );
        assert_eq!(rows, [["a", "b", "c", "10", "50.0 ±10.0", "8", "1.0"]]);
        assert!(!titles[0].1 && titles[4].1);
    }

    #[test]
    fn what_was_seen_of_a_word_has_not_the_interval_of_what_is_likely() {
        let titles: Vec<String> =
            Frame::new("keywords.csv").folded().titles.into_iter().map(|(title, _)| title).collect();
        let missed: Vec<&String> = titles.iter().filter(|title| title.starts_with("missed")).collect();
        assert_eq!(
            missed,
            ["missed", "missed rate", "missed shrunk %", "missed p", "missed p adjusted", "missed p null"]
        );
    }
}
