//! Commands that compare and show finished results: `sim-cli compare`, `leaderboard`, `report` and `serve`.

use std::path::PathBuf;

use clap::Args;
use overhear_lab::CompareResultsConfig;
use overhear_lab::setup::Language;

use super::declared::Declared;
use super::shared::named;
use super::{DisplayArgs, OutArgs, ThreadsArgs};

const COMPARISON: &str = "\
Differences are B minus A. `paired`: both results were played on the same deals (same seed, deck, `session` and `codes`) with --log deals \
or finer, so differences are taken deal by deal, over common deals and opponents. Agents and other rules may differ. \
variance_ratio is the factor by which two separate runs would need more deals for an interval of equal width. \
`unpaired`: the intervals of both results are combined as for separate runs (Zou & Donner 2008). These rows have no \
p-values, and there are fewer of them.

Two cards are compared item by item if suite, games, seed, rules and words are the same: intervals are clustered by deal, and p-values adjusted \
for all measures at once (Holm). Measures whose items are not kept (play, for example) are compared by their intervals.

Example:
  sim-cli tournament --field presets --agent mine=margin:top=32 --gauntlet mine --seed 7 --log deals --out a
  sim-cli tournament --field presets --agent mine=margin:top=16 --gauntlet mine --seed 7 --log deals --out b
  sim-cli compare a b --agent mine";

const SERVING: &str = "\
The printed address contains a token; requests without it, or from another machine, are refused. Requests are answered \
in turn; closing the page stops its request. Ctrl-C ends the server. `cargo xtask web` makes this page for any host of \
static files, with the laboratory in the browser.";

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(after_long_help = COMPARISON)]
pub(crate) struct CompareResultsArgs {
    #[command(flatten)]
    pub(crate) config: Declared<CompareResultsConfig>,
    #[command(flatten)]
    pub(crate) out: OutArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Arguments of `leaderboard`.
#[derive(Debug, Args)]
pub(crate) struct LeaderboardArgs {
    /// Directory of a card (`bench --out`), or a file of lines of leaderboard.jsonl (repeatable)
    #[arg(required = true, value_name = "CARD")]
    pub(crate) cards: Vec<PathBuf>,
    /// Also write a page with the table and a figure for each measure
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Directory of a result, written with --out of any experiment; of several cards (`bench --out`), one page is made
    #[arg(required = true, value_name = "DIR")]
    pub(crate) dirs: Vec<PathBuf>,
    /// Page to write: one file without network access [default: report.html in DIR; needed for several cards]
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

/// Arguments of `serve`.
#[derive(Debug, Args)]
#[command(after_help = SERVING)]
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
