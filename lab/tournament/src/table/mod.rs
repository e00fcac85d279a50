//! Tables of results, numbers as text, and escaping of foreign texts.

mod display_table;
mod frame;
mod html;
mod measured;
mod named_row;
mod number;
mod printable;
mod row;
mod schema;
mod shell;
mod with_interval;

pub use display_table::DisplayTable;
pub use frame::{Cell, Frame};
pub use html::with_policy;
pub use measured::{ELO_DECIMALS, MeasuredValue, in_files};
pub use named_row::{ColumnValue, NamedRow};
pub use number::{counted, digits, fixed, grouped, is_are, plain};
pub use printable::{presentable, printable, shortened};
pub use row::{ColumnGroup, DecimalValue, GivenNumber, OptionalName, TableRow};
pub use schema::{ColumnEntry, EndSide, FileEntry, IntervalEnd, Presence, Storage, UNITS, schema};
pub use shell::{Shell, quoted, quoted_path};
pub use with_interval::bracketed;
use with_interval::with_interval;

/// Returns a value as a JSON document that ends in a newline.
///
/// # Panics
/// Panics if the value cannot be represented in JSON: a map whose keys are not strings, a path that is not
/// UTF-8.
pub fn json(content: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(content).expect("results are texts and numbers") + "\n"
}
