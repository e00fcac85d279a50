//! `sim-cli calibrate`.

use clap::Args;

use super::shared::MOST_GAMES;
use super::{DisplayArgs, SprtSetting, ThreadsArgs};

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
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}
