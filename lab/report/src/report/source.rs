//! The files of a result.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::run_manifest::RunManifest;
use overhear_lab::error::LabError;
use overhear_lab::input::{self, SizeLimit};
use overhear_lab::store::{FRONTIER, RESULT_FILES, StoredManifest};
use overhear_lab::table::{ColumnEntry, FileEntry, MeasuredValue, Presence, Storage};

/// A directory with a result.
pub(super) struct ResultFiles {
    dir: PathBuf,
    stored: StoredManifest,
    played: RunManifest,
}

impl ResultFiles {
    /// Reads the manifest and checks that every file is unchanged.
    pub(super) fn open(dir: &Path) -> Result<ResultFiles, LabError> {
        let stored = StoredManifest::open(dir)?;
        let played = RunManifest::read(&stored)?;
        stored.files().keys().try_for_each(|name| stored.verified(name).map(drop))?;
        Ok(ResultFiles { dir: dir.to_owned(), stored, played })
    }

    /// Returns the labels of the agents in the order of a file of the result, best first: standings.csv or league.csv; none without
    /// the file. The place of an agent in it is its colour and mark in every figure.
    pub(super) fn agent_order(&self, file: &str) -> Result<Vec<String>, LabError> {
        let Some(table) = self.table(file)? else { return Ok(Vec::new()) };
        Ok(table.rows().map(|row| row.text("agent").to_owned()).collect())
    }

    /// Returns manifest.json as a JSON value.
    pub(super) const fn manifest(&self) -> &Value {
        &self.stored.manifest
    }

    /// Returns the parsed manifest.
    pub(super) const fn run_manifest(&self) -> &RunManifest {
        &self.played
    }

    /// Returns a table, if the result has it.
    pub(super) fn table(&self, name: &str) -> Result<Option<CsvTable>, LabError> {
        self.path(name).map(|path| CsvTable::read(name, &path)).transpose()
    }

    /// Returns the path of a file, if the result has it.
    pub(super) fn path(&self, name: &str) -> Option<PathBuf> {
        let path = self.dir.join(name);
        let beside = name == FRONTIER && path.is_file();
        (beside || self.stored.files().contains_key(name)).then_some(path)
    }

    /// Returns every file of a directory that may be read.
    pub(super) fn inputs(dir: &Path) -> Vec<PathBuf> {
        RESULT_FILES.iter().map(|name| dir.join(name)).collect()
    }
}

/// Largest number in a result, as no more games can be requested.
const LARGEST: f64 = 1e15;

/// Returns the reason why a cell cannot be drawn, if there is one.
fn unsound(text: &str) -> Option<String> {
    if let Err(reason) = input::check_text(text) {
        return Some(reason);
    }
    text.parse()
        .is_ok_and(|number: f64| number.is_nan() || number.abs() > LARGEST)
        .then(|| format!("`{text}` is not a number that can be drawn"))
}

/// Returns the reason why a cell does not fit its column, if there is one.
fn mismatch(column: &ColumnEntry, text: &str) -> Option<String> {
    let fits = match column.stored {
        _ if text.is_empty() => column.optional || column.kind == "text",
        Storage::Text => true,
        Storage::Int64 | Storage::Int32 | Storage::Uint64 => text.parse::<u64>().is_ok(),
        Storage::Bool => matches!(text, "0" | "1"),
        Storage::Float64 => text.parse::<f64>().is_ok(),
    };
    let name = if column.stored == Storage::Float64 { "number" } else { column.kind };
    (!fits).then(|| format!("`{text}` is not a {name}"))
}

/// A CSV file in memory.
#[derive(Clone, Debug)]
pub(super) struct CsvTable {
    name: String,
    entry: &'static FileEntry,
    header: Vec<String>,
    rows: Vec<csv::StringRecord>,
}

impl CsvTable {
    /// Reads the file of a table and checks that the required columns are there.
    pub(super) fn read(table: &str, path: &Path) -> Result<CsvTable, LabError> {
        CsvTable::parse(table, path.display().to_string(), &input::read_text(path, SizeLimit::Table)?)
    }

    /// Calls `visit` with the rows of a log, one after the other, until it breaks: a log may exceed memory. Cells are not checked: a
    /// clue may be any text.
    pub(super) fn visit(
        table: &str,
        path: &Path,
        mut visit: impl FnMut(CsvRow<'_>) -> Result<ControlFlow<()>, LabError>,
    ) -> Result<(), LabError> {
        let entry = FileEntry::find(table);
        let mut reader = input::rows_of(entry, path)?;
        let header = reader.headers().map_err(|error| LabError::content(path.display(), error))?;
        let header = header.iter().map(str::to_owned).collect();
        let table = CsvTable { name: path.display().to_string(), entry, header, rows: Vec::new() };
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| LabError::content(path.display(), error))? {
            if visit(CsvRow { table: &table, record: &record })?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the table of a text; `name` is that of its file in messages.
    pub(super) fn parse(table: &str, name: String, text: &str) -> Result<CsvTable, LabError> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().map_err(|error| LabError::content(&name, error))?;
        let header = header.iter().map(str::to_owned).collect();
        let rows: Result<_, _> = reader.records().collect();
        let rows = rows.map_err(|error| LabError::content(&name, error))?;
        let entry = FileEntry::find(table);
        let table = CsvTable { name, entry, header, rows };
        let complete = entry.complete(table.header.iter().map(String::as_str));
        complete.map_err(|message| LabError::content(&table.name, message))?;
        table.refuse_what_cannot_be_drawn()?;
        table.refuse_what_is_not_declared()?;
        Ok(table)
    }

    /// Returns an error for the first cell whose type is not that of its column.
    fn refuse_what_is_not_declared(&self) -> Result<(), LabError> {
        let declared: Vec<_> = self.header.iter().map(|name| self.declared(name)).collect();
        for record in &self.rows {
            let mut cells = declared.iter().zip(record).filter_map(|(column, text)| Some(((*column)?, text)));
            if let Some((column, wrong)) =
                cells.find_map(|(column, text)| Some((column, mismatch(column, text)?)))
            {
                return Err(self.wrong(record, column.name, &wrong));
            }
        }
        Ok(())
    }

    /// Returns the columns of the schema that the table has under this condition.
    pub(super) fn columns(&self, presence: Presence) -> impl Iterator<Item = &'static ColumnEntry> {
        self.entry.columns(presence)
    }

