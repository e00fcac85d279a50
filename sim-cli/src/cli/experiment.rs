//! Flags that experiments take beside their configuration: those of experiments on agents, and those of experiments on
//! rules.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::run::Experiment;
use overhear_lab::settings::Settings;

use super::{AskingArgs, Declared, DisplayArgs, KeepArgs, ProgressArgs, RunArgs, ThreadsArgs};

/// An experiment: what is asked for, how it runs, where its result is kept and how it is shown.
#[derive(Debug, Args)]
pub(crate) struct ExperimentArgs<C: Settings + fmt::Debug + Clone + Send + Sync + 'static> {
    #[command(flatten)]
    pub(crate) config: Declared<C>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    /// Format of the result.
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl<C> ExperimentArgs<C>
where
    C: Experiment + Settings + fmt::Debug + Send + Sync + 'static,
{
    /// Returns what is asked for, with the agents that a SPEC can name.
    pub(crate) fn config(&self, registry: &Registry) -> C {
        self.config.0.clone().with_registry(registry)
    }
}

/// Flags of an experiment on rules: how it runs, where its result is kept, and how it is shown.
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
