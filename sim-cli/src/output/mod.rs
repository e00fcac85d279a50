//! Standard output for results, and tables for people.

mod color;
mod stdout;
mod table;
mod width;

pub(crate) use color::{Paint, on_stderr, on_stdout};
pub(crate) use stdout::{OutputFormat, form, print};
use table::drawn;
pub(crate) use table::{Column, render};
pub(crate) use width::{broken, reflowed, width};

use overhear_lab::table::{Frame, json};

use crate::cli::DisplayArgs;
use crate::failure::Failure;

/// Writes a frame to standard output in the form that was asked for.
pub(crate) fn show(frame: &Frame, args: &DisplayArgs) -> Result<(), Failure> {
    match form(args.format) {
        OutputFormat::Csv => print(&frame.to_csv()),
        OutputFormat::Json => print(&json(frame)),
        OutputFormat::Table => print(&drawn(frame.folded(), on_stdout(args.color))),
    }
}

/// Returns the same for a frame of one row, which people get with a line for each column.
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

/// Returns a sentence in lines that the terminal has room for, of eighty columns at most.
pub(crate) fn wrapped(sentence: &str) -> String {
    textwrap::fill(sentence, textwrap::Options::new(width() - 1).subsequent_indent("  ")) + "\n"
}
