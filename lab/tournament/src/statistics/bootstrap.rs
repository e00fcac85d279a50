//! Bootstrap of means and ratios of clustered observations.

use std::collections::HashMap;
use std::path::PathBuf;

use overhear_stats::{Support, bootstrap_mean};

use crate::table::{Cell, Frame, NamedRow};

use super::observed::{ObservedTable, precise};
use crate::error::LabError;
use crate::setup::ranges;

/// Sums of a cluster: numerator and denominator, as [`bootstrap_mean`] takes them.
type ClusterSums = (f64, f64);

/// Configuration of a bootstrap of the numbers in a file.
#[derive(Clone, Debug)]
pub struct BootstrapConfig {
    /// A CSV file with a row for each observation.
    pub file: PathBuf,
    /// Column with the observations.
    pub column: String,
    /// Column whose sum is the denominator. `None`: the number of rows.
    pub of: Option<String>,
    /// Column that names the cluster of a row. Rows of a cluster are drawn together. `None`: each row is a
    /// cluster.
    pub cluster: Option<String>,
    /// Number of resamples.
    pub resamples: u32,
    /// Seed of the draws.
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

/// Returns a mean or a ratio of sums with its 95 % bootstrap interval, resampling clusters (studentised:
/// Efron & Tibshirani 1993). The interval cannot reflect events too rare to occur in the clusters. Rows without a number or a cluster
/// are left out, and `remark` receives how many.
///
/// # Errors
/// Returns an error for a file without such columns or numbers, by line and column, and for a denominator of
/// 0.
pub fn bootstrap(args: &BootstrapConfig, remark: impl FnMut(String)) -> Result<Frame, LabError> {
    ranges::RESAMPLES.check(args.resamples.into())?;
    let table = ObservedTable::read(&args.file)?;
    let columns: Vec<&str> = std::iter::once(&args.column).chain(&args.of).map(String::as_str).collect();
    let complete = table.complete_rows(&columns, args.cluster.as_deref())?;
    // A mean is a ratio as well: each row counts 1 in the denominator.
    let denominators = complete.columns.get(1);
    let numerators = complete.columns[0].iter().enumerate();
    let rows: Vec<ClusterSums> = numerators
        .map(|(row, &value)| (value, denominators.map_or(1.0, |denominators| denominators[row])))
        .collect();
    let clusters = match &complete.labels {
        Some(labels) => clustered(&rows, labels.iter().map(String::as_str)),
        None => rows.clone(),
    };
    complete.remark.into_iter().for_each(remark);
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

/// Returns the sums of each cluster, ordered by first row.
fn clustered<'a>(rows: &[ClusterSums], names: impl Iterator<Item = &'a str>) -> Vec<ClusterSums> {
    let (mut sums, mut place_of): (Vec<ClusterSums>, HashMap<&str, usize>) = Default::default();
    for (row, name) in rows.iter().zip(names) {
        let place = *place_of.entry(name).or_insert(sums.len());
        if place == sums.len() {
            sums.push((0.0, 0.0));
        }
        sums[place] = (sums[place].0 + row.0, sums[place].1 + row.1);
    }
    sums
}

/// Returns the ratio of summed numerators and denominators; `None` if the denominator is 0 or the ratio not
/// finite.
fn ratio(clusters: &[ClusterSums]) -> Option<f64> {
    let (sum, of) = clusters.iter().fold((0.0, 0.0), |(sum, of), (s, o)| (sum + s, of + o));
    Some(sum / of).filter(|ratio| of != 0.0 && ratio.is_finite())
}