    /// Returns the schema entry of a column.
    fn declared(&self, name: &str) -> Option<&'static ColumnEntry> {
        self.entry
            .columns
            .iter()
            .filter(|column| column.presence != Presence::Repeated)
            .find(|column| column.name == name)
    }

    /// Returns the error for a cell.
    fn wrong(&self, record: &csv::StringRecord, column: &str, message: &str) -> LabError {
        let line = record.position().map_or(0, csv::Position::line);
        LabError::content(&self.name, format_args!("line {line}, column `{column}`: {message}"))
    }

    /// Returns an error for the first cell with unprintable text or an out-of-range number.
    fn refuse_what_cannot_be_drawn(&self) -> Result<(), LabError> {
        if let Some(column) = self.header.iter().find(|column| input::check_text(column).is_err()) {
            return Err(LabError::content(&self.name, format_args!("line 1: column {column:?}")));
        }
        for record in &self.rows {
            let mut cells = self.header.iter().zip(record);
            if let Some((column, wrong)) = cells.find_map(|(column, text)| Some((column, unsound(text)?))) {
                return Err(self.wrong(record, column, &wrong));
            }
        }
        Ok(())
    }

    /// Returns the rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = CsvRow<'_>> {
        self.rows.iter().map(|record| CsvRow { table: self, record })
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct CsvRow<'a> {
    table: &'a CsvTable,
    record: &'a csv::StringRecord,
}

impl<'a> CsvRow<'a> {
    /// Returns a cell; empty if an optional column is absent.
    pub(super) fn text(&self, column: &str) -> &'a str {
        debug_assert!(
            self.table.declared(column).is_some(),
            "{}: `{column}` is not declared",
            self.table.name
        );
        self.text_cell(column)
    }

    /// Returns a cell of a column that the schema need not declare.
    fn text_cell(&self, column: &str) -> &'a str {
        let place = self.table.header.iter().position(|name| name == column);
        place.and_then(|place| self.record.get(place)).unwrap_or_default()
    }

    /// Returns the value of a cell that must be one of the known words.
    pub(super) fn one_of<'b, T>(
        &self,
        column: &str,
        known: impl IntoIterator<Item = (&'b str, T)>,
    ) -> Result<T, LabError> {
        let text = self.text(column);
        let meaning = known.into_iter().find(|(word, _)| *word == text).map(|(_, meaning)| meaning);
        meaning
            .ok_or_else(|| self.table.wrong(self.record, column, &format!("`{text}` does not belong there")))
    }

    /// Returns a required number with its interval. Both ends or neither must be present.
    pub(super) fn needed(&self, column: &str) -> Result<MeasuredValue, LabError> {
        let ends = self.table.entry.intervals(column).next().into_iter().flatten();
        let has_ends = ends.clone().any(|end| !self.text(end).is_empty());
        let ends: Vec<&str> = if has_ends { ends.collect() } else { Vec::new() };
        let mut columns = ends.iter().chain([&column]);
        match columns.find(|column| self.cell(column).is_none_or(|number| !number.is_finite())) {
            Some(column) => Err(self.not_a_number(column)),
            None => self.measured(column).ok_or_else(|| self.not_a_number(column)),
        }
    }

    fn not_a_number(&self, column: &str) -> LabError {
        let text = self.text(column);
        self.table.wrong(self.record, column, &format!("`{text}` is not a number"))
    }

    /// Returns a cell as a number without an interval; see [`measured`](Self::measured) for the others.
    pub(super) fn number(&self, column: &str) -> Option<f64> {
        debug_assert!(
            self.table.declared(column).is_some_and(|entry| entry.end.is_none())
                && self.table.entry.intervals(column).next().is_none(),
            "{}: `{column}` has an interval, or is the end of one",
            self.table.name
        );
        self.cell(column)
    }

    /// Returns a cell as a number.
    fn cell(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }

    /// Returns a cell as a count; 0 if it is not one.
    pub(super) fn count(&self, column: &str) -> u64 {
        self.text(column).parse().unwrap_or(0)
    }

    /// Returns `true` if the number is a rating that rests on a penalty.
    pub(super) fn is_held(&self, column: &str) -> bool {
        column == "rating" && self.text_cell("rating_basis") == "penalty"
    }

    /// Returns a number with the first interval that the schema declares for it; `None` if undefined.
    pub(super) fn measured(&self, column: &str) -> Option<MeasuredValue> {
        MeasuredValue::read(self.table.entry, column, |column| self.cell(column))
    }

    /// Returns a number with the interval whose lower end is in the column `lower`; `None` if undefined.
    pub(super) fn measured_within(&self, column: &str, lower: &str) -> Option<MeasuredValue> {
        MeasuredValue::read_within(self.table.entry, [column, lower], |column| self.cell(column))
    }

    /// Returns the two agents of the row.
    pub(super) fn agents(&self) -> [&'a str; 2] {
        [self.text("agent_a"), self.text("agent_b")]
    }
}
