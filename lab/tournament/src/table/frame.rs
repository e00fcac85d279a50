//! Tables of typed cells.

use overhear_engine::rules::is_printable;
use serde::{Serialize, Serializer};

use super::measured::{DECIMALS, ELO_DECIMALS};
use super::schema::{ColumnEntry, FileEntry, Presence, Storage};
use super::{MeasuredValue, fixed, printable};

/// A cell. Its text in CSV is also the number in JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Text.
    Text(String),
    /// A count.
    Count(u64),
    /// A number with a fixed number of decimals; empty if undefined.
    Number(Option<f64>, usize),
    /// A number for comparison with the output of other programs: nine decimals, or scientific notation if
    /// these are 0.
    Precise(Option<f64>),
    /// A number that the user gave, with the digits that identify it.
    Given(f64),
}

impl Cell {
    /// Returns a text cell; unprintable characters are escaped.
    pub fn text(text: impl Into<String>) -> Cell {
        let text = text.into();
        Cell::Text(if text.chars().all(is_printable) { text } else { printable(&text) })
    }

    /// Returns a cell for a share, a rate, or a number of bits or nats; empty unless finite.
    pub fn share(value: impl Into<Option<f64>>) -> Cell {
        Cell::decimal(value.into(), DECIMALS)
    }

    /// Returns a cell for Elo points; empty unless finite.
    pub fn elo(value: impl Into<Option<f64>>) -> Cell {
        Cell::decimal(value.into(), ELO_DECIMALS)
    }

    /// Returns a cell for a number with so many decimals; empty unless finite.
    pub(super) fn decimal(value: Option<f64>, decimals: usize) -> Cell {
        Cell::Number(value.filter(|value| value.is_finite()), decimals)
    }

    /// Returns the number as rounded in files; `None` for text and undefined numbers.
    ///
    /// ```
    /// use overhear_tournament::table::Cell;
    ///
    /// assert_eq!(Cell::share(1.0 / 3.0).number(), Some(0.333333));
    /// assert_eq!((Cell::Count(3).number(), Cell::elo(None).number()), (Some(3.0), None));
    /// ```
    pub fn number(&self) -> Option<f64> {
        match self {
            Cell::Text(_) => None,
            Cell::Count(count) => Some(*count as f64),
            Cell::Number(..) | Cell::Precise(_) | Cell::Given(_) => self.as_csv().parse().ok(),
        }
    }

    /// Returns the text in a CSV file.
    pub fn as_csv(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Number(None, _) => String::new(),
            Cell::Number(Some(value), digits) => fixed(*value, *digits),
            Cell::Precise(value) => value.map_or(String::new(), precise),
            Cell::Given(value) => value.to_string(),
        }
    }

    /// Returns `true` if the cell has the type of a column.
    fn matches_column(&self, column: &ColumnEntry) -> bool {
        let empty =
            matches!(self, Cell::Number(None, _) | Cell::Precise(None)) || *self == Cell::Text(String::new());
        match column.stored {
            _ if empty => column.optional,
            Storage::Text => matches!(self, Cell::Text(_) | Cell::Count(_)),
            Storage::Float64 => !matches!(self, Cell::Text(_)),
            Storage::Int64 | Storage::Uint64 | Storage::Int32 | Storage::Bool => {
                matches!(self, Cell::Count(_) | Cell::Number(Some(_), 0))
            }
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Count(count) => serializer.serialize_u64(*count),
            Cell::Number(..) | Cell::Precise(_) | Cell::Given(_) => self.number().serialize(serializer),
        }
    }
}

fn precise(value: f64) -> String {
    const DIGITS: usize = 9;
    if value != 0.0 && value.abs() < 1e-6 { format!("{value:.6e}") } else { fixed(value, DIGITS) }
}

/// A table of results, with columns from the [`schema`](super::schema()).
#[derive(Clone, Debug)]
pub struct Frame {
    table: &'static FileEntry,
    columns: Vec<&'static ColumnEntry>,
    /// Names of the columns in the place of the declared one.
    repeated: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

impl Frame {
    /// Returns an empty table of the schema, with the columns that are always present.
    ///
    /// ```
    /// use overhear_tournament::table::Frame;
    ///
    /// assert_eq!(Frame::new("rounds.csv").to_csv(), "agent_a,agent_b,rounds,games,share\n");
    /// ```
    ///
    /// # Panics
    /// Panics if the schema has no such table.
    pub fn new(table: &str) -> Frame {
        Frame::with(table, &[])
    }

