//! `sim-cli schema`: what stands in the files that the program writes and reads, for other programs.

use serde::Serialize;

use crate::failure::Failure;
use crate::output::{json, print};

/// A file of rows.
#[derive(Debug, Serialize)]
struct FileEntry {
    file: &'static str,
    written_by: &'static str,
    meaning: &'static str,
    columns: Vec<ColumnEntry>,
}

#[derive(Debug, Serialize)]
struct ColumnEntry {
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    /// Whether a field may be empty.
    optional: bool,
    meaning: &'static str,
}

/// The columns of every file: a line is `file | written by | meaning`, the lines below it `name | type | meaning`; a `?`
/// behind the type says that a field may be empty.
const SCHEMA: &str = include_str!("schema.txt");

/// Writes the document.
pub(crate) fn run() -> Result<(), Failure> {
    print(&json(&files()))
}

fn files() -> Vec<FileEntry> {
    SCHEMA.split("\n\n").map(|part| file(part.trim())).collect()
}

fn file(part: &'static str) -> FileEntry {
    let mut lines = part.lines().map(fields);
    let [file, written_by, meaning] = lines.next().expect("a part has a head");
    FileEntry { file, written_by, meaning, columns: lines.map(column).collect() }
}

fn column([name, kind, meaning]: [&'static str; 3]) -> ColumnEntry {
    let optional = kind.ends_with('?');
    ColumnEntry { name, kind: kind.trim_end_matches('?'), optional, meaning }
}

fn fields(line: &'static str) -> [&'static str; 3] {
    let mut fields = line.splitn(3, " | ");
    std::array::from_fn(|_| fields.next().expect("a line has three fields").trim())
}
