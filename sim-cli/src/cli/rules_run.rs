//! What commands on rules take beside their configuration.

use std::path::PathBuf;

use clap::Args;

use super::{AskingArgs, DisplayArgs, KeepArgs, ProgressArgs, ThreadsArgs};

/// How it runs, where its result is kept, and how it is shown.
#[derive(Debug, Args)]
pub(crate) struct RulesRunArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// TOML file with defaults for these flags
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}
