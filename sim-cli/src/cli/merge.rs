//! `sim-cli merge`.

use std::path::PathBuf;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::tournament::MergeConfig;

use super::shared::working_folder;
use super::{DisplayArgs, RunBotsArgs};

const METHOD: &str = "\
Shards are those of `tournament`, `balance` or `rules compare` with --shard. With --sprt or --until the shards up to \
the decision suffice; a tournament then replays the counted deals of the last one. To add an agent to a finished \
result without playing it again, log its deals, play the agent's gauntlet against the same agents with the same seed \
and number of deals, and merge both:
  sim-cli tournament --field presets --games 20000 --seed 7 --log deals --out base
  sim-cli tournament --field presets --agent bold=pragmatic:lambda=0.1 --gauntlet bold --games 10000 --seed 7 --log deals --out bold
  sim-cli merge base bold --out all
The files equal those of a run of all agents, byte for byte, including the rows of deals.";

/// Arguments of `merge`.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
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
