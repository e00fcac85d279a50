//! `sim-cli serve`.

use std::path::PathBuf;

use clap::Args;

use overhear_lab::setup::Language;

use super::ThreadsArgs;
use super::shared::named;

const METHOD: &str = "\
The printed address contains a token; requests without it, or from another machine, are refused. Requests are answered \
in turn; closing the page stops its request. Ctrl-C ends the server. `cargo xtask web` makes this page for any host of \
static files, with the laboratory in the browser.";

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
    /// Language of the words in which the page opens; it offers the others too
    #[arg(long, value_name = "LANG", value_parser = named::<Language>(), default_value = "en")]
    pub(crate) lang: Language,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}
