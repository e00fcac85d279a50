//! Tables of observations from any source.

use std::path::Path;

use overhear_engine::rules::{spelling_hint, whole_number_hint};

use crate::csv_records::{CsvSource, NumberedRecord};
use crate::error::LabError;
use crate::setup::unknown;
use crate::table::{Cell, counted, grouped, is_are, shortened};

/// Maximum number of characters of a cell that a message quotes.
const SHOWN: usize = 60;

/// Maximum count. Sums of products of counts below it do not overflow.
pub const MOST: u64 = 1_000_000_000_000_000;

/// Returns a cell with all digits, for comparison with the output of other programs.
pub(super) fn precise(value: impl Into<Option<f64>>) -> Cell {
    Cell::Precise(value.into())
}

/// Largest whole number up to which every whole number is one of 64 bits of floating point.
const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;

/// Rows of a table that have a value in each of some columns.
#[derive(Debug)]
pub(super) struct CompleteRows {
    /// The numbers of each column.
    pub(super) columns: Vec<Vec<f64>>,
    /// The texts of the column that names the rows, if there is one.
    pub(super) labels: Option<Vec<String>>,
    /// The sentence on rows that are left out, if there are any.
    pub(super) remark: Option<String>,
}

/// A CSV file with its cells as text.
pub(super) struct ObservedTable {
    name: String,
    columns: Vec<String>,
    rows: Vec<NumberedRecord>,
}

impl ObservedTable {
    pub(super) fn read(path: &Path) -> Result<ObservedTable, LabError> {
        let file = CsvSource::read(path)?;
        let columns = file.header()?.iter().map(str::to_owned).collect();
        Ok(ObservedTable { rows: file.records()?, columns, name: file.name().to_owned() })
    }

    /// Returns the numbers of a column.
    pub(super) fn column(&self, name: &str) -> Result<Vec<f64>, LabError> {
        self.parsed(name, number)
    }

    /// Returns the rows with a number in each of these columns, and a text in the column `label` if there is one. Rows in which one is
    /// empty are left out: the files of this program leave cells empty where there is no value.
    ///
    /// # Errors
    /// Returns an error, by line and column, for a cell that is neither empty nor a number, and if no row is left.
    pub(super) fn complete_rows(
        &self,
        names: &[&str],
        label: Option<&str>,
    ) -> Result<CompleteRows, LabError> {
        let cells: Vec<Vec<Option<f64>>> = names
            .iter()
            .map(|column| self.parsed(column, optional_number))
            .collect::<Result<_, LabError>>()?;
        let mut labels = label.map(|column| self.texts_or_none(column)).transpose()?;
        let rows: Vec<usize> = (0..self.rows.len())
            .filter(|&row| {
                cells.iter().all(|column| column[row].is_some())
                    && labels.as_ref().is_none_or(|labels| !labels[row].is_empty())
            })
            .collect();
        // The sentence names the column of labels only if it is empty somewhere.
        let has_gaps = labels.as_ref().is_some_and(|labels| labels.iter().any(String::is_empty));
        let columns = names.iter().copied().chain(label.filter(|_| has_gaps));
        let columns = columns.map(|column| format!("`{column}`"));
        let columns = columns.collect::<Vec<_>>().join(" or ");
        if rows.is_empty() {
            let message =
                format_args!("{columns} is empty in all {}", counted(self.rows.len() as u64, "row"));
            return Err(LabError::content(&self.name, message));
        }
        let left_out = (self.rows.len() - rows.len()) as u64;
        let all = counted(self.rows.len() as u64, "row");
        let remark = format!(
            "{}: {} of {all} {} left out, for {columns} is empty there",
            self.name,
            grouped(left_out),
            is_are(left_out)
        );
        let columns =
            cells.iter().map(|column| rows.iter().filter_map(|&row| column[row]).collect()).collect();
        let labels =
            labels.as_mut().map(|labels| rows.iter().map(|&row| std::mem::take(&mut labels[row])).collect());
        Ok(CompleteRows { columns, labels, remark: (left_out > 0).then_some(remark) })
    }

