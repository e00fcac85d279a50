//! Commands on note sheets: `sim-cli advise` reads that of a real game, `sim-cli replay` prints those of a game that was
//! played.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use overhear_lab::replay::AskedRun;
use overhear_lab::setup::{AssociationFile, ranges};
use overhear_report::AdviseConfig;

use super::{AnswersArgs, AskingArgs, BotArgs, ColorMode, Declared, RunBotsArgs};

const GAME_NUMBERS: &str = "\
Game K is the game that games.csv calls K, counted from 0. With --from, agents, rules and seed are those of the run. \
Without it, give --seed and the agents of the run in their order.";

/// Arguments of `advise`.
#[derive(Debug, Args)]
#[command(after_help = "`sim-cli advise --example` writes a commented sheet to begin with.")]
pub(crate) struct AdviseArgs {
    /// Note sheet of a real game
    #[arg(value_name = "SHEET.toml", required_unless_present = "example")]
    pub(crate) sheet: Option<PathBuf>,
    /// Write a commented example of a sheet
    #[arg(long, conflicts_with = "sheet")]
    pub(crate) example: bool,
    /// Agent whose guesser answers: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]
    #[arg(long, value_name = "SPEC", default_value_t = AdviseConfig::default().agent)]
    pub(crate) agent: String,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) answers: AnswersArgs,
    /// Number of keywords, codes and clues to list
    #[arg(long, value_name = "N", default_value_t = AdviseConfig::default().top as u16, value_parser = clap::value_parser!(u16).range(1..=ranges::TOP.high as i64))]
    pub(crate) top: u16,
    /// Word embedding: GloVe or fastText text, word2vec binary, or a file of `space import` [default: built
    /// in]
    #[arg(long, value_name = "FILE", help_heading = "Words")]
    pub(crate) space: Option<PathBuf>,
    /// Deck that the opponents' keywords come from [default: built in]
    #[arg(long, value_name = "FILE", help_heading = "Words")]
    pub(crate) deck: Option<PathBuf>,
    /// CSV with columns `keyword`, `clue`, `weight`: P(clue | keyword) for an agent with associations=NAME in
    /// its SPEC (repeatable)
    #[arg(long, value_name = "NAME=FILE", help_heading = "Words")]
    pub(crate) associations: Vec<AssociationFile>,
    /// Format of standard output
    #[arg(long, value_enum, default_value = "table", help_heading = "Output")]
    pub(crate) format: AdviceFormat,
    /// Use colour; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: ColorMode,
}

/// Format of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AdviceFormat {
    /// Tables for people
    Table,
    /// JSON
    Json,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = GAME_NUMBERS, mut_arg("seed", |seed| seed.required_unless_present("from")))]
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
    pub(crate) requested: Declared<AskedRun>,
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
