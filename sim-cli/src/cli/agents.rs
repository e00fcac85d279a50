//! `sim-cli agents`, and `bench` and `tune`, which measure and tune a single agent.

use clap::{Args, Subcommand};
use overhear_lab::{
    BenchConfig, CrossConfig, ExploitConfig, FrontierConfig, LeagueConfig, PeopleConfig, StrangersConfig,
    TuneConfig,
};

use super::checks::CheckArgs;
use super::experiment::ExperimentArgs;
use super::{AskingArgs, BotArgs, Declared, DisplayArgs, OutArgs, RunArgs};

const TUNING: &str = "\
Each iteration moves all parameters at once, up or down at random (SPSA, Spall 1992). The agent and its mirror image \
play each other, or both play --opponent on the same deals, and the parameters follow the winner. Then the tuned agent \
plays the initial agent in a sequential test on other deals; it often loses this test. The result is a SPEC to paste.

With --out, DIR/result.csv holds the result and DIR/trace.csv the parameters after each iteration. Moving beta or alpha \
builds a new association table for each agent, which takes about a tenth of a second.";

/// Commands about agents.
#[derive(Debug, Subcommand)]
pub(crate) enum AgentsCommand {
    /// List presets, Encryptors and guessers
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Measure decoding and interception of an Encryptor under different weights
    ///
    /// Every combination of the lists is played over the same deals, all rounds to the end (`tokens_to_win = 0`,
    /// `tokens_to_lose = 0`); the other team gives clues as `nearest` does.
    /// `report` makes a page of its result (`--out DIR`); written as frontier.csv into the directory of another result
    /// (`--format csv > DIR/frontier.csv`), it is a figure there.
    Frontier(Box<ExperimentArgs<FrontierConfig>>),
    /// Show the settings of an agent: range, default, meaning
    Show {
        /// A preset, a guesser, or any SPEC
        name: String,
        #[command(flatten)]
        bots: BotArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Check that an agent keeps the agent contract; exit code 5 if it does not
    ///
    /// Clues must be legal and beliefs probabilities. Answers must not change when questions are repeated,
    /// reordered or put to a new player. No answer may depend on an earlier game or on hidden information.
    /// Prints a line on each requirement.
    Check(Box<CheckArgs>),
    /// Cross Encryptors, decoders and interceptors of different agents, or with different word embeddings
    ///
    /// Prints a row for each combination of agents or embeddings: how often an Encryptor of the first is understood
    /// by a team of the second, and intercepted by opponents of the third. Both teams have the Encryptor of the first.
    /// All rounds of every game are played. Where a bot fails to answer, the half has no clues, or all codes count alike.
    Cross(Box<CrossArgs>),
    /// Search for the best interceptor against an Encryptor, or the safest Encryptor against an interceptor
    ///
    /// Tries every kind with each parameter moved. The better half advances to more games, until the best is
    /// measured on deals that the search has not used. All rounds of every game are played.
    Exploit(Box<ExploitArgs>),
    /// Play every agent against every other; report scores, styles and the equilibrium mix
    ///
    /// The floor is `random`. The ceiling is a cheater that receives all hidden information: it meets every
    /// agent, but these games count for it alone, and it has no share of the mix.
    League(Box<LeagueArgs>),
    /// Compare people-like agents by round with the rates expected of people
    ///
    /// Prints a row for each preset and rate: codes missed or intercepted in some rounds, or the mean number
    /// of rounds, with its 95 % interval, the expected range, and the counts of ten recorded games of people.
    People(ExperimentArgs<PeopleConfig>),
    /// Measure how strangers understand and read an agent, and whether its clues refer to their keywords
    ///
    /// Prints a row for each agent, which plays with itself: what its twin decodes, what minds decode and intercept
    /// that hold another table of associations, and how varied its clues are. With --out, `by_stranger.csv` has a row for each mind.
    Strangers(Box<StrangersArgs>),
}

/// Arguments of `agents cross`.
#[derive(Debug, Args)]
pub(crate) struct CrossArgs {
    #[command(flatten)]
    pub(crate) experiment: ExperimentArgs<CrossConfig>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// Arguments of `agents exploit`.
#[derive(Debug, Args)]
pub(crate) struct ExploitArgs {
    #[command(flatten)]
    pub(crate) experiment: ExperimentArgs<ExploitConfig>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// Arguments of `agents strangers`.
#[derive(Debug, Args)]
pub(crate) struct StrangersArgs {
    #[command(flatten)]
    pub(crate) experiment: ExperimentArgs<StrangersConfig>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// Arguments of `agents league`.
#[derive(Debug, Args)]
pub(crate) struct LeagueArgs {
    #[command(flatten)]
    pub(crate) experiment: ExperimentArgs<LeagueConfig>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) config: Declared<BenchConfig>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_help = "Example: sim-cli tune --agent pragmatic --param lambda --param top=1..64 --out tunes/lambda",
          after_long_help = TUNING)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(crate) experiment: ExperimentArgs<TuneConfig>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}