    /// Returns the counts of a column.
    pub(super) fn counts(&self, name: &str) -> Result<Vec<u64>, LabError> {
        self.parsed(name, |text| {
            count(text).ok_or_else(|| {
                format!("is not a count{}", whole_number_hint(text, |text| count(text).is_some()))
            })
        })
    }

    /// Returns the texts of a column, in which some may be empty.
    pub(super) fn texts_or_none(&self, name: &str) -> Result<Vec<String>, LabError> {
        self.parsed(name, |text| Ok(text.to_owned()))
    }

    /// Returns the texts of a column; an empty text is an error.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<String>, LabError> {
        self.parsed(
            name,
            |text| {
                if text.is_empty() { Err("is no name".to_owned()) } else { Ok(text.to_owned()) }
            },
        )
    }

    /// Returns the file's name, for messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the line number of a row.
    pub(super) fn line(&self, row: usize) -> u64 {
        self.rows[row].line
    }

    /// Returns `true` if the table has all of these columns.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        names.iter().all(|column| self.columns.iter().any(|name| name == column))
    }

    /// Returns the cells of a column, parsed. `parse` says of a cell what is wrong with it.
    fn parsed<T>(&self, column: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, LabError> {
        let known = self.columns.iter().map(String::as_str);
        let mut places = (0..).zip(&self.columns).filter(|(_, name)| *name == column).map(|(place, _)| place);
        let place: usize =
            places.next().ok_or_else(|| LabError::content(&self.name, unknown("column", column, known)))?;
        if places.next().is_some() {
            let message = format_args!("line 1: column `{column}` appears twice");
            return Err(LabError::content(&self.name, message));
        }
        let cells = self.rows.iter().map(|NumberedRecord { line, record }| {
            let text = record.get(place).unwrap_or_default();
            parse(text).map_err(|wrong| {
                let text = &*shortened(text, SHOWN);
                let message = format_args!("line {line}: column `{column}`: `{text}` {wrong}");
                LabError::content(&self.name, message)
            })
        });
        cells.collect()
    }
}

/// Parses a cell that may be empty.
fn optional_number(text: &str) -> Result<Option<f64>, String> {
    if text.is_empty() { Ok(None) } else { number(text).map(Some) }
}

/// Returns a count; `None` for any other text.
fn count(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&count| count <= MOST)
}

/// Returns a finite number; `None` for any other text.
fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Parses a number. A whole number that would be rounded is refused: its last digits would be lost without a word.
fn number(text: &str) -> Result<f64, String> {
    let number = finite(text)
        .ok_or_else(|| format!("is not a number{}", spelling_hint(text, |text| finite(text).is_some())))?;
    if is_exact(text, number) {
        return Ok(number);
    }
    Err(format!(
        "would be rounded: not every whole number above {} can be held; take one and the same number from all",
        grouped(EXACT)
    ))
}

/// Returns `false` for a whole number of which `number` is a rounded value.
fn is_exact(text: &str, number: f64) -> bool {
    let digits = text.trim_start_matches(['-', '+']).trim_start_matches('0');
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    !is_whole || digits.len() < 16 || format!("{:.0}", number.abs()) == digits
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_exact_or_refused() {
        for (text, value) in [
            ("9007199254740992", 9_007_199_254_740_992.0),
            ("-9007199254740992", -9_007_199_254_740_992.0),
            ("0009007199254740994", 9_007_199_254_740_994.0),
            ("18446744073709551616", 18_446_744_073_709_551_616.0),
            ("0", 0.0),
            ("-0", 0.0),
            ("0.1", 0.1),
            ("1e300", 1e300),
            ("9007199254740993.5", 9_007_199_254_740_994.0),
        ] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        for text in
            ["9007199254740993", "-9007199254740993", "+18446744073709551615", "100000000000000000000001"]
        {
            let refusal = number(text).expect_err(text);
            assert!(refusal.starts_with("would be rounded: ") && refusal.contains("9,007,199,254,740,992"));
        }
    }
}