    /// Returns an empty table that also has the optional columns `more`, in schema order.
    ///
    /// # Panics
    /// Panics if the schema has no such table, or the table no such columns.
    pub fn with(table: &str, more: &[&str]) -> Frame {
        let table = FileEntry::find(table);
        let sometimes: Vec<_> =
            table.columns(Presence::Sometimes).filter(|column| more.contains(&column.name)).collect();
        assert_eq!(sometimes.len(), more.len(), "{} has not all of the columns {more:?}", table.file);
        let columns = table.columns(Presence::Always).chain(sometimes).collect();
        Frame { table, columns, repeated: Vec::new(), rows: Vec::new() }
    }

    /// Returns the name of the table: its file, or the command that prints it.
    pub fn name(&self) -> &'static str {
        self.table.file
    }

    /// Returns the name and the bytes of the table's file.
    pub fn file(&self) -> (String, Vec<u8>) {
        (self.name().to_owned(), self.to_csv().into_bytes())
    }

    /// Adds a row.
    ///
    /// # Panics
    /// Panics if the row does not have a cell for each column; in debug builds, also if a cell has the wrong
    /// type.
    pub fn push(&mut self, row: Vec<Cell>) {
        assert_eq!(row.len(), self.columns.len(), "a row has a cell for each column");
        for (cell, column) in row.iter().zip(&self.columns) {
            debug_assert!(cell.matches_column(column), "{cell:?} does not fit {column:?}");
        }
        self.rows.push(row);
    }

    /// Adds one of the columns that the table can have any number of times, with a cell for each row.
    ///
    /// # Panics
    /// Panics if the schema declares no such column, or without a cell for each row.
    pub fn push_column(&mut self, name: &'static str, cells: Vec<Cell>) {
        let entry = self.table.columns(Presence::Repeated).next();
        let entry = entry.unwrap_or_else(|| panic!("{} has no column that is repeated", self.table.file));
        assert_eq!(cells.len(), self.rows.len(), "a column has a cell for each row");
        self.columns.push(entry);
        self.repeated.push(name);
        self.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
    }

    /// Returns the schema entry of the table.
    pub(super) const fn table(&self) -> &'static FileEntry {
        self.table
    }

    /// Returns the schema entries of the columns.
    pub(super) fn entries(&self) -> &[&'static ColumnEntry] {
        &self.columns
    }

    /// Returns every column that the table can have.
    pub(super) fn declared(&self) -> &'static [ColumnEntry] {
        &self.table.columns
    }

    /// Returns the names of the columns.
    pub fn columns(&self) -> Vec<&'static str> {
        self.names().collect()
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        let declared = self.columns.len() - self.repeated.len();
        let declared = self.columns[..declared].iter().map(|column| column.name);
        declared.chain(self.repeated.iter().copied())
    }

    /// Returns the schema entry of a column by its index: type, unit, meaning. Repeated columns share one
    /// entry, whose name stands for all of them.
    pub fn entry(&self, column: usize) -> &'static ColumnEntry {
        self.columns[column]
    }

    /// Returns the rows as text.
    pub fn rows(&self) -> Vec<Vec<String>> {
        self.rows.iter().map(|row| row.iter().map(Cell::as_csv).collect()).collect()
    }

    /// Returns `true` if a column holds numbers.
    pub fn is_numeric(&self, column: usize) -> bool {
        self.entry(column).stored != Storage::Text
    }

    /// Returns the cell of a row in the column with this name.
    pub fn cell(&self, row: usize, column: &str) -> &Cell {
        let place = self.names().position(|name| name == column);
        &self.rows[row][place.unwrap_or_else(|| panic!("there is no column `{column}`"))]
    }

    /// Returns the number in a row with its interval; `None` if undefined.
    ///
    /// # Panics
    /// Panics if there is no such column.
    pub(crate) fn measured(&self, row: usize, column: &str) -> Option<MeasuredValue> {
        MeasuredValue::read(self.table, column, |column| self.cell(row, column).number())
    }

    /// Returns the columns of the ends of a column's interval, if this table has them.
    pub(super) fn interval_columns(&self, column: &str) -> Option<[&'static str; 2]> {
        let ends = self.table.intervals(column).next()?;
        ends.iter().all(|end| self.columns.iter().any(|entry| entry.name == *end)).then_some(ends)
    }

    /// Returns the cells of a column by its index, row by row.
    pub fn column(&self, column: usize) -> impl ExactSizeIterator<Item = &Cell> {
        self.rows.iter().map(move |row| &row[column])
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the table as CSV with a header line.
    pub fn to_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.columns()).expect("memory takes everything");
        for row in &self.rows {
            writer.write_record(row.iter().map(Cell::as_csv)).expect("all rows have the columns' length");
        }
        let bytes = writer.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("only text was written")
    }
}

