//! `sim-cli merge`.

use std::path::PathBuf;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::tournament::MergeConfig;

use super::DisplayArgs;

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Directories of all the shards, in any order
    #[arg(value_name = "DIR", required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// Directory for the result files
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: PathBuf,
    /// Replaces an earlier result in --out
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    /// Merges shards that another build of the program has played; the manifest will say so
    #[arg(long)]
    pub(crate) allow_other_build: bool,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl MergeArgs {
    /// What is asked for.
    pub(crate) fn config(&self, registry: &Registry) -> MergeConfig {
        MergeConfig {
            shards: self.shards.clone(),
            out: self.out.clone(),
            force: self.force,
            allow_other_build: self.allow_other_build,
            registry: registry.clone(),
        }
    }
}
