//! Who plays how much: the flags of the commands that ask what rules do.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::tournament::MOST_GAMES;
use super::{DisplayArgs, ProgressMode, WordArgs};

/// Games, players, words, and how results look.
#[derive(Debug, Args)]
pub(crate) struct PopulationArgs {
    /// Seed of all chance; drawn and printed when not given
    #[arg(long, value_name = "U64")]
    pub(crate) seed: Option<u64>,
    /// Threads to play on; results never depend on it [default: all cores]
    #[arg(short = 'j', long, visible_alias = "concurrency", value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// TOML file with defaults for these flags
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// An agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]; one meets itself, of
    /// several each meets every other (repeatable)
    #[arg(long, value_name = "SPEC", action = ArgAction::Append, help_heading = "Players")]
    pub(crate) agent: Vec<String>,
    /// TOML file with agents; they come before those of --agent
    #[arg(long, value_name = "FILE", help_heading = "Players")]
    pub(crate) agents: Option<PathBuf>,
    /// Players of a team, on both sides: over `white_team` and `black_team` of the rules [default: 2]
    #[arg(long, value_name = "N", help_heading = "Players", value_parser = clap::value_parser!(u8).range(2..=4))]
    pub(crate) team_size: Option<u8>,

    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
    /// Progress on standard error; auto: a bar on a terminal, otherwise a line every 10 seconds
    #[arg(long, value_enum, default_value = "auto", value_name = "HOW", help_heading = "Output")]
    pub(crate) progress: ProgressMode,
}

/// How many games.
pub(super) fn games() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(1..=MOST_GAMES)
}
