//! What stands in the tables that the program writes, prints and reads, for other programs.

use std::sync::LazyLock;

use serde::Serialize;

/// A table of rows: a file, or what a command prints as CSV.
#[derive(Debug, Serialize)]
pub struct FileEntry {
    /// Its name.
    pub file: &'static str,
    /// The commands that write or print it.
    pub written_by: &'static str,
    /// `true` if standard output gets it, too or only.
    pub printed: bool,
    /// What it is about.
    pub meaning: &'static str,
    /// Its columns, in their order.
    pub columns: Vec<ColumnEntry>,
}

/// A column of a table.
#[derive(Debug, Serialize)]
pub struct ColumnEntry {
    /// Its name.
    pub name: &'static str,
    /// What it holds: `text`, `count`, `share` and the like.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// How its values are kept where types have a width.
    pub stored: Storage,
    /// `true` if a field may be empty.
    pub optional: bool,
    /// `true` if it is there.
    pub presence: Presence,
    /// What a number is in, one of [`UNITS`]; nothing for texts, counts and shares of 1.
    pub unit: Option<&'static str>,
    /// The number whose interval ends here; nothing for columns that are no end of an interval.
    pub end: Option<End>,
    /// What it says.
    pub meaning: &'static str,
}

/// An end of the interval of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct End {
    /// The column of the number.
    pub of: &'static str,
    /// Which of the two ends it is.
    pub side: EndSide,
}

/// Which end of an interval a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EndSide {
    /// The lower one.
    Lower,
    /// The upper one, which stands right behind the lower one.
    Upper,
}

/// What numbers are in.
///
/// `1` is a ratio or a weight; `share` a difference of shares of 1; `elo` and `nelo` are points of the
/// score's Elo difference and of the normalised one, `rating` points of Davidson's ratings. In some tables
/// the row says what the number is in: its `measure`, its `model`, its `term`; or the table that was read
/// does, with its `column`; or an agent, with its `parameter`.
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

/// How the values of a column are kept in Parquet and Arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Storage {
    /// UTF-8.
    Text,
    /// Signed, of 64 bits.
    Int64,
    /// Unsigned, of 64 bits: a seed.
    Uint64,
    /// Signed, of 32 bits: what is small in rows that are many.
    Int32,
    /// Yes or no; 1 or 0 as text.
    Bool,
    /// A number of 64 bits with a point.
    Float64,
}

/// `true` if a column is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// In every table.
    Always,
    /// With some flags; the meaning says which.
    Sometimes,
    /// As often as the meaning says, each time under a name of its own.
    Repeated,
}

/// The columns of every table: a line is `file | written by | meaning`, the lines below it `name | type |
/// meaning`.
///
/// A table that no file is named after stands under its command. Who writes or prints it are commands between
/// commas, with `standard output` behind those that print. A name in `[]` is that of a column which is there
/// sometimes, one in `<>` stands for several columns; a `?` behind the type says that a field may be empty, a
/// width in front of a count how it is stored, the word in front of a number its unit.
const SCHEMA: &str = include_str!("schema.txt");

/// Who writes a table that is printed.
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
    /// If there is none: names of tables are written in the program.
    pub fn find(table: &str) -> &'static FileEntry {
        let found = schema().iter().find(|entry| entry.file == table);
        found.unwrap_or_else(|| panic!("`{table}` is not in the schema"))
    }

    /// Sees that a header has every column that is there always.
    ///
    /// # Errors
    /// The first that is missing, and what there is.
    pub(crate) fn complete<'a>(&self, header: impl Iterator<Item = &'a str> + Clone) -> Result<(), String> {
        let missing =
            self.columns(Presence::Always).find(|column| !header.clone().any(|name| name == column.name));
        missing.map_or(Ok(()), |column| {
            let found = header.collect::<Vec<_>>().join(", ");
            Err(format!("line 1: column `{}` is missing; there are: {found}", column.name))
        })
    }

    /// Returns the names of its columns, as many as a reader takes.
    ///
    /// # Panics
    /// If it has more or fewer: readers of tables are written in the program.
    pub(crate) fn names<const N: usize>(&self) -> [&'static str; N] {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        names.try_into().unwrap_or_else(|_| panic!("`{}` has other columns than {N}", self.file))
    }

    /// Returns the lower and the upper end of every interval of a column, in the order of the schema.
    pub fn intervals(&self, column: &str) -> impl Iterator<Item = [&'static str; 2]> {
        let ends = self.columns.windows(2).filter(move |ends| {
            ends[0].end.is_some_and(|end| end.of == column && end.side == EndSide::Lower)
        });
        ends.map(|ends| [ends[0].name, ends[1].name])
    }

    /// Its columns that are there always, or sometimes.
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

/// Returns the type of a column without the mark of an end, and the end.
fn ended(kind: &'static str) -> (&'static str, Option<End>) {
    let marks = [(" < ", EndSide::Lower), (" > ", EndSide::Upper)];
    let found = marks.into_iter().find_map(|(mark, side)| {
        let (kind, of) = kind.split_once(mark)?;
        Some((kind, Some(End { of, side })))
    });
    found.unwrap_or((kind, None))
}

fn stored(width: &str, kind: &str) -> Storage {
    match (width, kind) {
        ("small", "count") => Storage::Int32,
        ("flag", "count") => Storage::Bool,
        ("unsigned", "count") => Storage::Uint64,
        ("", "count") => Storage::Int64,
        ("", "share" | "number") => Storage::Float64,
        ("", "text" | "word" | "code") => Storage::Text,
        _ => panic!("`{width} {kind}` is no type of a column"),
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
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    /// Columns that are called low or high, and are no ends of an interval: edges of bins, limits of
    /// settings, expectations, bounds.
    const NO_ENDS: [&str; 9] = [
        "calibration low",
        "calibration high",
        "agents show low",
        "agents show high",
        "agents people range",
        "calibrate wanted",
        "calibrate --coverage wanted",
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
                let beside = End { side: other, ..end };
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
                    "{name} is no end of an interval"
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
