//! `sim-cli schema`: schema of the tables that the program writes, prints and reads.

use overhear_lab::table::{json, schema};

use crate::failure::Failure;
use crate::output::print;

/// Writes the document.
pub(crate) fn run() -> Result<(), Failure> {
    print(&json(&schema()))
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::*;
    use crate::cli;

    /// Collects the commands that can print CSV.
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
        let (mut commands, tables) = (Vec::new(), schema());
        printers(&cli::definition(), "", &mut commands);
        assert!(commands.len() > 20, "{commands:?}");
        for command in commands {
            let prints = |writer: &str| writer.split(" --").next() == Some(&*command);
            let found = tables.iter().find(|table| table.printed && table.written_by.split(", ").any(prints));
            assert!(found.is_some(), "what `{command}` prints is not in the schema");
        }
    }
}
