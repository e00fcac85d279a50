//! `sim-cli agents league`.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::tournament::MOST_GAMES;
use super::{DisplayArgs, ProgressMode};

/// Arguments of `agents league`.
#[derive(Debug, Args)]
pub(crate) struct LeagueArgs {
    /// Games of the league, split evenly over the pairings and rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "100000", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub(crate) games: u64,
    /// Seed of all chance
    #[arg(long, value_name = "U64", default_value = "1")]
    pub(crate) seed: u64,
    /// Threads to play on; results never depend on it [default: all cores]
    #[arg(short = 'j', long, visible_alias = "concurrency", value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// An agent (repeatable) [default: every preset, value=value/bayes, keen=pragmatic/adaptive, and the cheater
    /// cheater=random/oracle]
    #[arg(long, value_name = "SPEC", action = ArgAction::Append, help_heading = "Players")]
    pub(crate) agent: Vec<String>,

    /// Rules to play by: a name from `sim-cli rules list`, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "official", help_heading = "Rules")]
    pub(crate) rules: String,
    /// Sets one switch of the rules on top of that (repeatable)
    #[arg(long, value_name = "KEY=VALUE", action = ArgAction::Append, help_heading = "Rules")]
    pub(crate) set: Vec<String>,

    /// Writes the tables into a Markdown file as well, between its lines `<!-- league -->` and `<!-- /league -->`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) write: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
    /// Progress on standard error; auto: a bar on a terminal, otherwise a line every 10 seconds
    #[arg(long, value_enum, default_value = "auto", value_name = "HOW", help_heading = "Output")]
    pub(crate) progress: ProgressMode,
}
