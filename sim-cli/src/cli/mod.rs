//! Definition and parsing of the command line.

mod agents;
mod balance;
mod checks;
mod cluster;
mod declared;
mod eval;
mod experiment;
mod results;
mod rules;
mod settings;
mod shared;
mod sheets;
mod space;
mod stats;
mod tournament;

use std::any::TypeId;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::TypedValueParser as _;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use overhear_lab::input::at_home;

pub(crate) use agents::{
    AgentsCommand, BenchArgs, CrossArgs, ExploitArgs, LeagueArgs, StrangersArgs, TuneArgs,
};
pub(crate) use balance::BalanceArgs;
pub(crate) use checks::{CalibrateArgs, CheckArgs, SelfcheckArgs};
pub(crate) use cluster::{ClusterCommand, PartsArgs};
pub(crate) use declared::Declared;
pub(crate) use eval::{EvalArgs, EvalCommand, RecordedGamesArgs};
pub(crate) use experiment::{ExperimentArgs, RulesRunArgs};
pub(crate) use results::{CompareResultsArgs, LeaderboardArgs, ReportArgs, ServeArgs};
pub(crate) use rules::{ClueArgs, CompareRulesArgs, RulesCommand};
use settings::ResolvedSettings;
pub(crate) use shared::{
    AnswersArgs, AskingArgs, BotArgs, ColorMode, DisplayArgs, Format, KeepArgs, OutArgs, ProgressArgs,
    ProgressMode, RunArgs, RunBotsArgs, SeedArgs, ThreadsArgs, working_folder,
};
pub(crate) use sheets::{AdviceFormat, AdviseArgs, ReplayArgs, SheetFormat};
pub(crate) use space::{ImportArgs, SpaceCommand};
pub(crate) use stats::{BootstrapArgs, PairedArgs, PowerArgs, SampleArgs, SprtArgs, StatsCommand};
pub(crate) use tournament::{MergeArgs, TournamentArgs};

use crate::failure::{Failure, FlagOrigins};
use crate::own_command::program_name;

const EXAMPLES: &str = "\
Examples:
  sim-cli tournament --games 100000
  sim-cli tournament --agent pragmatic --agent bold=pragmatic:lambda=0.1 --out results/bold
  sim-cli tournament --agent margin --agent margin:top=32 --games 40000 --sprt elo0=0,elo1=10";

const LAYERS: &str = "\
Every flag can also be set in the environment: --team-size is SIM_CLI_TEAM_SIZE. Values of repeatable flags are \
separated by semicolons there. Flags override the environment, which overrides the --config file, which overrides \
defaults.";

/// Tournaments between AI players of the word game Decrypto
///
/// Unofficial, and not affiliated with the publisher of the game.
#[derive(Debug, Parser)]
#[command(
    name = "sim-cli",
    version = overhear_lab::setup::LONG_VERSION,
    after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n\n{LAYERS}\n\n{CODES}"),
    arg_required_else_help = true,
    max_term_width = 100
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

