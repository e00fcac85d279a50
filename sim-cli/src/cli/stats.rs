//! `sim-cli stats`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use overhear_lab::setup::ranges;
use overhear_lab::statistics::{BootstrapConfig, MOST, PowerConfig, SprtConfig};
use overhear_stats::EloModel;

use super::DisplayArgs;
use super::paired::PairedArgs;
use super::shared::{Choice, choice, p_value};

/// What to work out.
#[derive(Debug, Subcommand)]
pub(crate) enum StatsCommand {
    /// What a sequential test says: log-likelihood ratio, bounds, decision, median-unbiased estimate
    ///
    /// The bounds are those of a tournament, which looks every 100 pairs: Wald's, moved in by how far the
    /// ratio jumps past them between two looks (Siegmund). Of independent games 200 lie between two looks.
    /// --batch 0 leaves Wald's as they are, as other programs print them.
    #[command(after_help = "Example: sim-cli stats sprt --ptnml 13,37,50,25,3 --elo0 0 --elo1 4")]
    Sprt {
        #[command(flatten)]
        sample: SampleArgs,
        #[command(flatten)]
        test: SprtArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Score, Elo, normalised Elo and likelihood of superiority with 95 % intervals
    #[command(after_help = "Example: sim-cli stats elo --ptnml 34,54,63,64,75")]
    Elo {
        #[command(flatten)]
        sample: SampleArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Wilson's 95 % interval of a share in independent trials
    #[command(after_help = "Example: sim-cli stats wilson 81 263")]
    Wilson {
        /// Trials with success
        #[arg(value_parser = clap::value_parser!(u64).range(..=MOST))]
        successes: u64,
        /// All trials
        #[arg(value_parser = clap::value_parser!(u64).range(..=MOST))]
        trials: u64,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Two agents or rules on the same deals: the difference of shares (Newcombe), or of numbers from a file
    ///
    /// From four counts: Newcombe's 95 % interval of share A - share B, and the same turned round. From a
    /// file with a row for each deal: the mean of B - A with Student's 95 % interval and p-value, the
    /// sign-flip test, what sharing the deals was worth, and with --margin whether the difference is too
    /// small to matter.
    #[command(after_help = "Examples:\n  sim-cli stats paired 36 12 2 0\n  \
        sim-cli stats paired --file deals.csv --a rounds_official --b rounds_mine --margin 0.1")]
    Paired {
        #[command(flatten)]
        observed: PairedArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Ratings, seat effect and ties by Davidson's model, from counts of games
    ///
    /// The file has a row for each two agents in one order of seats, with the columns `first`, `second`,
    /// `first_wins`, `ties` and `second_wins`. Games are taken for independent. Ratings are in Elo points
    /// around a mean of 0; where no finite ones suit the games, one virtual game an agent holds them back,
    /// and `basis` says penalty.
    #[command(after_help = "Example: sim-cli stats ratings --file games.csv --anchor margin")]
    Ratings {
        /// CSV file with counts of games
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
        /// Agent whose rating is 0 (the mean of all if not given)
        #[arg(long, value_name = "AGENT")]
        anchor: Option<String>,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// The mix of agents that scores at least one half against every one of them
    ///
    /// The file has a row for each two agents, with the columns `agent`, `opponent` and `score` (from 0 to
    /// 1), as the matrix of `agents league --format json` has them. One direction is enough; of itself an
    /// agent scores one half.
    #[command(after_help = "Example: sim-cli stats equilibrium --file matrix.csv")]
    Equilibrium {
        /// CSV file with scores
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// A mean or a ratio of sums with its 95 % bootstrap interval, rows drawn together by cluster
    #[command(
        after_help = "Example: sim-cli stats bootstrap --file run/halves.csv --column p_guess --cluster game"
    )]
    Bootstrap {
        #[command(flatten)]
        observed: BootstrapArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// p-values raised: Holm, Benjamini-Hochberg, Benjamini-Yekutieli
    ///
    /// Compare an adjusted value with the level as if it were alone. Holm bounds the chance of any false
    /// finding and Benjamini-Yekutieli the share of false findings, both whatever the dependence;
    /// Benjamini-Hochberg does so for independent tests and for many against one control, not for all
    /// pairwise comparisons.
    #[command(after_help = "Example: sim-cli stats adjust 0.01 0.04 0.03")]
    Adjust {
        /// p-values
        #[arg(required = true, value_name = "P", value_parser = p_value)]
        p_values: Vec<f64>,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Number of pairs it takes to tell a gap from 0, in a sequential test and in a match of fixed length
    ///
    /// Both are one-sided: a match of fixed length claims the gap where the score lies above the even one by
    /// enough.
    #[command(after_help = "Example: sim-cli stats power --nelo 5,10")]
    Power {
        #[command(flatten)]
        plan: PowerArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
}

/// What was observed.
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

/// Numbers in clusters.
#[derive(Clone, Debug, Args)]
pub(crate) struct BootstrapArgs {
    /// CSV file with a row for each observation
    #[arg(long, value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Column with what was observed
    #[arg(long, value_name = "COLUMN")]
    pub(crate) column: String,
    /// Column that the sum is divided by (the number of rows if not given)
    #[arg(long, value_name = "COLUMN")]
    pub(crate) of: Option<String>,
    /// Column that names the cluster, a game or a deal: its rows are drawn together (each row by itself if
    /// not given)
    #[arg(long, value_name = "COLUMN")]
    pub(crate) cluster: Option<String>,
    /// Number of times that as many clusters as there are are drawn with replacement
    #[arg(long, value_name = "N", default_value_t = BootstrapConfig::default().resamples, value_parser = clap::value_parser!(u32).range(1..=ranges::RESAMPLES.high as i64))]
    pub(crate) resamples: u32,
    /// Seed of the draws
    #[arg(long, value_name = "U64", default_value_t = BootstrapConfig::default().seed)]
    pub(crate) seed: u64,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SprtArgs {
    /// The difference under H0
    #[arg(long, value_name = "ELO", default_value_t = SprtConfig::default().elo0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// The difference under H1
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// Number of times that H1 may be accepted although H0 holds
    #[arg(long, value_name = "P", default_value_t = SprtConfig::default().alpha)]
    pub(crate) alpha: f64,
    /// Number of times that H0 may be accepted although H1 holds
    #[arg(long, value_name = "P", default_value_t = SprtConfig::default().beta)]
    pub(crate) beta: f64,
    /// Pairs between two looks; 0: the bounds are not moved
    #[arg(long, value_name = "PAIRS", default_value_t = SprtConfig::default().batch,
          value_parser = clap::value_parser!(u64).range(..=MOST))]
    pub(crate) batch: u64,
    /// Which points elo0 and elo1 are
    #[arg(long, value_parser = choice(MODELS), default_value = "normalized")]
    pub(crate) model: EloModel,
}

/// Tests whose length is wanted.
#[derive(Clone, Debug, Args)]
pub(crate) struct PowerArgs {
    /// Differences to be told from 0, in normalised Elo
    #[arg(long, value_name = "GAP,…", value_delimiter = ',', default_value = "2,5,10,20")]
    pub(crate) nelo: Vec<f64>,
    /// Number of times that a difference may be claimed where there is none
    #[arg(long, value_name = "P", default_value_t = PowerConfig::default().alpha)]
    pub(crate) alpha: f64,
    /// Number of times that the difference may be missed
    #[arg(long, value_name = "P", default_value_t = PowerConfig::default().beta)]
    pub(crate) beta: f64,
}

/// Scales of differences in strength.
const MODELS: &[Choice<EloModel>] = &[
    (
        EloModel::Normalized,
        EloModel::Normalized.name(),
        "Normalised Elo: the mean score in standard deviations of a game",
    ),
    (EloModel::Logistic, EloModel::Logistic.name(), "Elo of the mean score"),
];

/// Reads counts with commas between them.
fn counts<const N: usize>(text: &str) -> Result<[u64; N], String> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    let words: [&str; N] =
        words.try_into().map_err(|words: Vec<&str>| format!("{N} counts go here, not {}", words.len()))?;
    let mut counts = [0; N];
    for (count, word) in counts.iter_mut().zip(words) {
        *count = word
            .parse()
            .ok()
            .filter(|&count| count <= MOST)
            .ok_or_else(|| format!("`{word}` is no count: a whole number from 0 to {MOST} goes here"))?;
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_and_what_is_none_is_named() {
        assert_eq!(counts("1, 2,3"), Ok([1, 2, 3]));
        assert_eq!(counts::<5>("1,2,3").expect_err("too few"), "5 counts go here, not 3");
        for bad in ["1,-2,3", "1,,3", "1,2.5,3", "1,x,3", "1,99999999999999999,3"] {
            assert!(counts::<3>(bad).expect_err(bad).contains("is no count"), "{bad}");
        }
    }
}
