//! Immediate exit of the program.

use overhear_lab::end_bots;

/// Ends the processes of all bots, then the program.
pub(crate) fn end_at_once(code: i32) -> ! {
    end_bots();
    std::process::exit(code)
}
