//! Standard output, which receives nothing but the result.

use std::io::{BufWriter, ErrorKind, IsTerminal as _, Write as _, stdout};

use crate::cli::Format;
use crate::failure::Failure;
use overhear_lab::table::presentable;

/// Resolved format of standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// A table for people.
    Table,
    /// CSV.
    Csv,
    /// JSON.
    Json,
}

/// Resolves the format of standard output.
pub(crate) fn form(format: Format) -> OutputFormat {
    match format {
        Format::Json => OutputFormat::Json,
        Format::Table => OutputFormat::Table,
        Format::Auto if stdout().is_terminal() => OutputFormat::Table,
        Format::Auto | Format::Csv => OutputFormat::Csv,
    }
}

/// Writes to standard output. A reader that stops early (`| head`) is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = BufWriter::new(stdout().lock());
    match out.write_all(presentable(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::io("standard output", error)),
        _ => Ok(()),
    }
}
