//! `sim-cli schema`: what stands in the tables that the program writes, prints and reads, for other programs.

use serde::Serialize;

use crate::failure::Failure;
use crate::output::{json, print};

/// A table of rows: a file, or what a command prints as CSV.
#[derive(Debug, Serialize)]
struct FileEntry {
    file: &'static str,
    written_by: &'static str,
    /// Whether standard output gets it, too or only.
    printed: bool,
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
    presence: Presence,
    meaning: &'static str,
}

/// Whether a column is there.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Presence {
    Always,
    /// With some flags; the meaning says which.
    Sometimes,
    /// As often as the meaning says, each time under a name of its own.
    Repeated,
}

/// The columns of every table: a line is `file | written by | meaning`, the lines below it `name | type | meaning`.
///
/// A table that no file is named after stands under its command. Who writes or prints it are commands between commas,
/// with `standard output` behind those that print. A name in `[]` is that of a column which is there sometimes, one in
/// `<>` stands for several columns; a `?` behind the type says that a field may be empty.
const SCHEMA: &str = include_str!("schema.txt");

/// Who writes a table that is printed.
const PRINTED: &str = ", standard output";

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
    let printed = written_by.ends_with(PRINTED);
    FileEntry { file, written_by, printed, meaning, columns: lines.map(column).collect() }
}

fn column([name, kind, meaning]: [&'static str; 3]) -> ColumnEntry {
    let optional = kind.ends_with('?');
    let presence = match name.as_bytes()[0] {
        b'[' => Presence::Sometimes,
        b'<' => Presence::Repeated,
        _ => Presence::Always,
    };
    let name = name.trim_matches(['[', ']', '<', '>']);
    ColumnEntry { name, kind: kind.trim_end_matches('?'), optional, presence, meaning }
}

fn fields(line: &'static str) -> [&'static str; 3] {
    let mut fields = line.splitn(3, " | ");
    std::array::from_fn(|_| fields.next().expect("a line has three fields").trim())
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::*;
    use crate::cli;
    use crate::output::RESULT_FILES;

    /// The commands that can print CSV.
    fn printers(command: &Command, path: &str, found: &mut Vec<String>) {
        for command in command.get_subcommands() {
            let path = format!("{path} {}", command.get_name()).trim_start().to_owned();
            printers(command, &path, found);
            let formats = command.get_arguments().filter(|argument| argument.get_id() == "format");
            if formats.flat_map(clap::Arg::get_possible_values).any(|form| form.matches("csv", false)) {
                found.push(path);
            }
        }
    }

    #[test]
    fn every_command_that_prints_csv_has_a_table() {
        let (mut commands, tables) = (Vec::new(), files());
        printers(&cli::definition(), "", &mut commands);
        assert!(commands.len() > 20, "{commands:?}");
        for command in commands {
            let prints = |writer: &str| writer.split(" --").next() == Some(&*command);
            let found = tables.iter().find(|table| table.printed && table.written_by.split(", ").any(prints));
            assert!(found.is_some(), "what `{command}` prints is not in the schema");
        }
    }

    #[test]
    fn every_table_of_a_result_is_described_once() {
        let mut names: Vec<&str> = files().iter().map(|table| table.file).collect();
        for file in RESULT_FILES.into_iter().filter(|file| file.contains(".csv")) {
            assert!(names.contains(&file), "{file} is not in the schema");
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
