//! Results: one frame of rows and columns, written as CSV, JSON or a table for people.

mod color;
mod directory;
mod file;
mod frame;
mod number;
mod printable;
mod shell;
mod stdout;
mod table;

pub(crate) use color::{Paint, on_stderr, on_stdout};
pub(crate) use directory::{MANIFEST, OutputDir, Place, RESULT_FILES};
pub(crate) use file::{PendingFile, SyncedFile, sync_directory, write_whole};
pub(crate) use frame::{Cell, Frame};
pub(crate) use number::{fixed, grouped};
pub(crate) use printable::printable;
pub(crate) use shell::{own_command, quoted};
pub(crate) use stdout::{Form, form, print};
pub(crate) use table::{Column, render};

use crate::cli::DisplayArgs;
use crate::failure::Failure;

/// Writes a frame to standard output in the form that was asked for.
pub(crate) fn show(frame: &Frame, args: &DisplayArgs) -> Result<(), Failure> {
    match form(args.format) {
        Form::Csv => print(&frame.to_csv()),
        Form::Json => print(&json(frame)),
        Form::Table => print(&render(&Column::all_of(frame), frame.rows(), on_stdout(args.color))),
    }
}

/// The same for a frame of one row, which people get with a line for each column.
pub(crate) fn show_upright(frame: &Frame, args: &DisplayArgs) -> Result<(), Failure> {
    match form(args.format) {
        Form::Csv | Form::Json => show(frame, args),
        Form::Table => {
            let titles = frame.columns().iter().map(|name| name.replace('_', " "));
            let values = frame.rows().into_iter().flatten();
            let rows = titles.zip(values).map(|(title, value)| vec![title, value]).collect();
            let columns = [Column::words("quantity"), Column::numbers("value")];
            print(&render(&columns, rows, on_stdout(args.color)))
        }
    }
}

/// A document of JSON, ending in a newline.
pub(crate) fn json(content: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(content).expect("results are texts and numbers") + "\n"
}
