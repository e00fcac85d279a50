//! `sim-cli calibrate`.

use clap::Args;

use super::tournament::MOST_GAMES;
use super::{DisplayArgs, SprtSetting};

/// Arguments of `calibrate`.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    /// Runs of each kind
    #[arg(long, value_name = "N", default_value = "500",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) runs: u64,
    /// The agent of which both players are copies
    #[arg(long, value_name = "SPEC", default_value = "margin")]
    pub(crate) agent: String,
    /// Share of blind answers of the handicapped copy; the default costs `margin` about 10 points of normalised Elo
    #[arg(long, value_name = "P", default_value = "0.009")]
    pub(crate) blunder: f64,
    /// The test
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "elo0=0,elo1=10",
          value_parser = SprtSetting::parse, allow_hyphen_values = true)]
    pub(crate) sprt: SprtSetting,
    /// The most pairs of games of a run
    #[arg(long, value_name = "N", default_value = "100000",
          value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES / 2))]
    pub(crate) pairs: u64,
    /// Seed of all chance
    #[arg(long, value_name = "U64", default_value = "1")]
    pub(crate) seed: u64,
    /// Threads to play on; results never depend on it [default: all cores]
    #[arg(short = 'j', long, visible_alias = "concurrency", value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}
