//! `sim-cli stats`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use overhear_lab::setup::ranges;
use overhear_lab::statistics::{BootstrapConfig, MOST, PairedConfig, PowerConfig, SprtConfig};
use overhear_stats::EloModel;

use super::DisplayArgs;
use super::shared::{Choice, choice, p_value};

/// Commands on statistics.
#[derive(Debug, Subcommand)]
pub(crate) enum StatsCommand {
    /// Show the state of a sequential test: log-likelihood ratio, bounds, decision, median-unbiased estimate
    ///
    /// The bounds are those of a tournament, which looks every 100 pairs: Wald's, corrected for the ratio's
    /// overshoot between two looks (Siegmund). For independent games there are 200 games between two looks.
    /// --batch 0 keeps Wald's bounds, as other programs print them.
    #[command(after_help = "Example: sim-cli stats sprt --ptnml 13,37,50,25,3 --elo0 0 --elo1 4")]
    Sprt {
        #[command(flatten)]
        sample: SampleArgs,
        #[command(flatten)]
        test: SprtArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Compute score, Elo, normalised Elo and LOS (1 less a one-sided p-value) with 95 % intervals
    #[command(after_help = "Example: sim-cli stats elo --ptnml 34,54,63,64,75")]
    Elo {
        #[command(flatten)]
        sample: SampleArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Compute Wilson's 95 % interval of a share in independent trials
    #[command(after_help = "Example: sim-cli stats wilson 81 263")]
    Wilson {
        /// Trials with success
        #[arg(value_parser = count)]
        successes: u64,
        /// All trials
        #[arg(value_parser = count)]
        trials: u64,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Compare two agents or rules on the same deals: shares (Newcombe), or numbers from a file
    ///
    /// From four counts: Newcombe's 95 % interval of share A - share B, and of share B - share A. From a file
    /// with a row for each deal: the mean of B - A with Student's 95 % interval and p-value, the sign-flip
    /// test, the gain from sharing deals, and with --margin an equivalence test.
    #[command(after_help = "Examples:\n  sim-cli stats paired 36 12 2 0\n  \
        sim-cli stats paired --file deals.csv --a rounds_official --b rounds_mine --margin 0.1")]
    Paired {
        #[command(flatten)]
        observed: PairedArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Fit ratings, seat effect and ties by Davidson's model to counts of games
    ///
    /// The file has a row for each two agents in one order of seats, with the columns `first`, `second`,
    /// `first_wins`, `ties` and `second_wins`. Games are treated as independent. Ratings are in Elo points
    /// around a mean of 0. Agents that have met, directly or through others, form a group, and the mean of each
    /// group is 0. If an agent has never scored against the others, or they against it, one virtual game makes
    /// its rating finite, and `basis` says penalty.
    #[command(after_help = "Example: sim-cli stats ratings --file games.csv --anchor margin")]
    Ratings {
        /// CSV file with counts of games
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
        /// Agent whose rating is 0 in its group [default: the mean of the ratings is 0]
        #[arg(long, value_name = "AGENT")]
        anchor: Option<String>,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Find the mix of agents that scores at least one half against each agent
    ///
    /// The file has a row for each two agents, with the columns `agent`, `opponent` and `score` (from 0 to
    /// 1), as in the matrix of `agents league --format json`. One direction is enough; an agent scores one
    /// half against itself.
    #[command(after_help = "Example: sim-cli stats equilibrium --file matrix.csv")]
    Equilibrium {
        /// CSV file with scores
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Bootstrap a mean or a ratio of sums with its 95 % interval, resampling clusters
    #[command(
        after_help = "Example: sim-cli stats bootstrap --file run/halves.csv --column p_guess --cluster game"
    )]
    Bootstrap {
        #[command(flatten)]
        observed: BootstrapArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Adjust p-values: Holm, Benjamini-Hochberg, Benjamini-Yekutieli
    ///
    /// Compare an adjusted value with the level as if it were a single test. Holm bounds the probability of
    /// any false finding, Benjamini-Yekutieli the share of false findings, both for any dependence.
    /// Benjamini-Hochberg bounds that share for independent tests and for many against one control, not for
    /// all pairwise comparisons.
    #[command(after_help = "Example: sim-cli stats adjust 0.01 0.04 0.03")]
    Adjust {
        /// p-values
        #[arg(required = true, value_name = "P", value_parser = p_value)]
        p_values: Vec<f64>,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Compute the number of pairs to tell a gap from 0, in a sequential test and in a match of fixed length
    ///
    /// Both are one-sided: a match of fixed length claims the gap if the score exceeds one half by enough.
    #[command(after_help = "Example: sim-cli stats power --nelo 5,10")]
    Power {
        #[command(flatten)]
        plan: PowerArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
}

/// The observations.
#[derive(Clone, Copy, Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct SampleArgs {
    /// Pairs of games that scored 0, ½, 1, 1½ and 2
    #[arg(long, value_name = "N,N,N,N,N", value_parser = counts::<5>)]
    pub(crate) ptnml: Option<[u64; 5]>,
    /// Losses, ties and wins of independent games
    #[arg(long, value_name = "L,T,W", value_parser = counts::<3>)]
    pub(crate) ltw: Option<[u64; 3]>,
}

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

/// Clustered numbers.
#[derive(Clone, Debug, Args)]
pub(crate) struct BootstrapArgs {
    /// CSV file with a row for each observation
    #[arg(long, value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Column with the observations
    #[arg(long, value_name = "COLUMN")]
    pub(crate) column: String,
    /// Column whose sum is the denominator [default: the number of rows]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) of: Option<String>,
    /// Column that names the cluster, such as a game or a deal; its rows are drawn together [default: each
    /// row is a cluster]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) cluster: Option<String>,
    /// Number of resamples
    #[arg(long, value_name = "N", default_value_t = BootstrapConfig::default().resamples, value_parser = clap::value_parser!(u32).range(1..=ranges::RESAMPLES.high as i64))]
    pub(crate) resamples: u32,
    /// Seed of the draws
    #[arg(long, value_name = "U64", default_value_t = BootstrapConfig::default().seed)]
    pub(crate) seed: u64,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SprtArgs {
    /// Difference under H0
    #[arg(long, value_name = "ELO", default_value_t = SprtConfig::default().elo0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// Difference under H1
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// Probability of accepting H1 although H0 holds
    #[arg(long, value_name = "P", default_value_t = SprtConfig::default().alpha)]
    pub(crate) alpha: f64,
    /// Probability of accepting H0 although H1 holds
    #[arg(long, value_name = "P", default_value_t = SprtConfig::default().beta)]
    pub(crate) beta: f64,
    /// Pairs between two looks; 0: keep Wald's bounds
    #[arg(long, value_name = "PAIRS", default_value_t = SprtConfig::default().batch,
          value_parser = count)]
    pub(crate) batch: u64,
    /// Scale of elo0 and elo1
    #[arg(long, value_parser = choice(MODELS), default_value = "normalized")]
    pub(crate) model: EloModel,
}

/// Configuration of test lengths.
#[derive(Clone, Debug, Args)]
pub(crate) struct PowerArgs {
    /// Differences to detect, in normalised Elo
    #[arg(long, value_name = "GAP,…", value_delimiter = ',', default_value = "2,5,10,20")]
    pub(crate) nelo: Vec<f64>,
    /// Probability of claiming a difference that does not exist
    #[arg(long, value_name = "P", default_value_t = PowerConfig::default().alpha)]
    pub(crate) alpha: f64,
    /// Probability of missing the difference
    #[arg(long, value_name = "P", default_value_t = PowerConfig::default().beta)]
    pub(crate) beta: f64,
}

/// Scales of differences in strength.
const MODELS: &[Choice<EloModel>] = &[
    Choice {
        value: EloModel::Normalized,
        name: EloModel::Normalized.name(),
        help: "Normalised Elo: the mean score in standard deviations of a game",
    },
    Choice { value: EloModel::Logistic, name: EloModel::Logistic.name(), help: "Elo of the mean score" },
];

/// Parses counts separated by commas.
fn counts<const N: usize>(text: &str) -> Result<[u64; N], String> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    let words: [&str; N] =
        words.try_into().map_err(|words: Vec<&str>| format!("takes {N} counts, not {}", words.len()))?;
    let mut counts = [0; N];
    for (place, word) in counts.iter_mut().zip(words) {
        *place = count(word)?;
    }
    Ok(counts)
}

/// Reads a count.
fn count(word: &str) -> Result<u64, String> {
    let count = word.parse().ok().filter(|&count| count <= MOST);
    count.ok_or_else(|| format!("`{word}` is not a count; write a whole number from 0 to {MOST}"))
}

/// Parses a finite number above 0.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number.is_finite() && number > 0.0);
    number.ok_or_else(|| "takes a number above 0".to_owned())
}

/// Parses the level of a test.
fn level(text: &str) -> Result<f64, String> {
    positive(text)
        .ok()
        .filter(|&level| level < 0.5)
        .ok_or_else(|| "takes a number between 0 and 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_and_what_is_none_is_named() {
        assert_eq!(counts("1, 2,3"), Ok([1, 2, 3]));
        assert_eq!(counts::<5>("1,2,3").expect_err("too few"), "takes 5 counts, not 3");
        for bad in ["1,-2,3", "1,,3", "1,2.5,3", "1,x,3", "1,99999999999999999,3"] {
            assert!(counts::<3>(bad).expect_err(bad).contains("is not a count"), "{bad}");
        }
    }
}
