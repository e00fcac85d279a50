//! `sim-cli replay`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use overhear_lab::replay::AskedRun;
use overhear_lab::setup::ranges;

use super::{AskingArgs, ColorMode, Declared, RunBotsArgs};

const NUMBERS: &str = "\
Game K is the game that games.csv calls K, counted from 0. With --from, agents, rules and seed are those of the run. \
Without it, give --seed and the agents of the run in their order.";

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = NUMBERS, mut_arg("seed", |seed| seed.required_unless_present("from")))]
pub(crate) struct ReplayArgs {
    /// Number of the game, from 0
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(ranges::GAME.range()))]
    pub(crate) game: u64,
    /// Directory of a result whose game to replay
    #[arg(long, value_name = "DIR",
          conflicts_with_all = ["seed", "agent", "agents", "discuss", "team_size", "rules", "set", "space", "deck", "lang"])]
    pub(crate) from: Option<PathBuf>,
    /// With --from: compare the game with its rows in games.csv, halves.csv and transcripts.csv; exit code 5 if they differ
    #[arg(long)]
    pub(crate) verify: bool,
    #[command(flatten)]
    pub(crate) run_bots: RunBotsArgs,
    #[command(flatten)]
    pub(crate) asked: Declared<AskedRun>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
    /// Format of the sheets
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    pub(crate) format: SheetFormat,
    /// Use colour; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: ColorMode,
}

/// Formats of note sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    /// For people, eighty columns wide
    Text,
    /// JSON, with the probability of every code
    Json,
    /// One self-contained page
    Html,
}
