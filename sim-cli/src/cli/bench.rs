//! `sim-cli bench`.

use clap::Args;
use overhear_lab::BenchConfig;

use super::{AskingArgs, Declared, OutArgs, RunArgs};

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) config: Declared<BenchConfig>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
