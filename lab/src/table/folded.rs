//! Tables for people: a number and the ends of its interval stand in one column.

use super::{ColumnEntry, Frame, Storage, spread};

/// Digits of a number beside its interval.
const DIGITS: usize = 3;

/// A table as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded {
    /// The titles, and whether numbers stand below them.
    pub titles: Vec<(String, bool)>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// A column, and those of its ends.
struct Column {
    place: usize,
    entry: &'static ColumnEntry,
    ends: Option<[usize; 2]>,
}

impl Frame {
    /// The frame for people: `rate`, `rate_low` and `rate_high` become one column with `50.0 ±2.1` in it, a share that has
    /// ends being in percent.
    pub fn folded(&self) -> Folded {
        let names = self.columns();
        let place = |name: String| names.iter().position(|known| *known == name);
        let ends = |name: &str| {
            let stem = name.strip_suffix("_rate").unwrap_or(name);
            Some([place(format!("{stem}_low"))?, place(format!("{stem}_high"))?])
        };
        let taken: Vec<usize> = names.iter().filter_map(|name| ends(name)).flatten().collect();
        let columns = (0..names.len()).filter(|place| !taken.contains(place));
        let column = |place| Column { place, entry: self.entry(place), ends: ends(names[place]) };
        let columns: Vec<Column> = columns.map(column).collect();
        let row = |row| columns.iter().map(|column| column.text(self, row)).collect();
        Folded {
            titles: columns.iter().map(Column::title).collect(),
            rows: (0..self.len()).map(row).collect(),
        }
    }
}

impl Column {
    fn is_percent(&self) -> bool {
        self.ends.is_some() && self.entry.kind == "share"
    }

    fn title(&self) -> (String, bool) {
        let title = self.entry.name.replace('_', " ") + if self.is_percent() { " %" } else { "" };
        (title, self.entry.stored != Storage::Text)
    }

    fn text(&self, frame: &Frame, row: usize) -> String {
        let cell = |place: usize| frame.column(place).nth(row).expect("the row is one of the frame");
        let Some([low, high]) = self.ends else { return cell(self.place).as_csv() };
        let (factor, digits) = if self.is_percent() { (100.0, 1) } else { (1.0, DIGITS) };
        let number = |place| Some(factor * cell(place).number()?);
        spread([self.place, low, high].map(number), digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    #[test]
    fn a_number_takes_the_ends_of_its_interval_along() {
        let mut frame = Frame::of("agents cross");
        let mut row = Vec::from(["a", "b", "c"].map(Cell::text));
        row.push(Cell::Count(10));
        row.extend([0.5, 0.4, 0.6].map(Cell::share));
        row.push(Cell::Count(8));
        row.extend([Some(0.01), None, None].map(Cell::share));
        frame.push(row);
        let Folded { titles, rows } = frame.folded();
        let names: Vec<&str> = titles.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(
            names,
            ["giver", "decoder", "interceptor", "halves", "decode rate %", "chances", "intercept rate %"]
        );
        assert_eq!(rows, [["a", "b", "c", "10", "50.0 ±10.0", "8", "1.0"]]);
        assert!(!titles[0].1 && titles[4].1);
    }
}
