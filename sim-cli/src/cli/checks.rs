//! `sim-cli selfcheck`, `sim-cli agents check` and `sim-cli calibrate`: checks of the program, of an agent, and of error
//! rates.

use clap::Args;
use overhear_lab::{CalibrateConfig, CheckConfig};

use super::shared::games;
use super::{AskingArgs, Declared, DisplayArgs, KeepArgs, SeedArgs, ThreadsArgs};

/// Arguments of `selfcheck`.
#[derive(Debug, Args)]
pub(crate) struct SelfcheckArgs {
    /// Games of each check, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "1000", value_parser = games())]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Threads to compare one thread with [default: all cores, at least 2]
    #[arg(short = 'j', long, visible_alias = "concurrency", value_name = "N",
          value_parser = clap::value_parser!(u16).range(2..=1024))]
    pub(crate) threads: Option<u16>,
}

/// Arguments of `agents check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) config: Declared<CheckConfig>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// Arguments of `calibrate`.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    #[command(flatten)]
    pub(crate) config: Declared<CalibrateConfig>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}
