//! Schema of the tables that the program writes, prints and reads.

use std::sync::LazyLock;

use serde::Serialize;

/// A table: a file, or the CSV output of a command.
#[derive(Debug, Serialize)]
pub struct FileEntry {
    /// Name of the table.
    pub file: &'static str,
    /// Commands that write or print the table.
    pub written_by: &'static str,
    /// `true` if the table goes to standard output, also or only.
    pub printed: bool,
    /// Meaning of the table.
    pub meaning: &'static str,
    /// Its columns, in order.
    pub columns: Vec<ColumnEntry>,
}

/// A column of a table.
#[derive(Debug, Serialize)]
pub struct ColumnEntry {
    /// Name of the column.
    pub name: &'static str,
    /// Type of its values: `text`, `count`, `share` and so on.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Storage type in formats with types of fixed width.
    pub stored: Storage,
    /// `true` if a field may be empty.
    pub optional: bool,
    /// Presence of the column.
    pub presence: Presence,
    /// Unit of the numbers, one of [`UNITS`]; `None` for texts, counts and shares of 1.
    pub unit: Option<&'static str>,
    /// The number whose interval has its end here; `None` for other columns.
    pub end: Option<IntervalEnd>,
    /// Meaning of the column.
    pub meaning: &'static str,
}

/// An end of a number's interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct IntervalEnd {
    /// Column of the number.
    pub of: &'static str,
    /// The lower or the upper end.
    pub side: EndSide,
}

/// Side of an interval that a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EndSide {
    /// The lower end.
    Lower,
    /// The upper end, in the column right after the lower end.
    Upper,
}

/// Units of numbers.
///
/// `1` is a ratio or a weight. `share` is a difference of shares of 1. `elo` and `nelo` are points of the
/// score's Elo difference and of the normalised one; `rating` points of Davidson's ratings. In some tables
/// the row determines the unit, by its `measure`, `model` or `term`; in others the input table does, by its
/// `column`, or an agent, by its `parameter`.
pub const UNITS: [&str; 20] = [
    "1",
    "share",
    "share²",
    "elo",
    "nelo",
    "rating",
    "rating²",
    "rounds",
    "pairs",
    "games",
    "nats",
    "bits",
    "2^-32·bits",
    "seconds",
    "minutes",
    "measure",
    "model",
    "term",
    "column",
    "parameter",
];

/// Storage type of a column in Parquet and Arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Storage {
    /// UTF-8 text.
    Text,
    /// Signed 64-bit integer.
    Int64,
    /// Unsigned 64-bit integer: a seed.
    Uint64,
    /// Signed 32-bit integer, for small values in tables with many rows.
    Int32,
    /// Boolean; 1 or 0 as text.
    Bool,
    /// 64-bit floating-point number.
    Float64,
}

/// Presence of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// In every table.
    Always,
    /// With some flags only; the meaning names them.
    Sometimes,
    /// Any number of times, each under its own name; the meaning explains.
    Repeated,
}

/// The columns of every table. A table's line is `file | written by | meaning`; its columns follow as `name |
/// type | meaning`.
///
/// A printed table is named after its command. The commands are separated by commas, with `standard output`
/// for printed tables. A name in `[]` is an optional column, one in `<>` a repeated column. A `?` after the
/// type allows empty fields, a width before a count sets its storage, and a word before a number is its unit.
const SCHEMA: &str = include_str!("schema.txt");

/// Suffix of the commands of a printed table.
const PRINTED: &str = ", standard output";

/// Returns every table.
pub fn schema() -> &'static [FileEntry] {
    static TABLES: LazyLock<Vec<FileEntry>> =
        LazyLock::new(|| SCHEMA.split("\n\n").map(|part| file(part.trim())).collect());
    &TABLES
}

impl FileEntry {
    /// Returns the table of this name.
    ///
    /// # Panics
    /// Panics if there is none. Table names are constants of the program.
    pub fn find(table: &str) -> &'static FileEntry {
        let entry = schema().iter().find(|entry| entry.file == table);
        entry.unwrap_or_else(|| panic!("`{table}` is not in the schema"))
    }

    /// Checks that a header has every required column.
    ///
    /// # Errors
    /// Returns the first missing column, and the columns that are there.
    pub fn complete<'a>(&self, header: impl Iterator<Item = &'a str> + Clone) -> Result<(), String> {
        let missing =
            self.columns(Presence::Always).find(|column| !header.clone().any(|name| name == column.name));
        missing.map_or(Ok(()), |column| {
            let names = header.collect::<Vec<_>>().join(", ");
            Err(format!("line 1: column `{}` is missing; there are: {names}", column.name))
        })
    }

    /// Returns the names of the columns that are always there.
    ///
    /// # Panics
    /// Panics if there are not exactly `N`. Readers of tables are part of the program.
    pub fn names<const N: usize>(&self) -> [&'static str; N] {
        let names: Vec<&str> = self.columns(Presence::Always).map(|column| column.name).collect();
        names.try_into().unwrap_or_else(|_| panic!("`{}` has other columns than {N}", self.file))
    }

    /// Returns the lower and the upper end of every interval of a column, in schema order.
    pub fn intervals(&self, column: &str) -> impl Iterator<Item = [&'static str; 2]> {
        let ends = self.columns.windows(2).filter(move |ends| {
            ends[0].end.is_some_and(|end| end.of == column && end.side == EndSide::Lower)
        });
        ends.map(|ends| [ends[0].name, ends[1].name])
    }

    /// Returns the columns with this presence.
    pub fn columns(&self, presence: Presence) -> impl Iterator<Item = &ColumnEntry> {
        self.columns.iter().filter(move |column| column.presence == presence)
    }
}

