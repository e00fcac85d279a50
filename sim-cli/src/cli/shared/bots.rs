//! Flags about bots.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgAction, Args};
use overhear_lab::setup::{BotConfig, StoredCommands, UnknownCommands, bots_of_word};
use overhear_lab::{ReplyFault, RequestLimits, RunControl};

use super::{Choice, choice, count};
use crate::stderr::write_line;

/// The bots.
#[derive(Clone, Debug, Args)]
pub(crate) struct BotArgs {
    /// Add the agent NAME, played by a program over standard input and output (docs/bots.md), or all [[bot]]
    /// entries of a TOML file (repeatable)
    #[arg(long, value_name = "NAME=COMMAND|FILE.toml", action = ArgAction::Append, help_heading = "Players",
          value_parser = |word: &str| bots_of_word(word.as_ref()).map(Arc::<[BotConfig]>::from))]
    bot: Vec<Arc<[BotConfig]>>,
}

impl BotArgs {
    /// Returns all bots.
    pub(crate) fn configs(&self) -> Vec<BotConfig> {
        self.bot.iter().flat_map(|bots| bots.iter().cloned()).collect()
    }
}

/// The file of stored answers.
#[derive(Clone, Debug, Args)]
pub(crate) struct AnswersArgs {
    /// Store bot answers in FILE and reuse them on later runs
    #[arg(long, value_name = "FILE", help_heading = "Players")]
    pub(crate) answers: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// How often bots are asked.
#[derive(Clone, Debug, Args)]
pub(crate) struct AskingArgs {
    /// Stop after N questions to bots; with --answers the same command continues from there
    #[arg(long, value_name = "N", help_heading = "Players", value_parser = count(1..=u64::MAX))]
    pub(crate) max_requests: Option<u64>,
    /// Repeat questions whose stored answer is a failure of this kind
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', help_heading = "Players", value_parser = choice(FAULTS))]
    pub(crate) ask_again: Vec<ReplyFault>,
}

/// The failures that a file of answers keeps.
const FAULTS: &[Choice<ReplyFault>] = &[
    Choice { value: ReplyFault::Declined, name: "declined", help: "The bot does not answer the question" },
    Choice {
        value: ReplyFault::Malformed,
        name: "malformed",
        help: "The model's reply could not be read as an answer",
    },
];

impl AskingArgs {
    /// A run whose bots are asked no more than that.
    pub(crate) fn limit(&self, watch: RunControl) -> RunControl {
        RunControl { requests: RequestLimits::new(self.max_requests, self.ask_again.clone()), ..watch }
    }
}

/// Whether commands of bots that stand in files are started: results may come from other people.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RunBotsArgs {
    /// Start bots whose commands stand in the files of a run, also if they were not started here before; without this flag the
    /// program asks, and refuses where it cannot ask
    #[arg(long, help_heading = "Players")]
    pub(crate) run_bots: bool,
}

impl RunBotsArgs {
    /// Returns a run that starts stored commands, or asks on a terminal.
    pub(crate) fn permit(self, watch: RunControl) -> RunControl {
        let can_ask = io::stdin().is_terminal() && io::stderr().is_terminal();
        let unknown = match (self.run_bots, can_ask) {
            (true, _) => UnknownCommands::Start,
            (false, true) => UnknownCommands::Ask(Arc::new(agrees)),
            (false, false) => UnknownCommands::Refuse,
        };
        RunControl { stored_commands: StoredCommands { unknown, ..watch.stored_commands.clone() }, ..watch }
    }
}

/// Asks on the terminal.
fn agrees(sentence: &str) -> bool {
    write_line(sentence);
    write_line("Start it? Type yes to start it:");
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).is_ok()
        && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}
