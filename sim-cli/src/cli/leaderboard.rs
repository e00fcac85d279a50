//! `sim-cli leaderboard`.

use std::path::PathBuf;

use clap::Args;

use super::DisplayArgs;

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