/// A row serialised as an object with a key for each column.
struct RowObject<'a>(&'a Frame, &'a [Cell]);

impl Serialize for RowObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.columns().iter().zip(self.1))
    }
}

impl Serialize for Frame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows.iter().map(|row| RowObject(self, row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tiny_is_not_nothing() {
        let text = |value: f64| Cell::Precise(Some(value)).as_csv();
        assert_eq!([0.25, 0.0, 3.2e-15].map(text), ["0.250000000", "0.000000000", "3.200000e-15"]);
        assert_eq!([1e-6, -9e-7].map(text), ["0.000001000", "-9.000000e-7"]);
    }

    #[test]
    fn what_is_no_number_is_empty_in_a_file() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!([Cell::share(value), Cell::elo(value)].map(|cell| cell.as_csv()), ["", ""], "{value}");
        }
        assert_eq!(Cell::share(0.5).as_csv(), "0.500000");
    }

    #[test]
    fn one_frame_in_two_notations() {
        let mut frame = Frame::new("rounds.csv");
        let row = |share| vec![Cell::text("a,b"), Cell::text("c"), Cell::Count(3), Cell::Count(1), share];
        frame.push(row(Cell::share(1.0 / 3.0)));
        frame.push(row(Cell::share(None)));
        let rows = "\"a,b\",c,3,1,0.333333\n\"a,b\",c,3,1,\n";
        assert_eq!(frame.to_csv(), format!("agent_a,agent_b,rounds,games,share\n{rows}"));
        assert_eq!(frame.rows(), [["a,b", "c", "3", "1", "0.333333"], ["a,b", "c", "3", "1", ""]]);
        assert_eq!([0, 2, 4].map(|column| frame.is_numeric(column)), [false, true, true]);
        assert!(!frame.is_empty() && Frame::new("rounds.csv").is_empty());
        let json = serde_json::to_string(&frame).expect("texts and numbers");
        let object =
            |share| format!(r#"{{"agent_a":"a,b","agent_b":"c","rounds":3,"games":1,"share":{share}}}"#);
        assert_eq!(json, format!("[{},{}]", object("0.333333"), object("null")));
    }

    #[test]
    fn what_is_there_sometimes_is_there_when_asked_for() {
        let always = Frame::new("standings.csv").columns();
        let columns = Frame::with("standings.csv", &["forfeits", "late_clues"]).columns();
        assert_eq!(columns, [&always[..], &["late_clues", "forfeits"]].concat());
    }

    #[test]
    fn a_repeated_column_stands_last_under_its_own_name() {
        let mut frame = Frame::new("trace.csv");
        frame.push(vec![Cell::Count(0), Cell::Count(0), Cell::Number(Some(-2.0), 0)]);
        frame.push_column("top", vec![Cell::Given(64.0)]);
        frame.push_column("beta", vec![Cell::Given(0.1)]);
        assert_eq!(frame.to_csv(), "iteration,pairs,lead,top,beta\n0,0,-2,64,0.1\n");
        assert_eq!((frame.entry(4).name, frame.cell(0, "beta")), ("parameter", &Cell::Given(0.1)));
    }

    #[test]
    #[should_panic(expected = "standings.csv has not all of the columns")]
    fn what_is_there_sometimes_is_asked_for_by_its_name() {
        Frame::with("standings.csv", &["late_clues", "unfit_cleus"]);
    }

    #[test]
    #[should_panic(expected = "does not fit")]
    fn a_text_is_no_count() {
        Frame::new("rounds.csv").push(vec![Cell::text("3"); 5]);
    }
}
