//! `sim-cli selfcheck`.

use clap::Args;

use super::tournament::MOST_GAMES;

/// Arguments of `selfcheck`.
#[derive(Debug, Args)]
pub(crate) struct SelfcheckArgs {
    /// Games of each check, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "1000",
          value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub(crate) games: u64,
    /// Seed of all chance; drawn and printed when not given
    #[arg(long, value_name = "U64")]
    pub(crate) seed: Option<u64>,
    /// Threads that one thread is compared with [default: all cores, at least 2]
    #[arg(short = 'j', long, visible_alias = "concurrency", value_name = "N",
          value_parser = clap::value_parser!(u16).range(2..=1024))]
    pub(crate) threads: Option<u16>,
}
