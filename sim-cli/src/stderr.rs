//! Standard error, for everything that is no result; and the immediate end of the program after a last line there.
//!
//! Nothing here needs other parts of the program: failures and the terminal both write here.

use std::io::{Write as _, stderr};

use overhear_lab::end_bots;
use overhear_lab::table::presentable;

/// Writes a line to standard error, ignoring errors.
pub(crate) fn write_line(line: &str) {
    drop(writeln!(stderr().lock(), "{}", presentable(line)));
}

/// Ends the processes of all bots, then the program.
pub(crate) fn end_at_once(code: i32) -> ! {
    end_bots();
    std::process::exit(code)
}
