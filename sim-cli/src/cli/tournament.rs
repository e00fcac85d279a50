//! `sim-cli tournament`.

use overhear_agents::registry::Registry;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use overhear_lab::TournamentConfig;
use overhear_lab::setup::{PlayersConfig, ranges};
use overhear_lab::tournament::{FaultPolicy, LogDetail, LogFormat, Shard, SprtSetting};

use super::shared::{Choice, choice, count, games, number, working_folder};
use super::{
    DisplayArgs, FieldArgs, OutArgs, PlayersArgs, ProgressArgs, RulesArgs, RunBotsArgs, SeedArgs,
    ThreadsArgs, WordArgs,
};

const AGENTS_FILE: &str = "\
An agents file is TOML, an entry for each agent:
  [[agent]]
  spec = \"margin:top=20/history\"     # any SPEC
  [[agent]]
  label = \"bold\"                     # the name in the results, optional
  preset = \"pragmatic\"
  settings = { lambda = 0.1 }

A config file is TOML as well, with the long names of flags as keys:
  games = 100000
  agent = [\"margin\", \"bold=pragmatic:lambda=0.1\"]
  set = { round_limit = 6 }";

const STREAMS: &str = "\
Results go to standard output; header, seed, progress and warnings go to standard error. Equal seeds and agents give \
equal games and files, whatever the number of threads.";

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "Agents: see `sim-cli agents list`. Rules: see `sim-cli rules show official`.",
          after_long_help = format!("{AGENTS_FILE}\n\n{STREAMS}"))]
pub(crate) struct TournamentArgs {
    /// Games of the run, split evenly over the pairings and rounded up to whole pairs [default: 10000]
    #[arg(long, value_name = "N", value_parser = games())]
    pub(crate) games: Option<u64>,
    /// Pairs of games, instead of --games; both games of a pair share a deal, with the seats swapped
    #[arg(long, value_name = "N", value_parser = count(ranges::PAIRS.range()))]
    pub(crate) pairs: Option<u64>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Stop as soon as a sequential test of two agents decides (exit code 4 if it does not):
    /// elo0=0,elo1=5,alpha=0.05,beta=0.05[,model=normalized|logistic]
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = <SprtSetting as FromStr>::from_str, allow_hyphen_values = true)]
    pub(crate) sprt: Option<SprtSetting>,
    /// Play only the I-th of N ranges of the deals; `sim-cli merge` makes one result of all N
    #[arg(long, value_name = "I/N", value_parser = <Shard as FromStr>::from_str)]
    pub(crate) shard: Option<Shard>,
    /// Resume the interrupted run in this directory; only --threads, --progress, --checkpoint, --allow-other-build and --run-bots
    /// may be added
    #[arg(long, value_name = "DIR")]
    pub(crate) resume: Option<PathBuf>,
    /// With --resume: accept a run that another build of the program began; the manifest names it
    #[arg(long, requires = "resume")]
    pub(crate) allow_other_build: bool,
    #[command(flatten)]
    pub(crate) run_bots: RunBotsArgs,
    /// TOML file with defaults for these flags
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) players: PlayersArgs,
    #[command(flatten)]
    pub(crate) field: FieldArgs,
    /// Play only LABEL against each other agent; add the games to a finished result with `sim-cli merge`
    #[arg(long, value_name = "LABEL", help_heading = "Players")]
    pub(crate) gauntlet: Option<String>,
    /// Turns of talk in teams of three or four: members answer alone, talk, and answer again; with 0 they do not talk,
    /// and their first answers are pooled
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Players",
          value_parser = clap::value_parser!(u8).range(0..=ranges::DISCUSS.high as i64))]
    pub(crate) discuss: u8,
    /// Maximum milliseconds of an answer (bots have their own `answer_limit`, in seconds); longer is a fault,
    /// and results then depend on the machine [default: no limit]
    #[arg(long, value_name = "MS", value_parser = count(ranges::ANSWER_LIMIT.range()), help_heading = "Players")]
    pub(crate) answer_limit: Option<u64>,
    /// Handle games with a fault: an agent panics, exceeds --answer-limit, or its bot gives no valid answer
    #[arg(long, value_parser = choice(POLICIES), default_value = "forfeit", value_name = "HOW", help_heading = "Players")]
    pub(crate) on_fault: FaultPolicy,
    /// Exit with code 3 if more than this share of the games has a fault
    #[arg(long, value_name = "X", default_value = "0.01", value_parser = number(ranges::MAX_FAULT_RATE), help_heading = "Players")]
    pub(crate) max_fault_rate: f64,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) words: WordArgs,

    #[command(flatten)]
    pub(crate) out: OutArgs,
    /// Rows to write besides the summary: deals.csv, also games.csv, or also halves.csv (with --out)
    #[arg(long, value_parser = choice(DETAILS), default_value = "none", help_heading = "Output")]
    pub(crate) log: LogDetail,
    /// Format of these rows
    #[arg(long, value_parser = choice(FORMATS), default_value = "csv", help_heading = "Output")]
    pub(crate) log_format: LogFormat,
    /// Also write running.csv: every pairing's score so far, a row every N deals (with --out)
    #[arg(long, value_name = "N", value_parser = count(ranges::RUNNING.range()), help_heading = "Output")]
    pub(crate) running: Option<u64>,
    /// Seconds between two checkpoints; 0: after every block of games (with --out) [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=ranges::CHECKPOINT.high as i64),
          help_heading = "Output")]
    pub(crate) checkpoint: Option<u32>,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

/// Handling of games in which an agent has a fault.
const POLICIES: &[Choice<FaultPolicy>] = &[
    (FaultPolicy::Forfeit, FaultPolicy::Forfeit.name(), "The other side wins"),
    (FaultPolicy::Void, FaultPolicy::Void.name(), "The whole deal is discarded, for all pairings"),
    (FaultPolicy::Abort, FaultPolicy::Abort.name(), "The run ends with an error"),
];

/// Formats of the rows of games and halves.
const FORMATS: &[Choice<LogFormat>] = &[
    (LogFormat::Csv, LogFormat::Csv.name(), "Comma-separated values"),
    (LogFormat::Parquet, LogFormat::Parquet.name(), "Apache Parquet, if the program was built with it"),
];

/// Levels of detail of the rows.
const DETAILS: &[Choice<LogDetail>] = &[
    (LogDetail::None, LogDetail::None.name(), "No rows"),
    (
        LogDetail::Deals,
        LogDetail::Deals.name(),
        "A row for each pairing on each deal, as `merge` needs to add an agent, and `compare` to pair deals",
    ),
    (LogDetail::Games, LogDetail::Games.name(), "Also a row for each game"),
    (LogDetail::Halves, LogDetail::Halves.name(), "Also a row for each half"),
];

impl TournamentArgs {
    /// Returns the configuration.
    pub(crate) fn config(&self, registry: &Registry) -> TournamentConfig {
        TournamentConfig {
            games: self.games,
            pairs: self.pairs,
            seed: self.seed.seed,
            threads: self.threads.threads,
            sprt: self.sprt,
            shard: self.shard,
            players: PlayersConfig { field: self.field.field, ..self.players.config(registry) },
            gauntlet: self.gauntlet.clone(),
            discuss: self.discuss,
            answer_limit: self.answer_limit,
            on_fault: self.on_fault,
            max_fault_rate: self.max_fault_rate,
            rules: self.rules.config(self.players.team),
            words: self.words.files(),
            out: self.out.config(),
            folder: working_folder(),
            log: self.log,
            log_format: self.log_format,
            running: self.running,
            checkpoint: self.checkpoint,
        }
    }
}
