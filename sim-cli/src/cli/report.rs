//! `sim-cli report`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Directory of a result, written with --out of any experiment
    pub(crate) dir: PathBuf,
    /// Page to write: one file without network access or scripts [default: report.html in DIR]
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}
