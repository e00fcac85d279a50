//! `sim-cli balance`.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::population::games;
use super::{PopulationArgs, SweepAxis};

const EXAMPLES: &str = "\
Examples:
  sim-cli balance
  sim-cli balance --agent pragmatic --agent margin --out results/balance
  sim-cli balance --sweep round_limit=5..10 --sweep tokens_to_lose=2,3 --games 20000";

const WAYS: &str = "\
What nobody at the table reacts to (order of the tiebreaker, points, keyword match) is judged again on the games that \
were played, exactly. Any other switch is played again on the same deals. Every table says which of the two was done.";

/// Arguments of `balance`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{WAYS}"))]
pub(crate) struct BalanceArgs {
    /// Games of the run, with --sweep of each point that has to be played [default: 100000; with --sweep 10000]
    #[arg(long, value_name = "N", value_parser = games())]
    pub(crate) games: Option<u64>,
    #[command(flatten)]
    pub(crate) population: PopulationArgs,

    /// Rules to play by: a name from `sim-cli rules list`, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "official", help_heading = "Rules")]
    pub(crate) rules: String,
    /// Sets one switch of the rules on top of that (repeatable)
    #[arg(long, value_name = "KEY=VALUE", action = ArgAction::Append, help_heading = "Rules")]
    pub(crate) set: Vec<String>,
    /// Tries every value of a switch, and every combination with the other sweeps (repeatable): KEY=5..10 or KEY=2,3
    #[arg(long, value_name = "KEY=VALUES", action = ArgAction::Append, help_heading = "Rules",
          value_parser = SweepAxis::parse)]
    pub(crate) sweep: Vec<SweepAxis>,

    /// Directory for the result files
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Replaces an earlier result in --out
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}