fn file(part: &'static str) -> FileEntry {
    let mut lines = part.lines().map(fields);
    let [file, written_by, meaning] = lines.next().expect("a part has a head");
    let printed = written_by.ends_with(PRINTED);
    FileEntry { file, written_by, printed, meaning, columns: lines.map(column).collect() }
}

fn column([name, kind, meaning]: [&'static str; 3]) -> ColumnEntry {
    let (kind, end) = ended(kind);
    let (kind, optional) = kind.strip_suffix('?').map_or((kind, false), |kind| (kind, true));
    let (before, kind) = kind.split_once(' ').unwrap_or(("", kind));
    let (width, unit) = if kind == "number" { ("", Some(before)) } else { (before, None) };
    let presence = match name.as_bytes()[0] {
        b'[' => Presence::Sometimes,
        b'<' => Presence::Repeated,
        _ => Presence::Always,
    };
    let name = name.trim_matches(['[', ']', '<', '>']);
    ColumnEntry { name, kind, stored: stored(width, kind), optional, presence, unit, end, meaning }
}

/// Returns the type of a column without the mark of an interval end, and the end.
fn ended(kind: &'static str) -> (&'static str, Option<IntervalEnd>) {
    let marks = [(" < ", EndSide::Lower), (" > ", EndSide::Upper)];
    let mark = marks.into_iter().find_map(|(mark, side)| {
        let (kind, of) = kind.split_once(mark)?;
        Some((kind, Some(IntervalEnd { of, side })))
    });
    mark.unwrap_or((kind, None))
}

fn stored(width: &str, kind: &str) -> Storage {
    match (width, kind) {
        ("small", "count") => Storage::Int32,
        ("flag", "count") => Storage::Bool,
        ("unsigned", "count") => Storage::Uint64,
        ("", "count") => Storage::Int64,
        ("", "share" | "number") => Storage::Float64,
        ("", "text" | "word" | "code") => Storage::Text,
        _ => panic!("`{width} {kind}` is not a type of a column"),
    }
}

fn fields(line: &'static str) -> [&'static str; 3] {
    let mut fields = line.splitn(3, " | ");
    std::array::from_fn(|_| fields.next().expect("a line has three fields").trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::RESULT_FILES;

    #[test]
    fn every_table_of_a_result_is_described_once() {
        let mut names: Vec<&str> = schema().iter().map(|table| table.file).collect();
        for file in RESULT_FILES.into_iter().filter(|file| file.contains(".csv")) {
            assert!(names.contains(&file), "{file} is not in the schema");
            assert!(DOCUMENT.contains(&format!("`{file}`")), "docs/runs.md does not name {file}");
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    /// The page on the files of results.
    const DOCUMENT: &str = include_str!("../../../../docs/runs.md");

    /// Columns named low or high that are not ends of intervals: bin edges, limits of settings, expectations,
    /// bounds.
    const NO_ENDS: [&str; 9] = [
        "calibration low",
        "calibration high",
        "agents show low",
        "agents show high",
        "people.csv range",
        "calibrate.csv wanted",
        "coverage.csv wanted",
        "stats sprt llr",
        "stats sprt overshoot",
    ];

    #[test]
    fn every_end_belongs_to_a_number_of_its_table_and_its_unit() {
        for table in schema() {
            for (place, column) in table.columns.iter().enumerate() {
                let Some(end) = column.end else { continue };
                let of = table.columns.iter().find(|other| other.name == end.of);
                let of = of.unwrap_or_else(|| panic!("{}: there is no {}", table.file, end.of));
                assert!(
                    of.end.is_none() && (of.kind, of.unit) == (column.kind, column.unit),
                    "{} {}: {of:?}",
                    table.file,
                    column.name
                );
                let (step, other) = match end.side {
                    EndSide::Lower => (place + 1, EndSide::Upper),
                    EndSide::Upper => (place - 1, EndSide::Lower),
                };
                let beside = IntervalEnd { side: other, ..end };
                assert_eq!(table.columns[step].end, Some(beside), "{} {}", table.file, column.name);
            }
        }
    }

    #[test]
    fn what_is_called_low_or_high_is_declared_as_an_end() {
        let is_named = |name: &str| {
            [("_low", "low"), ("_high", "high")]
                .into_iter()
                .any(|(end, whole)| name.ends_with(end) || name == whole)
        };
        for table in schema() {
            for column in table.columns.iter().filter(|column| is_named(column.name) && column.end.is_none())
            {
                let name = format!("{} {}", table.file, column.name);
                assert!(
                    NO_ENDS.iter().any(|known| name.starts_with(known)),
                    "{name} is not an end of an interval"
                );
            }
        }
    }

    #[test]
    fn a_number_has_the_intervals_that_are_declared_for_it() {
        let of = |table, column| FileEntry::find(table).intervals(column).collect::<Vec<_>>();
        assert_eq!(of("keywords.csv", "missed_shrunk"), [["missed_low", "missed_high"]]);
        assert_eq!(of("keywords.csv", "missed_rate"), [[""; 2]; 0]);
        assert_eq!(
            of("rules.csv", "difference"),
            [
                ["difference_low", "difference_high"],
                ["anytime_low", "anytime_high"],
                ["overall_low", "overall_high"]
            ]
        );
    }

    #[test]
    fn every_number_has_a_unit_and_every_unit_a_number() {
        let columns = || schema().iter().flat_map(|table| &table.columns);
        for column in columns() {
            let is_fine = column.unit.is_none_or(|unit| UNITS.contains(&unit));
            assert!(is_fine && column.unit.is_some() == (column.kind == "number"), "{column:?}");
        }
        UNITS.iter().for_each(|unit| assert!(columns().any(|column| column.unit == Some(unit)), "{unit}"));
    }
}
