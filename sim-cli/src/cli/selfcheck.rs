//! `sim-cli selfcheck`.

use clap::Args;

use super::SeedArgs;
use super::shared::games;

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
