//! Flags about output.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use overhear_lab::setup::OutConfig;

use super::{RunBotsArgs, ThreadsArgs};

/// Format of standard output.
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

/// Use of colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorMode {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Format of results.
#[derive(Clone, Debug, Args)]
pub(crate) struct DisplayArgs {
    /// Format of standard output; auto: a table on a terminal, CSV otherwise
    #[arg(long, value_enum, default_value = "auto", help_heading = "Output")]
    pub(crate) format: Format,
    /// Use colour; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: ColorMode,
}

/// Output directory.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutArgs {
    /// Directory for the result files
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an earlier result in --out
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

impl OutArgs {
    /// Returns the output directory and its options.
    pub(crate) fn config(&self) -> OutConfig {
        OutConfig { out: self.out.clone(), force: self.force }
    }
}

/// Output directory of an experiment, and the directory of a run to resume.
#[derive(Clone, Debug, Args)]
pub(crate) struct KeepArgs {
    #[command(flatten)]
    pub(crate) out: OutArgs,
    /// Resume the interrupted run in this directory with its original settings
    #[arg(long, value_name = "DIR", help_heading = "Output", conflicts_with_all = ["out", "force"])]
    pub(crate) resume: Option<PathBuf>,
    /// With --resume: accept a run begun by another build of the program; the manifest names it
    #[arg(long, requires = "resume", help_heading = "Output")]
    pub(crate) allow_other_build: bool,
    #[command(flatten)]
    pub(crate) run_bots: RunBotsArgs,
}

/// Form of the progress display.
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

/// Flags of every run.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

/// Progress display.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ProgressArgs {
    /// Progress on standard error; auto: a bar on a terminal, otherwise a line every 10 seconds
    #[arg(long, value_enum, default_value = "auto", value_name = "HOW", help_heading = "Output")]
    pub(crate) progress: ProgressMode,
}
