//! `sim-cli cluster`.

use clap::{Args, Subcommand};
use overhear_lab::setup::ranges;

use super::shared::count;

/// Schedulers.
#[derive(Debug, Subcommand)]
pub(crate) enum ClusterCommand {
    /// Write a job array of Slurm, for `sbatch`; a part that runs out of time continues in its next turn
    Slurm {
        #[command(flatten)]
        parts: PartsArgs,
        /// Maximum time of a task in one turn
        #[arg(long, value_name = "HH:MM:SS", default_value = "02:00:00", value_parser = duration)]
        time: String,
    },
    /// Write an Indexed Job of Kubernetes, for `kubectl apply -f -`, with the recipe of a container
    Kubernetes {
        #[command(flatten)]
        parts: PartsArgs,
        /// Container image with the program
        #[arg(long, value_name = "NAME", default_value = "overhear:latest", value_parser = plain)]
        image: String,
        /// Persistent volume claim for the parts; every node must be able to write to it
        #[arg(long, value_name = "NAME", default_value = "overhear", value_parser = plain)]
        claim: String,
    },
    /// Write a Python program for a Ray cluster; it needs the package `ray`, and no shared disk
    Ray {
        #[command(flatten)]
        parts: PartsArgs,
    },
}

/// Arguments of every scheduler.
#[derive(Debug, Args)]
pub(crate) struct PartsArgs {
    /// Number of parts
    #[arg(long, value_name = "N", default_value = "64", value_parser = count(ranges::SHARDS.range()))]
    pub(crate) shards: u64,
    /// Processors for each part
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(1..=1024))]
    pub(crate) cpus: u64,
    /// Flags of `sim-cli tournament`, or `balance` or `rules compare` with theirs, including --seed; without
    /// output directory and threads
    #[arg(last = true, required = true, value_name = "FLAG")]
    pub(crate) job: Vec<String>,
}

fn duration(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.split(':').collect();
    if parts.len() == 3 && parts.iter().all(|part| is_two_digits(part)) {
        Ok(text.to_owned())
    } else {
        Err("takes hours, minutes and seconds, as in 02:00:00".to_owned())
    }
}

fn is_two_digits(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn plain(text: &str) -> Result<String, String> {
    if !text.is_empty() && text.bytes().all(is_plain) {
        Ok(text.to_owned())
    } else {
        Err("takes letters, digits and - _ . / : @".to_owned())
    }
}

/// Returns `true` if no shell and no file of a scheduler takes the byte for anything but itself.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_./:@".contains(&byte)
}
