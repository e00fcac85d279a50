//! `sim-cli calibrate`.

use clap::Args;
use overhear_lab::CalibrateConfig;

use super::{Declared, DisplayArgs, ThreadsArgs};

/// Arguments of `calibrate`.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    #[command(flatten)]
    pub(crate) config: Declared<CalibrateConfig>,
    /// Count instead how often the printed 95 % intervals cover the truth, on simulated matches; below 60 s
    /// on two cores
    #[arg(long, conflicts_with_all = ["agent", "blunder", "sprt", "pairs"])]
    pub(crate) coverage: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}
