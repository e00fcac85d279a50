//! `sim-cli calibrate`.

use clap::Args;
use overhear_lab::CalibrateConfig;

use super::{Declared, DisplayArgs, KeepArgs, ThreadsArgs};

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
