//! `sim-cli serve`.

use std::path::PathBuf;

use clap::Args;

use super::ThreadsArgs;

const METHOD: &str = "\
The address that is printed carries a token: requests without it, or from another machine, get no answer. \
Questions are answered in turn; closing the page stops its question. Ctrl-C ends it. `cargo xtask web` makes the same page for any host of plain files, with the laboratory in the browser.";

/// Arguments of `serve`.
#[derive(Debug, Args)]
#[command(after_help = METHOD)]
pub(crate) struct ServeArgs {
    /// Directory of a result, whose report the page links to
    #[arg(value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Port on 127.0.0.1; 0: any free port
    #[arg(long, value_name = "PORT", default_value = "0")]
    pub(crate) port: u16,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}
