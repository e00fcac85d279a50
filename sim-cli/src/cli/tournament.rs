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
    DisplayArgs, FieldArgs, OutArgs, PlayersArgs, ProgressArgs, RulesArgs, SeedArgs, ThreadsArgs, WordArgs,
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
Results go to standard output; the header, the seed, progress and warnings go to standard error. The same seed \
and agents give the same games and the same files, whatever the number of threads.";

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "Agents: see `sim-cli agents list`. Rules: see `sim-cli rules show official`.",
          after_long_help = format!("{AGENTS_FILE}\n\n{STREAMS}"))]
pub(crate) struct TournamentArgs {
    /// Games of the run, split evenly over the pairings and rounded up to whole pairs [default: 10000]
    #[arg(long, value_name = "N", value_parser = games())]
    pub(crate) games: Option<u64>,
    /// Pairs of games, in place of --games: both games of a pair are on one deal, with the seats exchanged
    #[arg(long, value_name = "N", value_parser = count(ranges::PAIRS.range()))]
    pub(crate) pairs: Option<u64>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Stop as soon as a sequential test of two agents has decided (exit code 4 if it has not at the limit of
    /// games): elo0=0,elo1=5,alpha=0.05,beta=0.05[,model=normalized|logistic]
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = <SprtSetting as FromStr>::from_str, allow_hyphen_values = true)]
    pub(crate) sprt: Option<SprtSetting>,
    /// Play only the I-th of N ranges of the deals; `sim-cli merge` makes one result of all N
    #[arg(long, value_name = "I/N", value_parser = <Shard as FromStr>::from_str)]
    pub(crate) shard: Option<Shard>,
    /// Go on with the run that was interrupted in this directory; only --threads, --progress and --checkpoint
    /// go with it
    #[arg(long, value_name = "DIR")]
    pub(crate) resume: Option<PathBuf>,
    /// Goes on with --resume though another build of the program has begun the run; the manifest will say so
    #[arg(long, requires = "resume")]
    pub(crate) allow_other_build: bool,
    /// TOML file with defaults for these flags
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) players: PlayersArgs,
    #[command(flatten)]
    pub(crate) field: FieldArgs,
    /// The label of an agent that meets all others, who do not meet each other: what it takes to add it to a
    /// finished result of theirs (`sim-cli merge`)
    #[arg(long, value_name = "LABEL", help_heading = "Players")]
    pub(crate) gauntlet: Option<String>,
    /// Milliseconds that an answer may take: longer is a fault, and results then depend on the machine
    /// [default: no limit]
    #[arg(long, value_name = "MS", value_parser = count(ranges::ANSWER_LIMIT.range()), help_heading = "Players")]
    pub(crate) answer_limit: Option<u64>,
    /// What becomes of a game in which an agent panics, or answers too late
    #[arg(long, value_parser = choice(POLICIES), default_value = "forfeit", value_name = "HOW", help_heading = "Players")]
    pub(crate) on_fault: FaultPolicy,
    /// Exit code 3 if more than this share of the games has a fault
    #[arg(long, value_name = "X", default_value = "0.01", value_parser = number(ranges::MAX_FAULT_RATE), help_heading = "Players")]
    pub(crate) max_fault_rate: f64,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) words: WordArgs,

    #[command(flatten)]
    pub(crate) out: OutArgs,
    /// Rows to write besides the summary: deals.csv, games.csv as well, or halves.csv as well (with --out)
    #[arg(long, value_parser = choice(DETAILS), default_value = "none", help_heading = "Output")]
    pub(crate) log: LogDetail,
    /// What these rows are written as
    #[arg(long, value_parser = choice(FORMATS), default_value = "csv", help_heading = "Output")]
    pub(crate) log_format: LogFormat,
    /// Write running.csv as well: every pairing's score so far, a row every N deals (with --out)
    #[arg(long, value_name = "N", value_parser = count(ranges::RUNNING.range()), help_heading = "Output")]
    pub(crate) running: Option<u64>,
    /// Seconds between two checkpoints, 0 for one after every block of games (with --out) [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=ranges::CHECKPOINT.high as i64),
          help_heading = "Output")]
    pub(crate) checkpoint: Option<u32>,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

/// What becomes of a game in which an agent panics.
const POLICIES: &[Choice<FaultPolicy>] = &[
    (FaultPolicy::Forfeit, FaultPolicy::Forfeit.name(), "The other side wins"),
    (FaultPolicy::Void, FaultPolicy::Void.name(), "The whole deal is left out, for all pairings"),
    (FaultPolicy::Abort, FaultPolicy::Abort.name(), "The run ends"),
];

/// What rows of games and halves are written as.
const FORMATS: &[Choice<LogFormat>] = &[
    (LogFormat::Csv, LogFormat::Csv.name(), "Comma-separated values"),
    (LogFormat::Parquet, LogFormat::Parquet.name(), "Apache Parquet, if the program was built with it"),
];

/// Which rows are written besides the summary.
const DETAILS: &[Choice<LogDetail>] = &[
    (LogDetail::None, LogDetail::None.name(), "None"),
    (
        LogDetail::Deals,
        LogDetail::Deals.name(),
        "One for each pairing on each deal: what `merge` needs to add an agent, and `compare` to pair deals",
    ),
    (LogDetail::Games, LogDetail::Games.name(), "One for each game as well"),
    (LogDetail::Halves, LogDetail::Halves.name(), "One for each half as well"),
];

impl TournamentArgs {
    /// What is asked for.
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
