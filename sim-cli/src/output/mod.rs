//! Results: one frame of rows and columns, written as CSV, JSON or a table for people; and the one door that files go
//! through. A file that a flag names is a [`Target`], a directory of results a [`ResultDir`].

mod color;
mod earlier;
mod file;
mod frame;
mod html;
mod manifest;
mod number;
mod place;
mod printable;
mod result_dir;
mod sealed;
mod shell;
mod spread;
mod stderr;
mod stdout;
mod sums;
mod table;
mod target;
mod work;

pub(crate) use color::{Paint, on_stderr, on_stdout};
pub(crate) use file::{sync_directory, write_whole};
pub(crate) use frame::{Cell, Frame};
pub(crate) use html::with_policy;
pub(crate) use manifest::{MANIFEST, SCHEMA, Stored, TIMING, sealed as sealed_manifest};
pub(crate) use number::{fixed, grouped};
pub(crate) use printable::{presentable, printable};
pub(crate) use result_dir::ResultDir;
pub(crate) use sealed::{seal, seal_text, unseal};
pub(crate) use shell::{own_command, quoted};
pub(crate) use spread::{bracketed, spread};
pub(crate) use stderr::tell;
pub(crate) use stdout::{Form, form, print};
pub(crate) use sums::{FileSum, Inventory, RunningSum, sha256, sum_up};
pub(crate) use table::{Column, render};
pub(crate) use target::{Target, same};
pub(crate) use work::WorkArea;

use crate::cli::DisplayArgs;
use crate::failure::Failure;

/// The file that makes a directory one of a shard.
pub(crate) const SHARD_FILE: &str = "shard.json";

/// Every file that a result may consist of, whichever command wrote it.
pub(crate) const RESULT_FILES: [&str; 23] = [
    "standings.csv",
    "pairings.csv",
    "rounds.csv",
    "endings.csv",
    "covariance.csv",
    "expected.csv",
    "running.csv",
    "games.csv",
    "halves.csv",
    "games.parquet",
    "halves.parquet",
    "ladder.csv",
    "seats.csv",
    "lengths.csv",
    "skill.csv",
    "kinds.csv",
    "comebacks.csv",
    "drama.csv",
    "whatifs.csv",
    "sweep.csv",
    TIMING,
    SHARD_FILE,
    MANIFEST,
];

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
