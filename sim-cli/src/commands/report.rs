//! `sim-cli report`: one page of figures and tables from a result, or from several cards.

use overhear_lab::table::quoted;
use overhear_report::report::write_report;

use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::terminal::say;

/// Writes the page.
pub(crate) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let written = write_report(&args.dirs, args.out.as_deref(), args.force)?;
    say(&[format!("written: {}", quoted(&written.display().to_string()))]);
    Ok(())
}
