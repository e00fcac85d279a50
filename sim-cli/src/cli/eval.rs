//! `sim-cli eval`.

use clap::{Args, Subcommand};
use overhear_lab::EvalConfig;

use super::{AskingArgs, Declared, DisplayArgs, KeepArgs};

const DECODE_FILE: &str = "\
Columns: id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3 (others are ignored). Keywords and clues are any text; an empty \
clue is a missing one. The interval is a 95 % bootstrap by row.";

const INTERCEPT_FILE: &str = "\
Columns: game,round,code,clue1,clue2,clue3 (others, including keywords, are ignored). The rounds of a game are in \
order; each code is revealed after its row. Round 1 is not scored. The interval is a 95 % bootstrap by game.";

/// Tasks on recorded clues.
#[derive(Debug, Subcommand)]
pub(crate) enum EvalCommand {
    /// Guess codes whose keywords are known, as the own team does
    #[command(after_help = DECODE_FILE)]
    Decode(Box<EvalArgs>),
    /// Guess codes from earlier clues, as the opponents do
    #[command(after_help = INTERCEPT_FILE)]
    Intercept(Box<EvalArgs>),
}

/// Arguments of both tasks.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) config: Declared<EvalConfig>,
    /// --force replaces files of --predictions and --calibration as well.
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}
