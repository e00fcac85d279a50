//! Means and ratios of what comes in clusters.

use std::collections::HashMap;
use std::path::PathBuf;

use overhear_stats::{Support, bootstrap_mean};

use crate::table::{Cell, Frame, NamedRow};

use super::observed::{ObservedTable, precise};
use crate::error::LabError;
use crate::setup::ranges;

/// The sums of a cluster: what was observed, and what that is divided by.
type Sums = (f64, f64);

/// Numbers of a file, in clusters.
#[derive(Clone, Debug)]
pub struct BootstrapConfig {
    /// A CSV file with a row for each observation.
    pub file: PathBuf,
    /// The column with what was observed.
    pub column: String,
    /// The column whose sum it is divided by; the number of rows where there is none.
    pub of: Option<String>,
    /// The column that names the cluster, whose rows are drawn together; each row by itself where there is none.
    pub cluster: Option<String>,
    /// How often as many clusters as there are are drawn with replacement.
    pub resamples: u32,
    /// The seed of the draws.
    pub seed: u64,
}

impl Default for BootstrapConfig {
    fn default() -> BootstrapConfig {
        BootstrapConfig {
            file: PathBuf::new(),
            column: String::new(),
            of: None,
            cluster: None,
            resamples: 10_000,
            seed: 1,
        }
    }
}

/// A mean or a ratio of sums with its 95 % bootstrap interval, by drawing clusters again (studentised: Efron & Tibshirani
/// 1993). What is rarer than the clusters have shown, no interval knows.
///
/// # Errors
/// A file that has no such columns or numbers, by line and column; nothing to divide by.
pub fn bootstrap(args: &BootstrapConfig) -> Result<Frame, LabError> {
    ranges::RESAMPLES.check(args.resamples.into())?;
    let table = ObservedTable::read(&args.file)?;
    let observed = table.column(&args.column)?;
    let of = match &args.of {
        Some(column) => table.column(column)?,
        None => vec![1.0; observed.len()],
    };
    let rows: Vec<Sums> = observed.into_iter().zip(of).collect();
    let clusters = match &args.cluster {
        Some(column) => clustered(&rows, &table.texts(column)?),
        None => rows.clone(),
    };
    let value = ratio(&clusters);
    let value = value.ok_or_else(|| LabError::content(table.name(), "there is nothing to divide by"))?;
    let ends = bootstrap_mean(&clusters, Support::UNKNOWN, args.resamples, args.seed);
    let mut frame = Frame::new("stats bootstrap");
    NamedRow::new(&mut frame)
        .put("rows", Cell::Count(rows.len() as u64))
        .put("clusters", Cell::Count(clusters.len() as u64))
        .put("value", precise(value))
        .put_ends("value", ends, precise)
        .end();
    Ok(frame)
}

/// The sums of each cluster, in the order of its first row.
fn clustered(rows: &[Sums], names: &[String]) -> Vec<Sums> {
    let (mut sums, mut place_of): (Vec<Sums>, HashMap<&str, usize>) = Default::default();
    for (row, name) in rows.iter().zip(names) {
        let place = *place_of.entry(name).or_insert(sums.len());
        if place == sums.len() {
            sums.push((0.0, 0.0));
        }
        sums[place] = (sums[place].0 + row.0, sums[place].1 + row.1);
    }
    sums
}

/// Nothing where the sum below is 0, or the quotient is no number.
fn ratio(clusters: &[Sums]) -> Option<f64> {
    let (sum, of) = clusters.iter().fold((0.0, 0.0), |(sum, of), (s, o)| (sum + s, of + o));
    Some(sum / of).filter(|ratio| of != 0.0 && ratio.is_finite())
}
