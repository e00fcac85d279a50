//! Standard output: the result and nothing else.

use std::io::{BufWriter, ErrorKind, IsTerminal as _, Write as _, stdout};

use crate::cli::Format;
use crate::failure::Failure;
use overhear_lab::table::presentable;

/// What standard output gets, once it is known where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// A table for people.
    Table,
    /// CSV.
    Csv,
    /// JSON.
    Json,
}

/// Decides what standard output gets.
pub(crate) fn form(format: Format) -> OutputFormat {
    match format {
        Format::Json => OutputFormat::Json,
        Format::Table => OutputFormat::Table,
        Format::Auto if stdout().is_terminal() => OutputFormat::Table,
        Format::Auto | Format::Csv => OutputFormat::Csv,
    }
}

/// Writes to standard output. A reader who has seen enough (`| head`) is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = BufWriter::new(stdout().lock());
    match out.write_all(presentable(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::io("standard output", error)),
        _ => Ok(()),
    }
}
