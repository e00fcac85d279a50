//! `sim-cli tournament` and `sim-cli merge`.

use std::path::PathBuf;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::TournamentConfig;
use overhear_lab::tournament::MergeConfig;

use super::shared::working_folder;
use super::{AskingArgs, Declared, DisplayArgs, OutArgs, ProgressArgs, RunBotsArgs, ThreadsArgs};

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

const MERGING: &str = "\
Shards are those of `tournament`, `balance` or `rules compare` with --shard. With --sprt or --until the shards up to \
the decision suffice; a tournament then replays the counted deals of the last one. To add an agent to a finished \
result without playing it again, log its deals, play the agent's gauntlet against the same agents with the same seed \
and number of deals, and merge both:
  sim-cli tournament --field presets --games 20000 --seed 7 --log deals --out base
  sim-cli tournament --field presets --agent bold=pragmatic:lambda=0.1 --gauntlet bold --games 10000 --seed 7 --log deals --out bold
  sim-cli merge base bold --out all
The files equal those of a run of all agents, byte for byte, including the rows of deals.";

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "Agents: see `sim-cli agents list`. Rules: see `sim-cli rules show official`.",
          after_long_help = format!("{AGENTS_FILE}\n\n{STREAMS}"))]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) requested: Declared<TournamentConfig>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
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
    pub(crate) asking: AskingArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

impl TournamentArgs {
    /// Returns the configuration.
    pub(crate) fn config(&self, registry: &Registry) -> TournamentConfig {
        let requested = self.requested.0.clone();
        TournamentConfig {
            threads: self.threads.threads,
            players: requested.players.with_registry(registry),
            out: self.out.config(),
            folder: working_folder(),
            ..requested
        }
    }
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
#[command(after_long_help = MERGING)]
pub(crate) struct MergeArgs {
    /// Directories of all shards of a run, in any order; or of a result and of another agent's gauntlet
    #[arg(value_name = "DIR", required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// Directory for the result files; a comparison of rules is printed without it
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an earlier result in --out
    #[arg(long, requires = "out", help_heading = "Output")]
    pub(crate) force: bool,
    /// Accept shards of another build of the program; the manifest names it
    #[arg(long)]
    pub(crate) allow_other_build: bool,
    #[command(flatten)]
    pub(crate) run_bots: RunBotsArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl MergeArgs {
    /// Returns the configuration.
    pub(crate) fn config(&self, registry: &Registry) -> MergeConfig {
        MergeConfig {
            shards: self.shards.clone(),
            out: self.out.clone(),
            force: self.force,
            folder: working_folder(),
            allow_other_build: self.allow_other_build,
            registry: registry.clone(),
        }
    }
}
