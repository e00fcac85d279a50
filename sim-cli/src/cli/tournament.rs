//! `sim-cli tournament`.

use std::path::PathBuf;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::TournamentConfig;

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

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "Agents: see `sim-cli agents list`. Rules: see `sim-cli rules show official`.",
          after_long_help = format!("{AGENTS_FILE}\n\n{STREAMS}"))]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) asked: Declared<TournamentConfig>,
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
        let asked = self.asked.0.clone();
        TournamentConfig {
            threads: self.threads.threads,
            players: asked.players.with_registry(registry),
            out: self.out.config(),
            folder: working_folder(),
            ..asked
        }
    }
}
