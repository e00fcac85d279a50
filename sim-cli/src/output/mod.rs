//! Results on standard output, which receives nothing else, and tables for display.

mod color;
mod table;
mod width;

pub(crate) use color::{Paint, on_stderr, on_stdout};
use table::drawn;
pub(crate) use table::{Column, render};
pub(crate) use width::{broken, reflowed, width};

use std::io::{BufWriter, ErrorKind, IsTerminal as _, Write as _, stdout};

use overhear_lab::table::{Frame, MeasuredValue, fixed, json, presentable};

use crate::cli::{DisplayArgs, Format};
use crate::failure::Failure;

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

/// Prints a frame in the requested format.
pub(crate) fn show(frame: &Frame, args: &DisplayArgs) -> Result<(), Failure> {
    match form(args.format) {
        OutputFormat::Csv => print(&frame.to_csv()),
        OutputFormat::Json => print(&json(frame)),
        OutputFormat::Table => print(&drawn(frame.folded(), on_stdout(args.color))),
    }
}

/// Prints a frame of one row; for people with a line for each column.
pub(crate) fn show_upright(frame: &Frame, args: &DisplayArgs) -> Result<(), Failure> {
    match form(args.format) {
        OutputFormat::Csv | OutputFormat::Json => show(frame, args),
        OutputFormat::Table => {
            let titles = frame.columns().into_iter().map(|name| name.replace('_', " "));
            let values = frame.rows().into_iter().flatten();
            let rows = titles.zip(values).map(|(title, value)| vec![title, value]).collect();
            let columns = [Column::words("quantity"), Column::numbers("value")];
            print(&render(&columns, rows, on_stdout(args.color)))
        }
    }
}

/// Returns a sentence broken into lines that fit the terminal, at most eighty columns.
pub(crate) fn wrapped(sentence: &str) -> String {
    textwrap::fill(sentence, textwrap::Options::new(width() - 1).subsequent_indent("  ")) + "\n"
}

/// Returns a number with these decimals; nothing where there is none.
pub(crate) fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(String::new, |value| fixed(value, digits))
}

/// Returns a number with its interval, as far as there is one.
pub(crate) fn with_ends(measured: Option<MeasuredValue>, digits: usize) -> String {
    let Some(MeasuredValue { value, interval }) = measured else { return String::new() };
    let ends = interval.map_or_else(String::new, |ends| {
        format!(" [{}, {}]", fixed(ends.low, digits), fixed(ends.high, digits))
    });
    fixed(value, digits) + &ends
}
