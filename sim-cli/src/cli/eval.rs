//! `sim-cli eval`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use overhear_lab::EvalConfig;

use super::{AskingArgs, Declared, DisplayArgs, KeepArgs};

const DECODE_FILE: &str = "\
Columns: id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3. Keywords and clues are any text; an empty clue is a missing one. \
A column `pool` names rows that belong together, `recorded_guess` has what was guessed at the time, which is scored \
too; others are ignored. The interval is a 95 % bootstrap by row, or by pool.";

const INTERCEPT_FILE: &str = "\
Columns: game,round,code,clue1,clue2,clue3. The rounds of a game are in order; each code is revealed after its row. \
Round 1 is not scored. A column `pool` names games that belong together, `recorded_guess` has what was guessed at the \
time, which is scored too; others, including keywords, are ignored. The interval is a 95 % bootstrap by game, or by pool.";

const RECORDED_GAMES: &str = "\
FILE.json is a file of `results/human_data` of the Decrypto benchmark (arXiv 2506.20664): an object with `histories`, \
a list of games with `summarized_history`, whose turns have `keywords`, `code`, `hints`, `guess_bob` and `guess_eve`. \
Its licence is CC BY-NC; this program does not contain it.

Then:
  sim-cli eval decode DIR/decode.csv --agent pragmatic --agent margin
  sim-cli eval intercept DIR/intercept.csv --agent margin";

/// Tasks on recorded clues.
#[derive(Debug, Subcommand)]
pub(crate) enum EvalCommand {
    /// Guess codes whose keywords are known, as the own team does
    #[command(after_help = DECODE_FILE)]
    Decode(Box<EvalArgs>),
    /// Guess codes from earlier clues, as the opponents do
    #[command(after_help = INTERCEPT_FILE)]
    Intercept(Box<EvalArgs>),
    /// Write games that people played, in the format of the Decrypto benchmark, as files of both tasks
    #[command(after_help = RECORDED_GAMES)]
    Import(RecordedGamesArgs),
}

/// Arguments of `eval import`.
#[derive(Debug, Args)]
pub(crate) struct RecordedGamesArgs {
    /// Files of recorded games (repeatable)
    #[arg(required = true, value_name = "FILE.json")]
    pub(crate) files: Vec<PathBuf>,
    /// Directory of the files that are written: decode.csv and intercept.csv
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace these files
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
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
