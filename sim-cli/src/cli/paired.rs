//! `sim-cli stats paired` and `stats adjust`.

use std::path::PathBuf;

use clap::Args;

use overhear_lab::setup::ranges;
use overhear_lab::statistics::{MOST, PairedConfig};

/// Two observations on the same deals: counts of yes and no, or numbers in a file.
#[derive(Clone, Debug, Args)]
pub(crate) struct PairedArgs {
    /// Deals with the event under A and under B, under A alone, under B alone, and under neither
    #[arg(num_args = 4, value_names = ["BOTH", "ONLY_A", "ONLY_B", "NEITHER"], required_unless_present = "file",
          conflicts_with = "file", value_parser = clap::value_parser!(u64).range(..=MOST))]
    pub(crate) counts: Option<Vec<u64>>,
    /// CSV file with a row for each deal, instead of counts
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Column with the observations under A
    #[arg(long, value_name = "COLUMN", requires = "file", requires = "b", conflicts_with = "counts")]
    pub(crate) a: Option<String>,
    /// Column with the observations under B
    #[arg(long, value_name = "COLUMN", requires = "file", requires = "a", conflicts_with = "counts")]
    pub(crate) b: Option<String>,
    /// Column with the differences, instead of --a and --b
    #[arg(long, value_name = "COLUMN", requires = "file", conflicts_with_all = ["a", "b", "counts"])]
    pub(crate) column: Option<String>,
    /// Equivalence margin: test whether the difference is smaller (two one-sided tests)
    #[arg(long, value_name = "M", requires = "file", conflicts_with = "counts", value_parser = positive)]
    pub(crate) margin: Option<f64>,
    /// Level of the test of --margin, below 0.5
    #[arg(long, value_name = "P", conflicts_with = "counts", default_value_t = PairedConfig::default().alpha, value_parser = level)]
    pub(crate) alpha: f64,
    /// Random flips of the sign-flip test; exact up to 16 differences
    #[arg(long, value_name = "N", conflicts_with = "counts", default_value_t = PairedConfig::default().flips, value_parser = clap::value_parser!(u32).range(1..=ranges::FLIPS.high as i64))]
    pub(crate) flips: u32,
    /// Seed of the flips
    #[arg(long, value_name = "U64", conflicts_with = "counts", default_value_t = PairedConfig::default().seed)]
    pub(crate) seed: u64,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number.is_finite() && number > 0.0);
    number.ok_or_else(|| "takes a number above 0".to_owned())
}

fn level(text: &str) -> Result<f64, String> {
    positive(text)
        .ok()
        .filter(|&level| level < 0.5)
        .ok_or_else(|| "takes a number between 0 and 0.5".to_owned())
}
