//! `sim-cli completions` and `sim-cli man`.

use clap_complete::Shell;

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
        let found = command.find_subcommand(word).cloned();
        command = found.ok_or_else(|| {
            Failure::usage(format_args!("man: unknown command `{}`; `help` lists them", path.join(" ")))
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).named("man")?;
    print(&String::from_utf8_lossy(&page))
}
