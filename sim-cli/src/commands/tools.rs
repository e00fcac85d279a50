//! `sim-cli completions`, `sim-cli man` and `sim-cli schema`: descriptions of the command line, and of the tables that the
//! program writes, prints and reads.

use clap_complete::Shell;
use overhear_lab::table::{json, schema as table_schema};

use crate::cli;
use crate::failure::{Failure, Named as _};
use crate::output::print;
use crate::own_command::program_name;

/// Writes a completion script.
pub(crate) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::definition(), program_name(), &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Writes the manual page of a command.
pub(crate) fn man(path: &[String]) -> Result<(), Failure> {
    let mut command = cli::definition();
    command.build();
    for word in path {
        let subcommand = command.find_subcommand(word).cloned();
        command = subcommand.ok_or_else(|| {
            Failure::usage(format_args!("man: unknown command `{}`; `help` lists them", path.join(" ")))
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).named("man")?;
    print(&String::from_utf8_lossy(&page))
}

/// Writes the schema of the tables.
pub(crate) fn schema() -> Result<(), Failure> {
    print(&json(&table_schema()))
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::*;

    /// Collects the commands that can print CSV.
    fn printers(command: &Command, path: &str, printing_paths: &mut Vec<String>) {
        for command in command.get_subcommands() {
            let path = format!("{path} {}", command.get_name()).trim_start().to_owned();
            printers(command, &path, printing_paths);
            let formats = command.get_arguments().filter(|argument| argument.get_id() == "format");
            if formats.flat_map(clap::Arg::get_possible_values).any(|form| form.matches("csv", false)) {
                printing_paths.push(path);
            }
        }
    }

    #[test]
    fn every_command_that_prints_csv_has_a_table() {
        let (mut commands, tables) = (Vec::new(), table_schema());
        printers(&cli::definition(), "", &mut commands);
        assert!(commands.len() > 20, "{commands:?}");
        for command in commands {
            let prints = |writer: &str| writer.split(" --").next() == Some(&*command);
            let is_described =
                tables.iter().any(|table| table.printed && table.written_by.split(", ").any(prints));
            assert!(is_described, "what `{command}` prints is not in the schema");
        }
    }
}
