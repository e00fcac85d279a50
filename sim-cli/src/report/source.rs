//! The files of a result.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::failure::{Failure, Named as _};
use crate::input::{self, Size};

/// A directory with a result.
pub(super) struct Source {
    dir: PathBuf,
    /// manifest.json.
    pub(super) manifest: Value,
}

impl Source {
    /// Reads the manifest.
    pub(super) fn open(dir: &Path) -> Result<Source, Failure> {
        let path = dir.join("manifest.json");
        if !path.is_file() {
            let message = "no result stands here: manifest.json is missing";
            return Err(Failure::content(dir.display(), message));
        }
        let text = input::read_text(&path, Size::Table)?;
        let manifest: Value =
            serde_json::from_str(&text).map_err(|error| Failure::content(path.display(), error))?;
        match manifest["command"].as_str() {
            Some("tournament" | "balance") => Ok(Source { dir: dir.to_owned(), manifest }),
            _ => Err(Failure::content(
                path.display(),
                "key `command`: this is no result of tournament or balance",
            )),
        }
    }

    /// A table, if the result has it.
    pub(super) fn table(&self, name: &str) -> Result<Option<Table>, Failure> {
        let path = self.path(name);
        if path.is_file() { Table::read(&path).map(Some) } else { Ok(None) }
    }

    /// Where a file is, or would be.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }
}

/// A CSV file in memory.
#[derive(Clone, Debug)]
pub(super) struct Table {
    name: String,
    header: Vec<String>,
    rows: Vec<csv::StringRecord>,
}

impl Table {
    fn read(path: &Path) -> Result<Table, Failure> {
        let file = File::open(path).named(path.display())?;
        let mut reader = csv::Reader::from_reader(file);
        let wrong = |error: csv::Error| Failure::content(path.display(), error);
        let header = reader.headers().map_err(wrong)?.iter().map(str::to_owned).collect();
        let rows = reader.records().collect::<Result<_, _>>().map_err(wrong)?;
        Ok(Table { name: path.display().to_string(), header, rows })
    }

    /// Sees that the columns are there, in a file that another command has written.
    pub(super) fn needs(&self, columns: &[&str]) -> Result<(), Failure> {
        let header = || self.header.iter().map(String::as_str);
        let missing = columns.iter().find(|column| !header().any(|name| name == **column));
        missing.map_or(Ok(()), |column| {
            let found = header().collect::<Vec<_>>().join(", ");
            let message = format_args!("column `{column}` is missing; there are: {found}");
            Err(Failure::content(&self.name, message))
        })
    }

    /// The rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|record| Row { table: self, record })
    }
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    table: &'a Table,
    record: &'a csv::StringRecord,
}

impl<'a> Row<'a> {
    /// A cell; nothing where there is no such column.
    pub(super) fn text(&self, column: &str) -> &'a str {
        let place = self.table.header.iter().position(|name| name == column);
        place.and_then(|place| self.record.get(place)).unwrap_or_default()
    }

    /// A cell that has to be a number.
    pub(super) fn needed(&self, column: &str) -> Result<f64, Failure> {
        let text = self.text(column);
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| {
            let line = self.record.position().map_or(0, csv::Position::line);
            let message = format_args!("line {line}, column `{column}`: `{text}` is no number");
            Failure::content(&self.table.name, message)
        })
    }

    /// A cell as a number.
    pub(super) fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }

    /// A cell as a count; 0 where there is none.
    pub(super) fn count(&self, column: &str) -> u64 {
        self.text(column).parse().unwrap_or(0)
    }

    /// A number and its ends, from columns with one stem: `score`, `score_low`; `decoded_rate`, `decoded_low`.
    pub(super) fn measured(&self, column: &str) -> Option<[f64; 3]> {
        let stem = column.strip_suffix("_rate").unwrap_or(column);
        let end = |end: &str| self.number(&format!("{stem}_{end}"));
        Some([self.number(column)?, end("low")?, end("high")?])
    }

    /// The two agents of the row.
    pub(super) fn agents(&self) -> [&'a str; 2] {
        [self.text("agent_a"), self.text("agent_b")]
    }
}
