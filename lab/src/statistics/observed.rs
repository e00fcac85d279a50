//! Tables that somebody else has observed.

use std::path::Path;

use crate::csv_records::{CsvSource, with_a_point};
use crate::error::LabError;
use crate::setup::unknown;
use crate::table::{Cell, shortened};

/// How many characters of a cell a message shows.
const SHOWN: usize = 60;

/// The most that can be counted: sums of products of counts still fit everywhere.
pub const MOST: u64 = 1_000_000_000_000_000;

/// A number that people compare with what other programs print.
pub(super) fn precise(value: impl Into<Option<f64>>) -> Cell {
    Cell::Precise(value.into())
}

/// A CSV file, its cells as texts.
pub(super) struct ObservedTable {
    name: String,
    columns: Vec<String>,
    /// The line and the cells of each row.
    rows: Vec<(u64, csv::StringRecord)>,
}

impl ObservedTable {
    pub(super) fn read(path: &Path) -> Result<ObservedTable, LabError> {
        let file = CsvSource::read(path)?;
        let columns = file.header()?.iter().map(str::to_owned).collect();
        Ok(ObservedTable { rows: file.records()?, columns, name: file.name().to_owned() })
    }

    /// The numbers of a column.
    pub(super) fn column(&self, wanted: &str) -> Result<Vec<f64>, LabError> {
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        self.parsed(wanted, number, "no number")
    }

    /// The counts of a column.
    pub(super) fn counts(&self, wanted: &str) -> Result<Vec<u64>, LabError> {
        self.parsed(wanted, |text| text.parse().ok().filter(|&count: &u64| count <= MOST), "no count")
    }

    /// The texts of a column, none of them empty.
    pub(super) fn texts(&self, wanted: &str) -> Result<Vec<String>, LabError> {
        self.parsed(wanted, |text| (!text.is_empty()).then(|| text.to_owned()), "no name")
    }

    /// The file, for messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The line of a row in the file.
    pub(super) fn line(&self, row: usize) -> u64 {
        self.rows[row].0
    }

    /// The cells of a column by `parse`; where it finds nothing, the text is `wrong`.
    fn parsed<T>(
        &self,
        wanted: &str,
        parse: impl Fn(&str) -> Option<T>,
        wrong: &str,
    ) -> Result<Vec<T>, LabError> {
        let known = || self.columns.iter().map(String::as_str);
        let place = known().position(|name| name == wanted);
        let place = place.ok_or_else(|| LabError::content(&self.name, unknown("column", wanted, known())))?;
        let cell = |(line, row): &(u64, csv::StringRecord)| {
            let text = row.get(place).unwrap_or_default();
            parse(text).ok_or_else(|| {
                let text = &*shortened(text, SHOWN);
                let place =
                    format_args!("line {line}: column `{wanted}`: `{text}` is {wrong}{}", with_a_point(text));
                LabError::content(&self.name, place)
            })
        };
        self.rows.iter().map(cell).collect()
    }
}

/// The most agents of a table: what is worked out of them grows with their square and more.
const MOST_NAMES: usize = 500;

/// Different names, numbered in the order in which they come.
pub(super) struct NameIndex<'a>(Vec<&'a str>);

impl<'a> NameIndex<'a> {
    /// Those of two columns of a table.
    pub(super) fn from_table(
        table: &ObservedTable,
        columns: [&'a [String]; 2],
    ) -> Result<NameIndex<'a>, LabError> {
        let mut names: Vec<&str> = Vec::new();
        for name in columns.into_iter().flatten() {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
            if names.len() > MOST_NAMES {
                let message = format_args!("more than {MOST_NAMES} agents are too many");
                return Err(LabError::content(&table.name, message));
            }
        }
        Ok(NameIndex(names))
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// The number of one of them.
    pub(super) fn place(&self, name: &str) -> usize {
        self.0.iter().position(|known| *known == name).expect("one of the names")
    }

    /// The number of a name that may not be there.
    pub(super) fn find(&self, table: &ObservedTable, name: &str) -> Result<usize, LabError> {
        let place = self.0.iter().position(|known| *known == name);
        place.ok_or_else(|| LabError::content(&table.name, unknown("agent", name, self.0.iter().copied())))
    }

    /// One of them.
    pub(super) fn name(&self, number: usize) -> &'a str {
        self.0[number]
    }
}
