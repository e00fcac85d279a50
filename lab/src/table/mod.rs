//! Rows and columns, numbers as text, and texts that others wrote.

mod display_table;
mod frame;
mod html;
mod measured;
mod named_row;
mod number;
mod printable;
mod schema;
mod shell;
mod short;
mod spread;

pub use display_table::DisplayTable;
pub use frame::{Cell, Frame};
pub use html::with_policy;
pub use measured::MeasuredValue;
pub use named_row::NamedRow;
pub use number::{fixed, grouped, plain};
pub use printable::{presentable, printable};
pub use schema::{ColumnEntry, End, EndSide, FileEntry, Presence, Storage, UNITS, schema};
pub use shell::{Shell, quoted};
pub use short::shortened;
pub use spread::bracketed;
use spread::spread;

/// Returns a document of JSON, ending in a newline.
///
/// # Panics
/// If the content cannot be written as JSON: a map whose keys are no texts, a path that is no UTF-8.
pub fn json(content: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(content).expect("results are texts and numbers") + "\n"
}
