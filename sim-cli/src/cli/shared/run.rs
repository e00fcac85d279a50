//! Flags of a run: its seed, its threads, the display of its progress, and the format and directory of its result.

use std::env;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use overhear_lab::setup::OutConfig;

use super::RunBotsArgs;

/// The seed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SeedArgs {
    /// Seed of the run; drawn and printed if not given
    #[arg(long, value_name = "U64")]
    pub(crate) seed: Option<u64>,
}

/// Number of threads.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadsArgs {
    /// Threads to play on; results never depend on it [default: `RAYON_NUM_THREADS`, or all cores]
    #[arg(short = 'j', long, visible_alias = "concurrency", value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
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

/// Returns the working directory; empty if it no longer exists, so that file names stay as given.
pub(crate) fn working_folder() -> PathBuf {
    env::current_dir().unwrap_or_default()
}
