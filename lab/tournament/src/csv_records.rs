//! Rows of CSV files, with errors by file, line and column.

use std::path::Path;

use csv::StringRecord;
use overhear_agents::registry::closest_spelling;
use overhear_engine::rules::{cell_separator, stands_for_missing};

use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::message::{IntoMessage, Message};
use crate::store::sha256;
use crate::table::shortened;

/// A file's text. It is read once, so it may be a pipe.
pub struct CsvSource {
    name: String,
    text: String,
}

impl CsvSource {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be read, is too large or is not UTF-8.
    pub fn read(path: &Path) -> Result<CsvSource, LabError> {
        Ok(CsvSource { name: path.display().to_string(), text: input::read_text(path, SizeLimit::Table)? })
    }

    /// Returns a source for text that has been read.
    pub(crate) fn new(path: &Path, text: &str) -> CsvSource {
        CsvSource { name: path.display().to_string(), text: text.to_owned() }
    }

    /// The SHA-256 of its text.
    pub fn sha256(&self) -> String {
        sha256(self.text.as_bytes())
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of the columns.
    ///
    /// # Errors
    /// Returns a usage error for an empty file.
    pub fn header(&self) -> Result<StringRecord, LabError> {
        if self.text.trim().is_empty() {
            return Err(LabError::content(&self.name, "the file is empty; its first line names the columns"));
        }
        self.reader().headers().cloned().map_err(|error| failed(&self.name, &error))
    }

    /// Returns the rows with their line numbers. Rows of empty cells, as spreadsheets leave them, are
    /// skipped.
    ///
    /// # Errors
    /// Returns a usage error, by line, for a row with more or fewer cells than the header, and for a file
    /// without rows.
    pub(crate) fn records(&self) -> Result<Vec<NumberedRecord>, LabError> {
        let mut rows = Vec::new();
        for record in self.reader().records() {
            let record = record.map_err(|error| failed(&self.name, &error))?;
            if !record.iter().all(str::is_empty) {
                let line = record.position().map_or(0, csv::Position::line);
                rows.push(NumberedRecord { line, record });
            }
        }
        if rows.is_empty() {
            return Err(LabError::content(&self.name, "there are no rows below the header"));
        }
        Ok(rows)
    }

    /// Returns a CSV reader for the separator that is the most frequent in the first line.
    fn reader(&self) -> csv::Reader<&[u8]> {
        let first = self.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let separator = cell_separator(first).unwrap_or(',');
        csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .delimiter(separator as u8)
            .from_reader(self.text.as_bytes())
    }
}

/// The cells of a row, with its line number.
#[derive(Debug)]
pub(crate) struct NumberedRecord {
    pub(crate) line: u64,
    pub(crate) record: StringRecord,
}

/// A file whose columns are found by name, in any order.
#[derive(Debug)]
pub struct Records<const N: usize> {
    name: String,
    columns: [&'static str; N],
    rows: Vec<CsvRecord<N>>,
}

/// The fields of a row in the requested order. Line breaks in them become spaces.
#[derive(Debug)]
pub struct CsvRecord<const N: usize> {
    /// Line of the file, from 1.
    pub line: u64,
    /// Fields in the order of the columns that were asked for.
    pub fields: [String; N],
}

impl Records<1> {
    /// Reads the rows of a column that a file may have; `None` if it lacks it.
    ///
    /// # Errors
    /// Those of [`Records::read`]. Returns an error for a column that is called almost so and would be ignored.
    pub fn read_optional(file: &CsvSource, column: &'static str) -> Result<Option<Records<1>>, LabError> {
        let header = file.header()?;
        if header.iter().any(|name| name == column) {
            return Records::read(file, [column]).map(Some);
        }
        match header.iter().find(|name| is_misspelt(name, column)) {
            None => Ok(None),
            Some(name) => {
                let message =
                    format!("column `{name}` is not read; did you mean `{column}`? rename or remove it");
                Err(LabError::content(format_args!("{}: line 1", file.name), message))
            }
        }
    }
}

impl<const N: usize> Records<N> {
    /// Reads a file's rows. Other columns are ignored.
    ///
    /// # Errors
    /// Returns an error for a column that is missing or stands twice, and for a row of another length.
    pub fn read(file: &CsvSource, columns: [&'static str; N]) -> Result<Records<N>, LabError> {
        let (name, header) = (file.name.clone(), file.header()?);
        let places = places(&header, columns)
            .map_err(|message| LabError::content(format_args!("{name}: line 1"), message))?;
        let mut rows = Vec::new();
        for NumberedRecord { line, record } in file.records()? {
            let fields = places.map(|place| record[place].replace(['\n', '\r'], " "));
            for (field, column) in fields.iter().zip(columns) {
                input::check_text(field).map_err(|message| {
                    LabError::content(format_args!("{name}: line {line}: column `{column}`"), message)
                })?;
            }
            rows.push(CsvRecord { line, fields });
        }
        Ok(Records { name, columns, rows })
    }

    /// Returns the rows in file order.
    pub fn rows(&self) -> &[CsvRecord<N>] {
        &self.rows
    }

    /// Returns the name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Refuses cells of these columns that say that their value is missing: read as words, `NA` and `?` would be clues.
    ///
    /// # Errors
    /// Returns the first of them, by line and column.
    pub fn refuse_missing(&self, fields: std::ops::Range<usize>) -> Result<(), LabError> {
        for row in &self.rows {
            if let Some(field) = fields.clone().find(|&field| stands_for_missing(&row.fields[field])) {
                let text = &row.fields[field];
                let message = Message::new(format_args!(
                    "`{text}` stands for a missing value in many tables; write a word, leave the cell of a missing clue empty, \
                     or read such cells as words with "
                ))
                .setting("missing-as-words");
                return Err(self.wrong(row, field, message));
            }
        }
        Ok(())
    }

    /// Returns the error for a field of a row.
    pub fn wrong(&self, row: &CsvRecord<N>, field: usize, message: impl IntoMessage) -> LabError {
        let (name, line, column) = (&self.name, row.line, self.columns[field]);
        LabError::content(format_args!("{name}: line {line}: column `{column}`"), message)
    }
}

/// Returns `true` for a name that differs from that of a column by case, by signs between its words, by an s at its end, or, if it is
/// so long that no other word is near, by a letter or two.
fn is_misspelt(name: &str, column: &str) -> bool {
    const LONG: usize = 8;
    let [name, column] =
        [name, column].map(|text| text.to_lowercase().replace(|sign: char| !sign.is_alphanumeric(), ""));
    let is_near = column.len() >= LONG && strsim::osa_distance(&name, &column) <= 2;
    is_near || name.strip_suffix('s').unwrap_or(&name) == column
}

/// Returns the index of each column.
fn places<const N: usize>(header: &StringRecord, columns: [&str; N]) -> Result<[usize; N], String> {
    let places = columns.map(|column| {
        let mut places =
            header.iter().enumerate().filter(|(_, name)| *name == column).map(|(place, _)| place);
        [places.next(), places.next()]
    });
    if let Some(twice) = places.iter().position(|[_, second]| second.is_some()) {
        return Err(format!("column `{}` appears twice", columns[twice]));
    }
    let missing = columns.into_iter().zip(&places).filter(|(_, [first, _])| first.is_none());
    let missing: Vec<&str> = missing.map(|(column, _)| column).collect();
    if missing.is_empty() {
        Ok(places.map(|[first, _]| first.unwrap_or_default()))
    } else {
        Err(lacking(header, &missing))
    }
}

/// Returns the message for missing columns: likely misspellings, or the columns that are there.
fn lacking(header: &StringRecord, missing: &[&str]) -> String {
    let names = missing.iter().map(|column| match likely_misspelling(header, column) {
        Some(name) => format!("`{column}` (did you mean `{name}`?)"),
        None => format!("`{column}`"),
    });
    let names = names.collect::<Vec<_>>().join(", ");
    let instead = if missing.iter().any(|column| likely_misspelling(header, column).is_some()) {
        String::new()
    } else {
        let cells: Vec<String> =
            header.iter().take(NAMED).map(|cell| format!("`{}`", shortened(cell, SHOWN))).collect();
        let more = if header.len() > NAMED { ", …" } else { "" };
        format!("; the first line, which names the columns, has {}{more}", cells.join(", "))
    };
    format!("there is no column {names}{instead}")
}

/// Returns the name in a header that may stand for a missing column.
fn likely_misspelling<'a>(header: &'a StringRecord, column: &str) -> Option<&'a str> {
    let same_letters = header.iter().find(|name| name.eq_ignore_ascii_case(column));
    same_letters
        .or_else(|| closest_spelling(column, header.iter().filter(|name| name.len() <= 2 * column.len())))
}

/// Maximum number of cells of a line that a message quotes.
const NAMED: usize = 12;

/// Maximum number of characters that it quotes of each.
const SHOWN: usize = 40;

fn failed(name: &str, error: &csv::Error) -> LabError {
    let line = error.position().map_or(1, csv::Position::line);
    let message = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} fields where the header has {expected_len}")
        }
        csv::ErrorKind::Utf8 { err, .. } => format!("field {} is not UTF-8", err.field() + 1),
        _ => error.to_string(),
    };
    LabError::content(format_args!("{name}: line {line}"), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<[String; 2]>, String> {
        let text = input::text(Path::new("x.csv"), text.as_bytes().to_vec()).expect("UTF-8");
        let records = Records::read(&CsvSource::new(Path::new("x.csv"), &text), ["word", "weight"]);
        let records = records.map_err(|error| error.to_string())?;
        Ok(records.rows().iter().map(|row| row.fields.clone()).collect())
    }

    #[test]
    fn an_optional_column_is_read_or_missing_and_a_misspelt_one_is_refused() {
        let source = |header: &str| CsvSource::new(Path::new("x.csv"), &format!("word,{header}\nice,1\n"));
        let read = |header: &str| Records::read_optional(&source(header), "recorded_guess");
        assert_eq!(read("recorded_guess").expect("it is there").expect("a column").rows()[0].fields, ["1"]);
        assert!(read("guess").expect("another column is no error").is_none());
        for header in
            ["Recorded Guess", "recorded-guess", "recorded_gues", "recordedguesses", "rceorded_guess"]
        {
            let refused = read(header).expect_err(header).to_string();
            let expected =
                format!("x.csv: line 1: column `{header}` is not read; did you mean `recorded_guess`? ");
            assert!(refused.starts_with(&expected), "{refused}");
        }
        assert!(is_misspelt("Pool", "pool") && is_misspelt("pools", "pool"));
        assert!(!["tool", "poll", "pool_1"].iter().any(|other| is_misspelt(other, "pool")), "other words");
    }

    #[test]
    fn separators_line_ends_and_marks_of_all_programs_are_read() {
        let expected: Vec<[String; 2]> =
            [["ice cream", "1"], ["a,b", "0.5"]].map(|row| row.map(str::to_owned)).into();
        for text in [
            "word,weight\nice cream,1\n\"a,b\",0.5\n",
            "\u{feff}word;weight\r\nice cream;1\r\na,b;0.5\r\n;\r\n",
            "weight\tword\n1\tice cream\n0.5\ta,b\n",
            "word,weight\rice cream,1\r\"a,b\",0.5",
            "\n\"word\",\"note\",\"weight\"\n\"ice cream\",x,1\n\n\"a,b\",,0.5\n,,\n",
        ] {
            assert_eq!(read(text).as_ref(), Ok(&expected), "{text:?}");
        }
    }

    #[test]
    fn what_is_missing_is_said_with_what_was_found() {
        let refused = |text: &str| read(text).expect_err(text);
        assert_eq!(refused(""), "x.csv: the file is empty; its first line names the columns");
        assert_eq!(refused("\n \n"), refused(""));
        let nameless = refused("ice,1\ncar,2\n");
        let expected = "x.csv: line 1: there is no column `word`, `weight`; the first line, which names the columns, has `ice`, `1`";
        assert_eq!(nameless, expected);
        assert_eq!(refused("word;weight\n;\n"), "x.csv: there are no rows below the header");
        assert_eq!(refused("word;weight\nice\n"), "x.csv: line 2: 1 fields where the header has 2");
        assert_eq!(refused("word,weight,word\nice,1,2\n"), "x.csv: line 1: column `word` appears twice");
        let long = refused(&format!("{}\n1\n", "x".repeat(100_000)));
        assert!(long.len() < 300 && long.contains('…'), "{long}");
    }
}
