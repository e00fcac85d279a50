//! Flags about what comes out.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use overhear_lab::setup::OutConfig;

use super::ThreadsArgs;

/// What standard output gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table on a terminal, CSV otherwise
    Auto,
    /// A table for people
    Table,
    /// Comma-separated values
    Csv,
    /// JSON
    Json,
}

/// `true` if to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorMode {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How results look.
#[derive(Clone, Debug, Args)]
pub(crate) struct DisplayArgs {
    /// What standard output gets; auto: a table on a terminal, CSV otherwise
    #[arg(long, value_enum, default_value = "auto", help_heading = "Output")]
    pub(crate) format: Format,
    /// `true` if to use colour; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: ColorMode,
}

/// Where result files go.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutArgs {
    /// Directory for the result files
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Replaces an earlier result in --out
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

impl OutArgs {
    /// What is asked for.
    pub(in crate::cli) fn config(&self) -> OutConfig {
        OutConfig { out: self.out.clone(), force: self.force }
    }
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressMode {
    /// A bar on a terminal, plain lines otherwise
    Auto,
    /// A bar
    Bar,
    /// A line every 10 seconds
    Plain,
    /// Nothing
    None,
}

/// How games are played, whatever they are for.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

/// `true` if a run says how far it is.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ProgressArgs {
    /// Progress on standard error; auto: a bar on a terminal, otherwise a line every 10 seconds
    #[arg(long, value_enum, default_value = "auto", value_name = "HOW", help_heading = "Output")]
    pub(crate) progress: ProgressMode,
}
