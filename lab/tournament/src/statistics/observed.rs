//! Tables of observations from any source.

use std::path::Path;

use crate::csv_records::{CsvSource, with_a_point};
use crate::error::LabError;
use crate::setup::unknown;
use crate::table::{Cell, shortened};

/// Maximum number of characters of a cell that a message quotes.
const SHOWN: usize = 60;

/// Maximum count. Sums of products of counts below it do not overflow.
pub const MOST: u64 = 1_000_000_000_000_000;

/// Returns a cell with all digits, for comparison with the output of other programs.
pub(super) fn precise(value: impl Into<Option<f64>>) -> Cell {
    Cell::Precise(value.into())
}

/// A CSV file with its cells as text.
pub(super) struct ObservedTable {
    name: String,
    columns: Vec<String>,
    /// Line number and cells of each row.
    rows: Vec<(u64, csv::StringRecord)>,
}

impl ObservedTable {
    pub(super) fn read(path: &Path) -> Result<ObservedTable, LabError> {
        let file = CsvSource::read(path)?;
        let columns = file.header()?.iter().map(str::to_owned).collect();
        Ok(ObservedTable { rows: file.records()?, columns, name: file.name().to_owned() })
    }

    /// Returns the numbers of a column.
    pub(super) fn column(&self, wanted: &str) -> Result<Vec<f64>, LabError> {
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        self.parsed(wanted, number, "not a number")
    }

    /// Returns the counts of a column.
    pub(super) fn counts(&self, wanted: &str) -> Result<Vec<u64>, LabError> {
        self.parsed(wanted, |text| text.parse().ok().filter(|&count: &u64| count <= MOST), "not a count")
    }

    /// Returns the texts of a column; an empty text is an error.
    pub(super) fn texts(&self, wanted: &str) -> Result<Vec<String>, LabError> {
        self.parsed(wanted, |text| (!text.is_empty()).then(|| text.to_owned()), "no name")
    }

    /// Returns the file's name, for messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the line number of a row.
    pub(super) fn line(&self, row: usize) -> u64 {
        self.rows[row].0
    }

    /// Returns the cells of a column, parsed. A cell that `parse` rejects gives an error with the text
    /// `wrong`.
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

/// Maximum number of agents in a table. The cost grows with its square at least.
const MOST_NAMES: usize = 500;

/// Distinct names, numbered in order of appearance.
pub(super) struct NameIndex<'a>(Vec<&'a str>);

impl<'a> NameIndex<'a> {
    /// Returns the names in two columns of a table.
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

    /// Returns the number of names.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the index of a known name.
    pub(super) fn place(&self, name: &str) -> usize {
        self.0.iter().position(|known| *known == name).expect("one of the names")
    }

    /// Returns the index of a name, or an error if the table does not have it.
    pub(super) fn find(&self, table: &ObservedTable, name: &str) -> Result<usize, LabError> {
        let place = self.0.iter().position(|known| *known == name);
        place.ok_or_else(|| LabError::content(&table.name, unknown("agent", name, self.0.iter().copied())))
    }

    /// Returns the name with an index.
    pub(super) fn name(&self, number: usize) -> &'a str {
        self.0[number]
    }
}
