//! Rows of a CSV file whose errors name file, line and column.

use std::fmt::Display;
use std::path::Path;

use csv::StringRecord;
use overhear_agents::registry::nearest;

use crate::error::LabError;
use crate::input::{self, Size};

/// A file that was read once, and may be a pipe.
pub(crate) struct Opened {
    name: String,
    text: String,
}

impl Opened {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Opened, LabError> {
        Ok(Opened { name: path.display().to_string(), text: input::read_text(path, Size::Table)? })
    }

    /// What was read before.
    pub(crate) fn of(path: &Path, text: &str) -> Opened {
        Opened { name: path.display().to_string(), text: text.to_owned() }
    }

    /// The names of its columns.
    pub(crate) fn header(&self) -> Result<StringRecord, LabError> {
        self.reader().headers().cloned().map_err(|error| failed(&self.name, &error))
    }

    fn reader(&self) -> csv::Reader<&[u8]> {
        csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(self.text.as_bytes())
    }
}

/// A file whose columns are found by name, in any order.
pub(crate) struct Records<const N: usize> {
    name: String,
    columns: [&'static str; N],
    rows: Vec<Record<N>>,
}

/// The fields of a row in the order that was asked for, a line break in them being a space.
pub(crate) struct Record<const N: usize> {
    pub(crate) line: u64,
    pub(crate) fields: [String; N],
}

impl<const N: usize> Records<N> {
    /// Reads a file's rows; columns that nobody asked for are passed over.
    pub(crate) fn read(file: &Opened, columns: [&'static str; N]) -> Result<Records<N>, LabError> {
        let (name, header) = (file.name.clone(), file.header()?);
        let places = places(&header, columns)
            .map_err(|message| LabError::content(format_args!("{name}: line 1"), message))?;
        let mut rows = Vec::new();
        for record in file.reader().records() {
            let record = record.map_err(|error| failed(&name, &error))?;
            let line = record.position().map_or(0, csv::Position::line);
            let fields = places.map(|place| record[place].replace(['\n', '\r'], " "));
            for (field, column) in fields.iter().zip(columns) {
                input::sound(field).map_err(|message| {
                    LabError::content(format_args!("{name}: line {line}: column `{column}`"), message)
                })?;
            }
            rows.push(Record { line, fields });
        }
        if rows.is_empty() {
            return Err(LabError::content(name, "there are no rows below the header"));
        }
        Ok(Records { name, columns, rows })
    }

    /// The rows in the order of the file.
    pub(crate) fn rows(&self) -> &[Record<N>] {
        &self.rows
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What is wrong with a field of a row.
    pub(crate) fn wrong(&self, row: &Record<N>, field: usize, message: impl Display) -> LabError {
        let (name, line, column) = (&self.name, row.line, self.columns[field]);
        LabError::content(format_args!("{name}: line {line}: column `{column}`"), message)
    }
}

/// Where each column stands.
fn places<const N: usize>(header: &StringRecord, columns: [&str; N]) -> Result<[usize; N], String> {
    let found = columns.map(|column| {
        let mut places =
            header.iter().enumerate().filter(|(_, name)| *name == column).map(|(place, _)| place);
        (places.next(), places.next())
    });
    if let Some(twice) = found.iter().position(|found| found.1.is_some()) {
        return Err(format!("column `{}` stands there twice", columns[twice]));
    }
    let missing = columns.into_iter().zip(&found).filter(|(_, found)| found.0.is_none());
    let missing: Vec<&str> = missing.map(|(column, _)| column).collect();
    if missing.is_empty() {
        Ok(found.map(|found| found.0.unwrap_or_default()))
    } else {
        Err(lacking(header, &missing))
    }
}

/// What to say of all columns that are not there: those that are misspelt with what was written, or what there is.
fn lacking(header: &StringRecord, missing: &[&str]) -> String {
    let spelt = |column: &str| {
        let meant = header.iter().find(|name| name.eq_ignore_ascii_case(column));
        meant.or_else(|| nearest(column, header.iter().filter(|name| name.len() <= 2 * column.len())))
    };
    let named = |column: &&str| match spelt(column) {
        Some(name) => format!("`{column}` (is `{name}` meant?)"),
        None => format!("`{column}`"),
    };
    let named = missing.iter().map(named).collect::<Vec<_>>().join(", ");
    let instead = if missing.iter().any(|column| spelt(column).is_some()) {
        String::new()
    } else {
        format!("; the header has `{}`", header.iter().collect::<Vec<_>>().join("`, `"))
    };
    format!("there is no column {named}{instead}")
}

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
