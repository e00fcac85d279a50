//! Standard error, for everything that is no result.

use std::io::{Write as _, stderr};

use overhear_lab::table::presentable;

/// Writes a line to standard error, ignoring errors.
pub(crate) fn write_line(line: &str) {
    drop(writeln!(stderr().lock(), "{}", presentable(line)));
}