const CODES: &str = "\
Exit codes: 0 done, 1 runtime error, 2 usage error (a flag, or the contents of a file), 3 too many faults, 4 a \
sequential test undecided after all games, 5 verification mismatch, 130 interrupted.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a round robin between agents on paired deals
    Tournament(Box<TournamentArgs>),
    /// Merge the shards of a run, or a result with another agent's gauntlet
    Merge(MergeArgs),
    /// Compare two finished tournaments deal by deal, or two cards item by item
    #[command(visible_alias = "compare-results")]
    Compare(CompareResultsArgs),
    /// Print cards of agents in one table (docs/models.md)
    Leaderboard(LeaderboardArgs),
    /// Write a script that runs an experiment in parts on a cluster
    ///
    /// The script goes to standard output. After -- follow the flags of `sim-cli tournament`, or `balance` or
    /// `rules compare` with theirs, which are checked first: sim-cli cluster slurm --shards 64 -- --games 1e8
    /// --seed 42 --agent margin --agent pragmatic
    Cluster {
        /// The scheduler.
        #[command(subcommand)]
        command: ClusterCommand,
    },
    /// Report how games end, tiebreaker use, first-seat advantage and length under a rule set
    Balance(Box<BalanceArgs>),
    /// Write one self-contained page of figures and tables from a result
    Report(ReportArgs),
    /// Serve the laboratory as a web page on this machine
    Serve(ServeArgs),
    /// List, check and measure agents
    Agents {
        /// The subcommand.
        #[command(subcommand)]
        command: AgentsCommand,
    },
    /// Show, check and compare rule sets
    Rules {
        /// The subcommand.
        #[command(subcommand)]
        command: RulesCommand,
    },
    /// Inspect and import word embeddings
    Space {
        /// The subcommand.
        #[command(subcommand)]
        command: SpaceCommand,
    },
    /// Compute tests, intervals and lengths from counts, without games
    Stats {
        /// The subcommand.
        #[command(subcommand)]
        command: StatsCommand,
    },
    /// Score agents on recorded human clues
    Eval {
        /// The subcommand.
        #[command(subcommand)]
        command: EvalCommand,
    },
    /// Measure an agent by a fixed suite of tasks, and write its card (docs/models.md)
    ///
    /// Built-in agents give the clues, and stand on every card as floor and reference. With --answers a card continues
    /// where it was interrupted. It is made again from that file, byte for byte, without the bot.
    Bench(Box<BenchArgs>),
    /// Analyse the note sheet of a real game: likely codes, keywords and clues
    Advise(Box<AdviseArgs>),
    /// Replay one game, and print it as the two teams' note sheets
    Replay(Box<ReplayArgs>),
    /// Check this build: fairness of an agent against itself, threads, replays
    ///
    /// Every preset against itself must score exactly 0.5 in every pair. One thread and several must give
    /// equal files. Random games must replay as they were played. Prints a line on each; exit code 5 if one
    /// fails.
    Selfcheck(SelfcheckArgs),
    /// Measure the error rates of the sequential test on real games
    ///
    /// Two copies of an agent with their own random streams are equally strong, so H1 may be accepted in no
    /// more runs than the test allows. A copy that blunders now and then is weaker and must be found. Prints
    /// a row on each. Exit code 5 if the 95 % interval of a rate lies beyond what the test allows, which can
    /// be chance.
    Calibrate(CalibrateArgs),
    /// Tune parameters of an agent by SPSA, and confirm the result by a sequential test
    ///
    /// Exit code 4 if the test is undecided after its maximum number of games.
    Tune(Box<TuneArgs>),
    /// Describe every CSV file as JSON: columns, types, meaning
    Schema,
    /// Write a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write a manual page
    Man {
        /// Command to document, such as `tournament` or `space near`; without one, all commands
        command: Vec<String>,
    },
}

/// A command, and the origins of its flags that the environment or the file of `--config` has set.
pub(crate) struct ParsedCommand {
    pub(crate) command: Command,
    pub(crate) origins: FlagOrigins,
}

/// Parses the command line, the environment and the file of `--config`.
pub(crate) fn parse(argv: Vec<OsString>) -> Result<ParsedCommand, Failure> {
    let ResolvedSettings { matches, origins } = settings::resolve(&definition(), argv)?;
    let cli = Cli::from_arg_matches(&matches).map_err(|e| Failure::of_clap(&e))?;
    Ok(ParsedCommand { command: cli.command, origins })
}

/// Returns the definition of the whole command line, for completions and manual pages.
pub(crate) fn definition() -> clap::Command {
    declared::resumable(finding_home(taking_negative_numbers(Cli::command()))).name(program_name())
}

/// Returns the command with paths whose leading `~` is the home folder, wherever they come from: no shell expands it in
/// `--out=~/x`, in the file of `--config` or behind quotes.
fn finding_home(command: clap::Command) -> clap::Command {
    command.mut_args(path_at_home).mut_subcommands(finding_home)
}

fn path_at_home(arg: clap::Arg) -> clap::Arg {
    if arg.get_value_parser().type_id() == TypeId::of::<PathBuf>() {
        arg.value_parser(clap::builder::PathBufValueParser::new().map(|path| at_home(&path)))
    } else {
        arg
    }
}

/// Returns the command with values that may begin with a minus, so that an error about -5 names its flag.
fn taking_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| match arg.get_action() {
            clap::ArgAction::Set | clap::ArgAction::Append => arg.allow_negative_numbers(true),
            _ => arg,
        })
        .mut_subcommands(taking_negative_numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        super::definition().debug_assert();
    }

    #[test]
    fn plainer_names_mean_what_the_older_names_mean() {
        let parsed = |words: &str| {
            let parsed = parse(words.split(' ').map(Into::into).collect());
            format!("{:?}", parsed.unwrap_or_else(|failure| panic!("{words}: {}", failure.message())).command)
        };
        for (older, plainer) in [
            ("compare x y", "compare-results x y"),
            ("balance --tables range", "balance --matchups range"),
            ("balance --by keyword", "balance --group-by keyword"),
            ("agents frontier --giver value", "agents frontier --encryptor value"),
            ("tournament --field presets", "tournament --opponents presets"),
        ] {
            assert_eq!(parsed(&format!("sim-cli {older}")), parsed(&format!("overhear {plainer}")));
        }
    }
}
