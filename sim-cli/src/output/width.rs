//! The width of the terminal.

use std::io::{IsTerminal as _, stdout};

use terminal_size::{Width, terminal_size_of};

/// Columns of tables and sentences, unless the terminal is narrower.
pub(super) const USUAL: usize = 80;

/// Columns of the narrowest terminal that tables are made for.
const LEAST: usize = 40;

/// Returns how many columns a line on standard output may have.
pub(crate) fn width() -> usize {
    let terminal = stdout().is_terminal().then(|| terminal_size_of(stdout())).flatten();
    // A pseudo-terminal that was told no size says 0.
    let columns = terminal.map(|(Width(columns), _)| usize::from(columns)).filter(|&columns| columns > 0);
    columns.map_or(USUAL, |columns| columns.clamp(LEAST, USUAL))
}
