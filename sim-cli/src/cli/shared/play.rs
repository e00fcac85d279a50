//! Flags about games.

use clap::Args;
use clap::builder::TypedValueParser;
use overhear_lab::setup::ranges;

use super::count;

/// Returns a parser of numbers of games.
pub(in crate::cli) fn games() -> impl TypedValueParser<Value = u64> {
    count(ranges::GAMES.range())
}

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
