//! `sim-cli eval`.

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use clap::{ArgAction, Args, Subcommand};
use overhear_lab::EvalConfig;
use overhear_lab::eval::Task;
use overhear_lab::setup::{PlayersConfig, ranges};

use super::shared::{number, players};
use super::{AnswersArgs, BotArgs, DisplayArgs, KeepArgs, WordArgs};

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
    Decode(EvalArgs),
    /// Guess codes from earlier clues, as the opponents do
    #[command(after_help = INTERCEPT_FILE)]
    Intercept(EvalArgs),
}

/// Arguments of both tasks.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// CSV file of recorded clues
    #[arg(value_name = "FILE.csv", required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) file: Option<PathBuf>,
    /// Agent whose guesser answers: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]
    /// (repeatable)
    #[arg(long, value_name = "SPEC", action = ArgAction::Append)]
    pub(crate) agent: Vec<String>,
    /// Read cells such as NA, none and ? as words, instead of refusing them as missing values
    #[arg(long)]
    pub(crate) missing_as_words: bool,
    /// Seed of the bootstrap
    #[arg(long, value_name = "U64", default_value_t = EvalConfig::default().seed)]
    pub(crate) seed: u64,
    /// Exit with code 3 if a bot leaves more than this share of the rows unanswered; such rows count as wrong
    #[arg(long, value_name = "X", default_value_t = EvalConfig::default().max_fault_rate, value_parser = number(ranges::MAX_FAULT_RATE))]
    pub(crate) max_fault_rate: f64,
    /// Add a row with probabilities at the temperature that suits the file best, fitted on four fifths and
    /// scored on the last, five times
    #[arg(long)]
    pub(crate) fit_temperature: bool,
    /// Write each guess: `id,guess,p_true` (decode) or `game,round,guess,p_true` (intercept); one agent only
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) predictions: Option<PathBuf>,
    /// Write how often guesses of each probability are right, in ten bins; one agent only
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) calibration: Option<PathBuf>,
    /// --force replaces files of --predictions and --calibration as well.
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) answers: AnswersArgs,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl EvalArgs {
    /// Returns the configuration.
    pub(crate) fn config(&self, task: Task, registry: &Registry) -> EvalConfig {
        EvalConfig {
            task,
            file: self.file.clone().unwrap_or_default(),
            players: PlayersConfig {
                agent: self.agent.clone(),
                ..players(&self.bots, &self.answers, registry)
            },
            missing_as_words: self.missing_as_words,
            seed: self.seed,
            max_fault_rate: self.max_fault_rate,
            fit_temperature: self.fit_temperature,
            predictions: self.predictions.clone(),
            calibration: self.calibration.clone(),
            force: self.keep.out.force,
            words: self.words.files(),
        }
    }
}
